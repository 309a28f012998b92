// Families: what the entries of one operator share, for functions of one code and the same options.

import { differentiatedBy } from "./origins.ts";
import type { Found } from "./plans.ts";
import type { GeneralBudget } from "./tiering.ts";
import { stampOf } from "../runtime/index.ts";

/** An entry remembers this many shapes of calls, and tries them without determining the shape. */
export const mostShapes = 8;

/** Puts one item first, which may be among the others. */
export const withFirst = (first: Found, list: readonly Found[]): readonly Found[] =>
  [first, ...list.filter(({ plan }) => plan !== first.plan)].slice(0, mostShapes);

export interface Family {
  /** Null until one of them is called. */
  budget: GeneralBudget | null;
  /** One for each shape of a call. The one that answered last is first. */
  found: readonly Found[];
  refusals: number;
}

export const newFamily = (): Family => ({ budget: null, found: [], refusals: 0 });

/** By the code of a function, or by the function itself if it is not compiled yet; then by the options of the operator. */
export type Families = WeakMap<object, Map<string, Family>>;

export function familyOf(families: Families, given: unknown, options: string): Family {
  const f = differentiatedBy(given);
  // Anything else is no function: the operator refuses it.
  const key = typeof f === "function" ? (stampOf(f)?.code ?? f) : families;
  let alike = families.get(key);
  if (alike === undefined) families.set(key, (alike = new Map<string, Family>()));
  let family = alike.get(options);
  if (family === undefined) alike.set(options, (family = newFamily()));
  return family;
}
