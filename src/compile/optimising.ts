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
import { bound } from "./pipeline.ts";

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

/** The passes for specialised functions. */
export const optimising: Pass = untilStable("optimise", bound("optimise", optimisers));
/** The same passes, for code that nothing differentiates any more. */
export const polishing: Pass = untilStable("polish", bound("polish", optimisers));
