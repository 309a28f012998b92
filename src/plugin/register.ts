// `node --import zeroth/register app.ts`: compiles the modules that Node loads from here on, and strips their types.

import * as nodeModule from "node:module";
import type * as Hooks from "./hooks.ts";

interface SynchronousHooks {
  readonly registerHooks?: (hooks: {
    readonly load: typeof Hooks.loadSync;
    readonly resolve: typeof Hooks.resolveSync;
  }) => void;
}

process.setSourceMapsEnabled(true);

const { registerHooks } = nodeModule as SynchronousHooks;
const hooksFile = import.meta.url.endsWith(".ts") ? "./hooks.ts" : "./hooks.js";
if (registerHooks === undefined) {
  // On a thread of their own: here, the compiler is not needed.
  nodeModule.register(hooksFile, import.meta.url);
} else {
  // Loaded here alone, and at once: `node --require` waits for no module.
  const hooks = nodeModule.createRequire(import.meta.url)(hooksFile) as typeof Hooks;
  registerHooks({ load: hooks.loadSync, resolve: hooks.resolveSync });
}
