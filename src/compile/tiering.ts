// Decides how long general code runs before a program is specialised: about as long as specialising takes. Both together then
// take at most twice the time of the better choice, however often a derivative is computed.

import { isChecked, now, type Code } from "../ir/index.ts";
import { isFlat, isPlainObject, isTypedArray, stampOf } from "../runtime/index.ts";
import { stampFromSource } from "../host/from-source.ts";
import { programSize } from "./program-size.ts";

/** What is left for general code before the program is specialised. */
export interface GeneralBudget {
  /** Whether the program is small, and something in it repeats. */
  readonly isHasty: boolean;
  /** Whether functions of the program call themselves. */
  readonly recurs: boolean;
  /** Milliseconds. */
  left: number;
  /** Calls. */
  calls: number;
  /** How long general code took for the last call, in milliseconds. */
  latest: number;
}

/**
 * Small programs are specialised after this many calls of general code, however short they are: engines record nothing about a
 * function's first calls, and they do not inline an entry into its callers if it has seen more of general code.
 */
const mostCalls = 8;

/** By the code that is differentiated: all closures of one code, and all operators over it, share a budget. */
const known = new WeakMap<Code, GeneralBudget>();

/** Approximate milliseconds that specialising takes for each instruction. */
const perInstruction = 5;

/** Small programs have at most this many instructions. */
const mostInSmall = 250;

/** Loops over more elements may run for long even in one call. */
const mostElements = 2000;
/** Approximate milliseconds that general code takes for each element, in small programs that loop or recur. */
const perElement = 0.02;
/** Counting elements stops where there are so many. */
const mostCounted = 50_000;

/**
 * Whether general code makes a call. A call of a small program that loops or recurs is not made by it if the arguments hold many
 * elements, or a number that may be a count of many: general code might take long for that call alone.
 */
export const waits = (budget: GeneralBudget, args: readonly unknown[]): boolean =>
  budget.left > 0 && !(budget.isHasty && elementsIn(args) > mostElements);

/** Runs general code, and counts that. */
export function counted<T>(budget: GeneralBudget, general: () => T): T {
  const start = now();
  try {
    return general();
  } finally {
    budget.latest = now() - start;
    budget.left = --budget.calls === 0 ? 0 : budget.left - budget.latest;
  }
}

/** A call compiles for at least and at most this many milliseconds. */
const [leastPortion, mostPortion] = [8, 40];

/**
 * For how many milliseconds a call compiles before general code makes it: about as long as the call itself takes. Recursion over
 * much data waits for specialised code, which needs less of the stack.
 */
export function portionOf(budget: GeneralBudget, args: readonly unknown[]): number {
  const usual = Math.min(mostPortion, Math.max(leastPortion, budget.latest));
  const elements = budget.isHasty ? elementsIn(args) : 0;
  if (budget.recurs && elements > mostElements) return Infinity;
  return elements > mostElements ? Math.max(usual, perElement * elements) : usual;
}

/** How many elements arguments hold; a number counts as itself, as it may be a count. Counting stops where there are many. */
export function elementsIn(x: unknown, depth = 0): number {
  if (typeof x === "number") return Math.abs(x);
  if (typeof x === "string") return x.length;
  if (typeof x !== "object" || x === null || depth > 8) return 1;
  if (isTypedArray(x)) return x.length;
  const isList = Array.isArray(x);
  if (isList && depth > 0 && isFlat(x)) return x.length;
  if (!isList && !isPlainObject(x)) return 1;
  // Accessors are not run: their effects would be seen.
  const items: readonly unknown[] = isList ? x : Object.values(Object.getOwnPropertyDescriptors(x)).map(valueIn);
  let sum = items.length;
  for (const item of items) {
    if (sum > mostCounted) break;
    if (typeof item === "object" || depth === 0) sum += elementsIn(item, depth + 1);
  }
  return sum;
}

const valueIn = ({ value }: PropertyDescriptor): unknown => value;

/** The budget for a differentiated function. */
export function generalBudget(f: unknown): GeneralBudget {
  // The function must be compiled in any case, to be differentiated.
  if (typeof f === "function" && stampOf(f) === undefined) stampFromSource(f as () => unknown);
  const { size, repeats, recurs, code } = programSize(f);
  const isSmall = size <= mostInSmall;
  const budget = (code && known.get(code)) ?? {
    isHasty: isSmall && repeats,
    recurs,
    // Tests use specialised code at once.
    left: isSmall && isChecked ? 0 : perInstruction * size,
    calls: isSmall ? mostCalls : Infinity,
    latest: 0,
  };
  if (code) known.set(code, budget);
  return budget;
}
