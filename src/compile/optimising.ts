// What specialised functions go through.

import { untilStable, type Pass } from "../ir/index.ts";
import {
  correlatedValues,
  loopDeletion,
  guardElimination,
  congruentParams,
  copyPropagation,
  lengthPropagation,
  storeToLoadForwarding,
  loopFusion,
  reversedFusion,
  hoistComparisons,
  gvn,
  redundantParams,
  invariantLoads,
  jumpThreading,
  unitVectorSums,
} from "../opt/index.ts";
import { cleaningPasses } from "./cleaning.ts";

export const optimisingPasses: readonly Pass[] = [
  ...cleaningPasses,
  redundantParams,
  gvn,
  jumpThreading,
  congruentParams,
  loopDeletion,
  correlatedValues,
  lengthPropagation,
  hoistComparisons,
  invariantLoads,
  loopFusion,
  reversedFusion,
  storeToLoadForwarding,
  copyPropagation,
  unitVectorSums,
  guardElimination,
];

/** What specialised functions go through. */
export const optimising: Pass = untilStable("optimise", optimisingPasses);
