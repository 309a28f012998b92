// `node --import ./scripts/on-build.mjs file.ts`: runs a file of this repository on what `npm run build` made, with the
// compiler's own modules too: `zeroth` and `../src/x.ts` both mean dist, so that there is one instance of everything.
import { register } from "node:module";

process.setSourceMapsEnabled(true);
register("./on-build-hooks.mjs", import.meta.url);
