// Jacobians by whichever mode is cheaper for the shapes at hand, which are known once the function has run.
//
// That run is by reverse mode, so that nothing is run for nothing: its pullback serves one number of the result at a
// time. Forward mode instead runs the function again, with some numbers of the argument moving in each run. What one
// pullback costs and what one moving number costs are alike (each is a small multiple of the function), but all that
// pulling back needs is there already, and to begin again costs as much as some pullbacks. So the result must have twice
// as many numbers as the argument, and a few more.
//
// Running again must not be seen. Code that may write to memory that it did not make (or compares references, which are
// copies in another run) is run once only. A function that gives another value all the same, as by chance, has its
// first run pulled back.

import { foreignCall, tuple } from "../host/intrinsics.ts";
import { hasSameNumbers } from "../host/same-numbers.ts";
import { mayWriteOrCompare, type Structure } from "../runtime/index.ts";
import { evaluate, type Evaluation } from "./evaluation.ts";
import { jacfwd } from "./jacfwd.ts";
import { rowsOf } from "./jacrev.ts";
import { argnumsOf, requireNoMore, requireOptions } from "./options.ts";
import { countNumbers } from "./pairing.ts";
import { requireArguments, requireFunction } from "./requirements.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** The result's structure over the argument's. */
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
    const e = evaluate(f, args, list);
    const columns = isForwardCheaper(e) && isRepeatable(f, args) ? columnsOf(f, args, list, e) : null;
    const jacobians = columns ?? rowsOf(e);
    return typeof argnums === "number" ? jacobians[0] : jacobians;
  };
}

/** As many pullbacks as it costs to look whether the function may run again, and to begin. */
const startingCost = 4;

function isForwardCheaper(e: Evaluation): boolean {
  let count = 0;
  for (let k = 0; k < e.shapes.length; k++) count += countNumbers(e.shapes[k] as Structure);
  return countNumbers(e.result) >= 2 * count + startingCost;
}

function isRepeatable(f: AnyFunction, args: readonly unknown[]): boolean {
  return !(foreignCall(mayWriteOrCompare, undefined, tuple([f, ...args])) as boolean);
}

/** The Jacobians by forward mode; null if the function gave another value than in its first run. */
function columnsOf(
  f: AnyFunction,
  args: readonly unknown[],
  argnums: readonly number[],
  e: Evaluation,
): unknown[] | null {
  const first = e.value;
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
