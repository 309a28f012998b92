// What every function goes through before it runs. This and the roof (host, entry points) see more than one layer.

import { differentiate } from "./ad/index.ts";
import {
  Program,
  inferTypesEverywhere,
  untilStable,
  withFunctions,
  type Differentiate,
  type Module,
  type Pass,
} from "./ir/index.ts";
import { dropDead, mergeBlocks, simplify } from "./opt/index.ts";

export const cleaningPasses: readonly Pass[] = [inferTypesEverywhere, simplify, dropDead, mergeBlocks];

/** What every function goes through before it runs, derivatives included. */
export const cleaning: Pass = untilStable("clean", cleaningPasses);

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
