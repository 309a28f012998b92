// The passes that optimise specialised functions.

import { untilStable, type Pass } from "../ir/index.ts";
import {
  congruentParams,
  copyPropagation,
  correlatedValues,
  guardElimination,
  gvn,
  hoistComparisons,
  frozenReads,
  jumpThreading,
  lengthPropagation,
  loopDeletion,
  loopFusion,
  redundantParams,
  reversedFusion,
  storeToLoadForwarding,
  structurePeeling,
  gatherRecords,
  unitVectorSums,
} from "../opt/index.ts";
import { cleaners } from "./cleaning.ts";
import { asPhase, bound, scalar } from "./pipeline.ts";

const optimisers: readonly Pass[] = [
  ...cleaners,
  redundantParams,
  structurePeeling,
  gatherRecords,
  gvn,
  jumpThreading,
  congruentParams,
  loopDeletion,
  correlatedValues,
  lengthPropagation,
  hoistComparisons,
  frozenReads,
  loopFusion,
  reversedFusion,
  storeToLoadForwarding,
  copyPropagation,
  unitVectorSums,
  guardElimination,
];

/** The scalar passes are brought to rest before each round of the others, which take longer and need not see what those leave. */
function inRounds(name: "optimise" | "polish"): Pass {
  const passes = bound(name, optimisers);
  const isScalar = (pass: Pass): boolean => scalar.includes(pass.name);
  const first = untilStable("scalar", passes.filter(isScalar));
  return untilStable(name, [first, ...passes.filter((pass) => !isScalar(pass))]);
}

/** The passes for specialised functions. */
export const optimising: Pass = inRounds("optimise");
/** The same passes, for code that nothing differentiates any more. */
export const polishing: readonly Pass[] = asPhase("polish", [inRounds("polish")]);
