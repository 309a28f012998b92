// `node --import zeroth/register app.ts`: compiles the modules that Node loads from here on, and strips their types.

import * as nodeModule from "node:module";
import { loadSync, resolveSync } from "./hooks.ts";

interface SynchronousHooks {
  readonly registerHooks?: (hooks: { readonly load: typeof loadSync; readonly resolve: typeof resolveSync }) => void;
}

process.setSourceMapsEnabled(true);

const { registerHooks } = nodeModule as SynchronousHooks;
if (registerHooks === undefined) {
  nodeModule.register(import.meta.url.endsWith(".ts") ? "./hooks.ts" : "./hooks.js", import.meta.url);
} else {
  registerHooks({ load: loadSync, resolve: resolveSync });
}
