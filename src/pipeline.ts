// The pipeline: which passes run, in which order. It and the roof (host, entry points) see more than one layer.

import { differentiate } from "./ad/index.ts";
import { boxAssigned, convertClosures } from "./closure/index.ts";
import {
  Program,
  inferTypesEverywhere,
  isChecked,
  runPasses,
  untilStable,
  withFunctions,
  type Differentiate,
  type Module,
  type Pass,
} from "./ir/index.ts";
import {
  branchParams,
  closeLoops,
  dropDead,
  dropExpectations,
  foldLoopParams,
  forwardCopies,
  forwardLengths,
  forwardStores,
  fuseLoops,
  fuseReversed,
  hoistComparisons,
  mergeBlocks,
  numberValues,
  sameParams,
  settleLoads,
  simplify,
  threadJumps,
} from "./opt/index.ts";

/** From functions as lowered to closed functions. */
export const closing: readonly Pass[] = [boxAssigned, convertClosures];

export const cleaningPasses: readonly Pass[] = [inferTypesEverywhere, simplify, dropDead, mergeBlocks];

/** What every function goes through before it runs, derivatives included. */
export const cleaning: Pass = untilStable("clean", cleaningPasses);

export const optimisingPasses: readonly Pass[] = [
  ...cleaningPasses,
  sameParams,
  numberValues,
  threadJumps,
  foldLoopParams,
  closeLoops,
  branchParams,
  forwardLengths,
  hoistComparisons,
  settleLoads,
  fuseLoops,
  fuseReversed,
  forwardStores,
  forwardCopies,
  dropExpectations,
];

/** What specialised functions go through. */
export const optimising: Pass = untilStable("optimise", optimisingPasses);

/** Lowered functions as a closed module. */
export function compileModule(lowered: Module): Module {
  return runPasses([...closing, cleaning], lowered, { verify: isChecked });
}

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
