// Programs whose functions are differentiated.

import { differentiate } from "../ad/index.ts";
import { cleaning } from "./cleaning.ts";
import { Program, reportStep, runPass, verified, withFunctions, type Differentiate, type Module } from "../ir/index.ts";

/** Makes a program of a closed module. The program differentiates a function when its derivative is first needed. */
export function createProgram(module: Module): Program {
  return new Program(module, verified(differentiateClean));
}

/** Differentiates, then cleans the derived functions. */
const differentiateClean: Differentiate = (module, name, letter) => {
  const derived = differentiate(module, name, letter);
  const nothing: Module = { functions: {}, sources: {} };
  const made = withFunctions(nothing, derived);
  reportStep(`differentiate (${letter})`, nothing, made);
  const cleaned = runPass(cleaning, made).functions;
  return derived.flatMap((func) => cleaned[func.name] ?? []);
};
