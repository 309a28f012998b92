// Jacobians by the mode that is cheaper for the shapes at hand. The shapes are known once the function has run.
//
// A pullback of one number of the result and a moving number of the arguments cost about the same, a small multiple of the
// function, but starting forward mode costs as much as some pullbacks. So forward mode is chosen only if the result has at least
// twice as many numbers as the arguments, and a few more.
//
// Nobody may notice that the function runs again. So it runs only once, by reverse mode, if its code may write to memory that it
// did not make, or may compare references, which are copies in another run. If forward mode does not find the value of the
// first run (the function may be random), reverse mode is chosen after all.

import { foreignCall, structure, tuple } from "../host/intrinsics.ts";
import { hasSameNumbers } from "../host/same-numbers.ts";
import { mayWriteOrCompare } from "../runtime/index.ts";
import { jacfwd } from "./jacfwd.ts";
import { specialisedRows } from "./jacrev.ts";
import { argnumsOf, requireNoMore, requireOptions } from "./options.ts";
import { countNumbers } from "./pairing.ts";
import { requireArguments, requireFunction } from "./requirements.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** The Jacobian: the result's structure, with the argument's structure in place of each number. */
export function jacobian(
  f: AnyFunction,
  options?: { readonly argnums?: number | readonly number[] },
  ...surplus: unknown[]
): AnyFunction {
  requireFunction(f, "jacobian");
  requireOptions(options, ["argnums"], "jacobian");
  requireNoMore(surplus, "a function and options", "jacobian");
  const argnums = argnumsOf(options, "jacobian");
  return (...args: unknown[]): unknown => {
    const list = typeof argnums === "number" ? [argnums] : argnums;
    requireArguments(args, list, "jacobian");
    const jacobians = columnsIfCheaper(f, args, list) ?? specialisedRows(f, list)(...args);
    return typeof argnums === "number" ? jacobians[0] : jacobians;
  };
}

/** What starting forward mode costs, in pullbacks; this includes finding out whether the function may run again. */
const startingCost = 4;

/** The Jacobians by forward mode; null if reverse mode is to be used. */
function columnsIfCheaper(f: AnyFunction, args: readonly unknown[], argnums: readonly number[]): unknown[] | null {
  if (!isRepeatable(f, args)) return null;
  let count = 0;
  for (let k = 0; k < argnums.length; k++) count += countNumbers(structure(args[argnums[k] as number]));
  const first = f(...args);
  return countNumbers(structure(first)) >= 2 * count + startingCost ? columnsOf(f, args, argnums, first) : null;
}

function isRepeatable(f: AnyFunction, args: readonly unknown[]): boolean {
  return !(foreignCall(mayWriteOrCompare, undefined, tuple([f, ...args])) as boolean);
}

/** The Jacobians by forward mode; null if the function returned another value than in its first run. */
function columnsOf(
  f: AnyFunction,
  args: readonly unknown[],
  argnums: readonly number[],
  first: unknown,
): unknown[] | null {
  let isSame = true;
  const again = (...xs: unknown[]): unknown => {
    const value = f(...xs);
    if (foreignCall(hasSameNumbers, undefined, tuple(first, value)) as boolean) return value;
    isSame = false;
    return first;
  };
  const jacobians = jacfwd(again, { argnums })(...args) as unknown[];
  return isSame ? jacobians : null;
}
