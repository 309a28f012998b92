// From the modules in dist to one file for each entry of the package and what they share, in dist/bundle: Node takes longer
// to find and open hundreds of files than to compile what is in them. `source-compiler.js` and `compile.js`, which need the
// parser, stay files of their own, so that browsers can leave them out (package.json, `browser`).
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

const entries = {
  index: "index.js",
  ir: "ir/index.js",
  testing: "testing/index.js",
  main: "cli/main.js",
  "own-package": "cli/own-package.js",
  ...Object.fromEntries(
    ["compile", "hooks", "register", "runtime", "source-compiler", "vite", "without-compiler"].map((name) => [
      name,
      `host/${name}.js`,
    ]),
  ),
};

/** Modules with their source maps, so that those of the bundle lead to the sources. */
const withMaps = {
  name: "with-maps",
  load: (file) => {
    if (!existsSync(`${file}.map`)) return null;
    const [code, map] = [file, `${file}.map`].map((path) => readFileSync(path, "utf8"));
    // What package.json says of side effects is said of the bundle.
    return { code, map, moduleSideEffects: true };
  },
};

/** Who imports these names the files that browsers replace. */
const leavingReplaced = {
  name: "leaving-replaced",
  resolveId: (specifier, importer) => {
    const name = /\/host\/(source-compiler|compile)\.js$/.exec(specifier)?.[1];
    return name === undefined || importer === undefined ? null : { id: `./${name}.js`, external: true };
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, dist + file])),
  external: [/^[^./]/],
  platform: "node",
  plugins: [withMaps, leavingReplaced],
});
await bundle.write({
  dir: `${dist}bundle`,
  format: "esm",
  sourcemap: true,
  chunkFileNames: "[name].shared.js",
});
await bundle.close();
