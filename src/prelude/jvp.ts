// The forward operators. They make the arguments disjoint, enter the tangents, call the function, and read the tangents of the
// result. All of it is differentiable, as it is in the reverse operators.
//
// One run carries one tangent (letter `D`), several (`V`), or the coefficients of a power series (`T`): see `pushAll`.

import {
  arrayNew,
  callD,
  foreignCall,
  gather,
  newTangents,
  overlaps,
  push,
  structure,
  tuple,
  tupleConcat,
  tupleGet,
  type Tuple,
} from "../host/intrinsics.ts";
import { callerOf } from "../host/word-callers.ts";
import type { Context } from "../runtime/index.ts";
import { requireNoMore } from "./options.ts";
import {
  requireDifferentiable,
  requireFunction,
  requireLists,
  requireNumberArgument,
  requireOrder,
} from "./requirements.ts";
import { enterTangent, tangentTree, times } from "./tangents.ts";
import { copyTree } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** An alias: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const callerByWord = callerOf;

/** `jvp(f, primals, tangents)` returns `[y, ẏ]`. */
export function jvp(
  f: AnyFunction,
  primals: readonly unknown[],
  tangents: readonly unknown[],
  ...surplus: unknown[]
): [unknown, unknown] {
  requireFunction(f, "jvp");
  requireNoMore(surplus, "a function, an array of arguments and an array of tangents", "jvp");
  requireLists(primals, tangents);
  const moved: number[] = [];
  for (let i = 0; i < primals.length; i++) {
    if (tangents[i] === null || tangents[i] === undefined) continue;
    requireDifferentiable(primals[i], i, "jvp");
    push(moved, i);
  }
  return pushForward(f, primals, tangents, moved);
}

/** The value of `f` and its tangent. `moved` lists the indices of the arguments that have a tangent. */
export function pushForward(
  f: AnyFunction,
  primals: readonly unknown[],
  tangents: readonly unknown[],
  moved: readonly number[],
): [unknown, unknown] {
  const [value, all] = pushAll(f, primals, [tangents], moved, "D");
  return [value, all[0]];
}

/**
 * The value of `f`, and what its result carries for each entry of `bundle`. An entry lists what the arguments carry: their
 * tangents in one direction (letters `D`, for a single entry, and `V`), or the coefficients of one order of their series, from
 * order 1 on (`T`). With `isExact`, what a Float32Array carries is not rounded.
 */
export function pushAll(
  f: AnyFunction,
  primals: readonly unknown[],
  bundle: readonly (readonly unknown[])[],
  moved: readonly number[],
  letter: "D" | "V" | "T",
  isExact = false,
): [value: unknown, carried: unknown[]] {
  const copied = overlaps(f, primals, moved, false);
  const xs: unknown[] = [];
  for (let i = 0; i < primals.length; i++) push(xs, primals[i]);
  // All copies are made before any tangent is entered.
  for (let k = 0; k < moved.length; k++) {
    const i = moved[k] as number;
    if (copied[k]) xs[i] = copyTree(structure(xs[i]), xs[i]);
  }
  const contexts: Context[] = [];
  const entered: Tuple[] = [];
  for (let k = 0; k < bundle.length; k++) {
    const context = newTangents();
    push(contexts, context);
    push(entered, enterAll(xs, context, bundle[k] as readonly unknown[], moved));
  }
  const out = callAll(f, contexts, entered, xs, letter);
  const value = tupleGet(out, 0);
  const result = structure(value);
  const carried: unknown[] = [];
  for (let k = 0; k < contexts.length; k++)
    push(carried, tangentTree(result, contexts[k] as Context, tupleGet(out, k + 1), isExact));
  return [value, carried];
}

/** Enters the tangents of the arguments; returns the tuple of the tangents of the function, its receiver and its arguments. */
function enterAll(
  xs: readonly unknown[],
  context: Context,
  tangents: readonly unknown[],
  moved: readonly number[],
): Tuple {
  const parts = arrayNew(xs.length);
  for (let i = 0; i < xs.length; i++) parts[i] = 0;
  for (let k = moved.length - 1; k >= 0; k--) {
    const i = moved[k] as number;
    parts[i] = enterTangent(structure(xs[i]), context, tangents[i], `of argument ${i}`);
  }
  return tupleConcat(tuple(0, 0) as Tuple, gather(parts, parts.length));
}

function callAll(
  f: AnyFunction,
  contexts: readonly Context[],
  entered: readonly Tuple[],
  xs: readonly unknown[],
  letter: "D" | "V" | "T",
): Tuple {
  if (letter === "D") return callD(f, undefined, contexts[0] as Context, entered[0] as Tuple, ...xs);
  const call = foreignCall(callerByWord, undefined, tuple(`${letter}${contexts.length}`)) as AnyFunction;
  return call(f, gather(contexts, contexts.length), gather(entered, entered.length), ...xs) as Tuple;
}

/** The derivative of order `n` of a function of a number, in its first argument. */
export function derivative(f: AnyFunction, n: unknown = 1, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "derivative");
  requireNoMore(surplus, "a function and an order", "derivative");
  requireOrder(n, "derivative");
  const order = n as number;
  return (...args: unknown[]): unknown => {
    if (order === 0) return f(...args);
    requireNumberArgument(args[0], "derivative");
    if (order === 1) return pushForward(f, args, [1], [0])[1];
    const [, coefficients] = seriesAt(f, order, args);
    let factorial = 1;
    for (let k = 2; k <= order; k++) factorial *= k;
    const last = coefficients[order - 1];
    return times(factorial, structure(last), last);
  };
}

/** The coefficients of orders 0 to `n` of the Taylor series of a function of a number, in its first argument. */
export function taylor(f: AnyFunction, n: unknown, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "taylor");
  requireNoMore(surplus, "a function and an order", "taylor");
  requireOrder(n, "taylor");
  const order = n as number;
  return (...args: unknown[]): unknown => {
    if (order === 0) return [f(...args)];
    requireNumberArgument(args[0], "taylor");
    const [value, coefficients] = seriesAt(f, order, args);
    return [value, ...coefficients];
  };
}

/** The value, and the coefficients from order 1 on of the Taylor series in argument 0. */
function seriesAt(f: AnyFunction, order: number, args: readonly unknown[]): [value: unknown, coefficients: unknown[]] {
  const bundle: unknown[][] = [[1]];
  for (let k = 1; k < order; k++) push(bundle, [null]);
  return pushAll(f, args, bundle, [0], "T");
}
