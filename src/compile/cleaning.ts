// The passes that remove code that is plainly useless.

import { inferTypesEverywhere, untilStable, type Pass } from "../ir/index.ts";
import { dce, mergeBlocks, simplify } from "../opt/index.ts";
import { bound } from "./pipeline.ts";

export const cleaners: readonly Pass[] = [inferTypesEverywhere, simplify, dce, mergeBlocks];

/** The pass that every function goes through before it runs, derivatives included. */
export const cleaning: Pass = untilStable("clean", bound("clean", cleaners));
