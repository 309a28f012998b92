// Programs of the kinds that people write: recursion over data made on the way, records and functions that are shared, kept
// and changed through other names, lists that are copied, sorted and grown, variables that change their type.

import { pay, type Choice, type Context } from "../context.ts";
import { number } from "../makers.ts";
import { statement } from "../node.ts";
import type { Node } from "../program.ts";
import { accumulators } from "./accumulators.ts";
import { aliasAcrossIterations, aliasedRecords, permutations } from "./aliases.ts";
import { sentinels, unusualBounds } from "./changing-types.ts";
import { asVariable, type Computed } from "./computed.ts";
import { grownTables, listsByKeys, spreadLists } from "./copied-lists.ts";
import { functionsCompared, functionsInArrays, functionsInRecords } from "./kept-functions.ts";
import { localOperators } from "./local-operators.ts";
import {
  recursionAroundCallbacks,
  recursionByTurns,
  recursionOverTwo,
  recursionToArrays,
  recursionToNumbers,
  recursionToRecords,
} from "./recursion-over-arrays.ts";
import { neighbours } from "./neighbours.ts";
import { binaryTree, forest, list } from "./trees.ts";
import { typedViews, writesOutOfRange } from "./typed-views.ts";

const cost = 250;

export function structure(context: Context): Node {
  if (!pay(context, cost)) return statement("expression")`void ${number({ ...context, depth: 1 })};`;
  const kinds: readonly Choice<Computed>[] = [
    [2, () => recursionToNumbers(context)],
    [1, () => recursionOverTwo(context)],
    [1, () => recursionToArrays(context)],
    [1, () => recursionToRecords(context)],
    [1, () => recursionByTurns(context)],
    [1.5, () => recursionAroundCallbacks(context)],
    [1, () => binaryTree(context)],
    [1, () => list(context)],
    [1, () => forest(context)],
    [2, () => aliasedRecords(context)],
    [1.5, () => aliasAcrossIterations(context)],
    [1, () => permutations(context)],
    [1.5, () => accumulators(context)],
    [1.5, () => spreadLists(context)],
    [1.5, () => listsByKeys(context)],
    [1.5, () => grownTables(context)],
    [2, () => neighbours(context)],
    [1, () => functionsInArrays(context)],
    [1, () => functionsInRecords(context)],
    [1, () => functionsCompared(context)],
    [1.5, () => typedViews(context)],
    [1, () => writesOutOfRange(context)],
    [2, () => sentinels(context)],
    [1, () => unusualBounds(context)],
    [context.orders > 0 ? 1.5 * context.weights.derivatives : 0, () => localOperators(context)],
  ];
  return asVariable(context, context.choices.weighted(kinds)());
}
