// Calls a function with the power series of what it captured and of its arguments, by the word `T` with the number of
// contexts: each coefficient has a context. Returns the tuple of the value and its coefficients.

import { foreignCall, tuple, tupleLength, type Tuple } from "../host/intrinsics.ts";
import { callerOf } from "../host/word-callers.ts";
import type { Context } from "../runtime/index.ts";

type AnyFunction = (...args: unknown[]) => unknown;

export function callSeries(
  f: unknown,
  contexts: Tuple<Context>,
  coefficients: Tuple<Tuple>,
  args: readonly unknown[],
): Tuple {
  const call = foreignCall(callerOf, undefined, tuple(`T${tupleLength(contexts)}`)) as AnyFunction;
  return call(f, contexts, coefficients, ...args) as Tuple;
}
