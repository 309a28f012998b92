// What browsers get in place of source-compiler.ts and compile.ts, which need the parser (package.json, `browser`).
// Functions are then compiled by the plugin alone, ahead of time.

import { ZerothError } from "../ir/index.ts";

/** Leaves functions that the plugin has not met as they are: they are refused with the remedy. */
export function installSourceCompiler(): void {
  // There is no parser.
}

/** Refuses the text of a module. */
export function evaluateModule(): never {
  throw new ZerothError({
    kind: "unsupported",
    message: "compiling the text of a module in a browser",
    remedy: "compile it in Node, or let the plugin compile the module that has it",
  });
}
