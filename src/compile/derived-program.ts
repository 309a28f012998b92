// Programs whose functions are differentiated. This and the roof (host, entry points) see more than one layer.

import { differentiate } from "../ad/index.ts";
import { cleaning } from "./cleaning.ts";
import { Program, withFunctions, type Differentiate, type Module } from "../ir/index.ts";

/** A closed module as a program, whose functions are differentiated when they are first asked for. */
export function createProgram(module: Module): Program {
  return new Program(module, differentiateClean);
}

/** Differentiates, then cleans what came out. */
const differentiateClean: Differentiate = (module, name, letter) => {
  const derived = differentiate(module, name, letter);
  const cleaned = cleaning.run(withFunctions({ functions: {}, sources: {} }, derived)).functions;
  return derived.flatMap((func) => cleaned[func.name] ?? []);
};
