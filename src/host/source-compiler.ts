// Compiles closed functions from their own text, so that they can be differentiated without a build step.

import { lowerFunction, type Strictness } from "../front/index.ts";
import { mapFunctions, printModule, ZerothError } from "../ir/index.ts";
import { noteAccessors, noteMadeAccessors, noteConversions, noteFormats } from "../runtime/index.ts";
import { compileModule } from "../compile/closing.ts";
import { createProgram } from "../compile/derived-program.ts";
import { openImplicitCalls } from "../compile/implicit-calls.ts";
import type { SourceResult } from "./from-source.ts";

export function compileSource(text: string, name: string, strictness: Strictness): SourceResult {
  const file = name === "" ? "the text of a function" : `the text of ${name}`;
  const { module, func, freeNames } = lowerFunction(text, file, strictness);
  const refusal = module.functions[func]?.refusal ?? null;
  if (refusal !== null) throw new ZerothError({ kind: "unsupported", ...refusal });
  if (freeNames.length > 0) return { kind: "open", freeNames };
  noteAccessors(text);
  if (/\b[gs]et\b/.test(text)) noteMadeAccessors(printModule(module));
  noteConversions(text);
  noteFormats(text);
  return { kind: "code", code: createProgram(mapFunctions(compileModule(module), openImplicitCalls)).code(func) };
}
