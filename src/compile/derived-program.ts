// Programs whose functions are differentiated.

import { differentiate } from "../ad/index.ts";
import { withErrorsAsValues } from "../exceptions/index.ts";
import { cleaning } from "./cleaning.ts";
import {
  Program,
  reportStep,
  runInSteps,
  verified,
  withFunctions,
  ZerothError,
  type Differentiate,
  type Module,
} from "../ir/index.ts";

/** Makes a program of a closed module. The program differentiates a function when its derivative is first needed. */
export function createProgram(module: Module): Program {
  return new Program(module, verified(differentiateClean));
}

/** What a function is by one letter of a word. */
export const derive: Differentiate = function* (module, name, letter) {
  if (letter === "E") return withErrorsAsValues(module, name);
  try {
    return yield* differentiate(module, name, letter);
  } catch (error) {
    throw error instanceof ZerothError && error.span !== undefined
      ? error.at(error.span, module.sources[error.span.file])
      : error;
  }
};

/** The same, cleaned. */
const differentiateClean: Differentiate = function* (module, name, letter) {
  const derived = yield* derive(module, name, letter);
  const nothing: Module = { functions: {}, sources: {} };
  const made = withFunctions(nothing, derived);
  reportStep(`differentiate (${letter})`, nothing, made);
  const { functions } = yield* runInSteps(cleaning, made);
  return derived.flatMap((func) => functions[func.name] ?? []);
};
