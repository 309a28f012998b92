// Jacobians by the mode that is cheaper for the shapes at hand. The shapes are known once the function has run.
//
// The first run is by reverse mode, so that it is of use in most cases: its pullback can compute the Jacobian, one number of the
// result at a time. Forward mode runs the function again, and each run moves some numbers of the arguments. A pullback and a
// moving number cost about the same, a small multiple of the function. But pullbacks need nothing more, while starting forward
// mode costs as much as some pullbacks. So forward mode is chosen only if the result has at least twice as many numbers as the
// arguments, and a few more.
//
// Nobody may notice that the function runs again. So it runs only once if its code may write to memory that it did not make,
// assign variables of others, or compare references, which are copies in another run. If the function returns another value all
// the same (it may be random), it runs once more, by reverse mode.
//
// Within specialised code the mode is the reverse one: with a choice, the code would consist of both.

import { foreignCall, push, tuple } from "../host/intrinsics.ts";
import { isGeneralCode } from "../host/questions.ts";
import { hasSameNumbers } from "../host/same-numbers.ts";
import { mayTellRuns, type Structure } from "../runtime/index.ts";
import { specialisedWithin } from "../compile/entry-points.ts";
import { evaluate, type Evaluation } from "./evaluation.ts";
import { columnsOf } from "./jacfwd.ts";
import { rowsOf } from "./jacrev.ts";
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
    const jacobians = jacobiansOf(f, args, list);
    return typeof argnums === "number" ? jacobians[0] : jacobians;
  };
}

/** What starting forward mode costs, in pullbacks; this includes finding out whether the function may run again. */
const startingCost = 4;

function jacobiansOf(f: AnyFunction, args: readonly unknown[], argnums: readonly number[]): unknown[] {
  if (!isRepeatable(f, args)) return specialisedRows(f, argnums)(...args);
  const [rows, first] = specialisedRowsOrValue(f, argnums)(...args);
  return rows ?? byColumns(f, args, argnums, first) ?? specialisedRows(f, argnums)(...args);
}

/** The Jacobians by reverse mode; null and the value of the function where forward mode is cheaper. */
function rowsOrValueOf(
  f: AnyFunction,
  argnums: readonly number[],
): (...args: unknown[]) => [unknown[] | null, unknown] {
  return (...args) => {
    const e = evaluate(f, args, argnums);
    return isForwardCheaper(e) ? [null, e.value] : [rowsOf(e), null];
  };
}

/** The Jacobians by reverse mode, as a function of the arguments. */
function rowsFor(f: AnyFunction, argnums: readonly number[]): (...args: unknown[]) => unknown[] {
  return (...args) => rowsOf(evaluate(f, args, argnums, true));
}

const specialisedRows = specialisedWithin(rowsFor);
const specialisedRowsOrValue = specialisedWithin(rowsOrValueOf);

function isForwardCheaper(e: Evaluation): boolean {
  let count = 0;
  for (let k = 0; k < e.shapes.length; k++) count += countNumbers(e.shapes[k] as Structure);
  return countNumbers(e.result) >= 2 * count + startingCost;
}

/** An alias: functions capture a constant by its value, so the specialiser knows it. */
const mayChoose = isGeneralCode;

function isRepeatable(f: AnyFunction, args: readonly unknown[]): boolean {
  if (!(foreignCall(mayChoose, undefined, tuple(f)) as boolean)) return false;
  return !(foreignCall(mayTellRuns, undefined, tuple([f, ...args])) as boolean);
}

/** The Jacobians by forward mode; null if the function returned another value than in its first run. */
function byColumns(
  f: AnyFunction,
  args: readonly unknown[],
  argnums: readonly number[],
  first: unknown,
): unknown[] | null {
  const jacobians: unknown[] = [];
  for (let k = 0; k < argnums.length; k++) {
    const columns = columnsOf(f, 1, args, argnums[k] as number, undefined, () => null);
    if (columns === null || !(foreignCall(hasSameNumbers, undefined, tuple(first, columns[1])) as boolean)) return null;
    push(jacobians, columns[0]);
  }
  return jacobians;
}
