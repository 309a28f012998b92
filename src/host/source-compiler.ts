// Compiles functions from their own text: what the entry point installs where there is a parser.

import { lowerFunction } from "../front/index.ts";
import { ZerothError } from "../ir/index.ts";
import { compileModule, createProgram } from "../pipeline.ts";
import { setSourceCompiler } from "./from-source.ts";

/** Makes closed functions differentiable without a build step. */
export function installSourceCompiler(): void {
  setSourceCompiler((text, name) => {
    const file = name === "" ? "the text of a function" : `the text of ${name}`;
    const { module, func, freeNames } = lowerFunction(text, file);
    const refusal = module.functions[func]?.refusal ?? null;
    if (refusal !== null) throw new ZerothError({ kind: "unsupported", ...refusal });
    if (freeNames.length > 0) return { kind: "open", freeNames };
    return { kind: "code", code: createProgram(compileModule(module)).code(func) };
  });
}
