// The passes for specialised functions that nothing differentiates any more.

import type { Func, Pass } from "../ir/index.ts";
import {
  closedWorld,
  constantReads,
  copyElision,
  dce,
  deadArguments,
  gvn,
  licm,
  liftTapes,
  lowerCarry,
  narrowTapes,
  nonemptyTapes,
  outlining,
  redundantReads,
  relaxStrongZeros,
  tapesToArrays,
  undoLog,
  typeTapes,
  zeroArrays,
} from "../opt/index.ts";
import { bound } from "./pipeline.ts";

export const finishing: readonly Pass[] = bound("finish", [
  lowerCarry,
  nonemptyTapes,
  typeTapes,
  constantReads,
  licm,
  redundantReads,
  gvn,
  liftTapes,
  narrowTapes,
]);

export const relaxing: readonly Pass[] = bound("relax", [relaxStrongZeros]);

export const reusing: readonly Pass[] = bound("reuse", [licm, copyElision, zeroArrays]);

export const storing: readonly Pass[] = bound("store", [tapesToArrays]);

export const shipping = (mostOf: (func: Func) => number): readonly Pass[] =>
  bound("ship", [closedWorld, deadArguments, dce, outlining(mostOf)]);

export const logging = (lists: number): readonly Pass[] => bound("log", [undoLog(lists)]);
