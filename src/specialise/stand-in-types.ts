// Which records stand for something else (stand-ins.ts): only their types tell.

import { fieldsOfType, typesWithin, type Type } from "../ir/index.ts";
import { isOfPairs, tableKeys } from "../runtime/index.ts";
import { isFunctionType } from "./function-classes.ts";

/** What one stands for. */
export type StandIn = "function" | "table" | "pair";

/** Whether a value of a type is a table. */
export const isTableType = (type: Type): boolean => type.startsWith("{") && fieldsOfType(type).has(tableKeys);

/** Whether a value of a type may be a pair. */
export const isPairType = (type: Type): boolean =>
  type.startsWith("{") && [...fieldsOfType(type).keys()].some(isOfPairs);

/** What a value of a type itself stands for; null if it is no such record. A value that may be a function counts as one. */
export const standInFor = (type: Type): StandIn | null =>
  isFunctionType(type) !== false ? "function" : isTableType(type) ? "table" : isPairType(type) ? "pair" : null;

const within = new Map<Type, ReadonlySet<StandIn>>();

/** What the records stand for that a value of a type may be, or lead to. */
export function standInsWithin(type: Type): ReadonlySet<StandIn> {
  let found = within.get(type);
  if (found === undefined)
    within.set(type, (found = new Set([...typesWithin(type)].flatMap((one) => standInFor(one) ?? []))));
  return found;
}

/** Whether a value of a type is a record that stands for something else, or leads to one. */
export const holdsStandIn = (type: Type): boolean =>
  (type.includes("{") || type.includes("#")) && standInsWithin(type).size > 0;
