// `node --import zeroth/register app.ts`: compiles the modules that Node loads from here on, and strips their types.

import * as nodeModule from "node:module";
import type { loadSync, resolveSync } from "./hooks.ts";

interface SynchronousHooks {
  readonly registerHooks?: (hooks: { readonly load: typeof loadSync; readonly resolve: typeof resolveSync }) => void;
}

process.setSourceMapsEnabled(true);

const { registerHooks } = nodeModule as SynchronousHooks;
if (registerHooks === undefined) {
  // On a thread of their own: here, the compiler is not needed.
  nodeModule.register(import.meta.url.endsWith(".ts") ? "./hooks.ts" : "./hooks.js", import.meta.url);
} else {
  const hooks = await import("./hooks.ts");
  registerHooks({ load: hooks.loadSync, resolve: hooks.resolveSync });
}
