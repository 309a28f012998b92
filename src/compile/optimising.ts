// What specialised functions go through.

import { untilStable, type Pass } from "../ir/index.ts";
import {
  branchParams,
  closeLoops,
  dropExpectations,
  foldLoopParams,
  forwardCopies,
  forwardLengths,
  forwardStores,
  fuseLoops,
  fuseReversed,
  hoistComparisons,
  numberValues,
  sameParams,
  settleLoads,
  threadJumps,
  unitSums,
} from "../opt/index.ts";
import { cleaningPasses } from "./cleaning.ts";

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
  unitSums,
  dropExpectations,
];

/** What specialised functions go through. */
export const optimising: Pass = untilStable("optimise", optimisingPasses);
