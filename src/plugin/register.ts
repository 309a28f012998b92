// `node --import zeroth/register app.ts`: compiles the modules that Node loads from now on, and strips their types.

import * as nodeModule from "node:module";
import { compileCommonJs } from "./common-js.ts";
import type * as Hooks from "./hooks.ts";
import { readOptions } from "./read-options.ts";
import { selectModules } from "./select.ts";

interface SynchronousHooks {
  readonly registerHooks?: (hooks: {
    readonly load: typeof Hooks.loadSync;
    readonly resolve: typeof Hooks.resolveSync;
  }) => void;
}

process.setSourceMapsEnabled(true);

const { registerHooks } = nodeModule as SynchronousHooks;
const hooksFile = import.meta.url.endsWith(".ts") ? "./hooks.ts" : "./hooks.js";
// What is wrong with the options is said here, before the hooks find it.
const select = selectModules(process.cwd(), readOptions(process.cwd()));
if (registerHooks === undefined) {
  // The hooks run on their own thread: for modules that are imported, the compiler is not needed here.
  nodeModule.register(hooksFile, import.meta.url);
} else {
  // The hooks are loaded only here, and synchronously: `node --require` waits for no module.
  const hooks = nodeModule.createRequire(import.meta.url)(hooksFile) as typeof Hooks;
  registerHooks({ load: hooks.loadSync, resolve: hooks.resolveSync });
}
compileCommonJs(select, registerHooks === undefined);
