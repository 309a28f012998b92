// `fixedPoint(f)`: the x at which the iteration of `f` settles. Its derivatives are those of the implicit function that the
// equation x = f(x, …params) defines.

import { structure } from "../host/intrinsics.ts";
import { ZerothError } from "../ir/index.ts";
import { solution } from "./implicit.ts";
import { numbersOf, requireShape, requireUnknowns } from "./numbers-of.ts";
import { requireNoMore, requireOptions } from "./options.ts";
import { requireFunction } from "./requirements.ts";
import type { Residual } from "./residual.ts";
import { iterationsOf, toleranceOf, type SolveOptions } from "./solve-options.ts";
import { copyTree } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

export function fixedPoint(f: AnyFunction, options?: SolveOptions, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "fixedPoint");
  requireOptions(options, ["tolerance", "iterations"], "fixedPoint");
  requireNoMore(surplus, "a function and options", "fixedPoint");
  const tolerance = toleranceOf(options, 1e-12, "fixedPoint");
  const iterations = iterationsOf(options, 10_000, "fixedPoint");
  return (x0: unknown, ...params: unknown[]): unknown => {
    // The search depends on the start; the equations do not, so the start has no derivative.
    const residual: Residual = (x, _start, ...rest) => {
      const shape = structure(x);
      const before = numbersOf(shape, x);
      const after = f(x, ...rest);
      requireShape(shape, after);
      return numbersOf(shape, after).map((v, i) => v - (before[i] as number));
    };
    const find = (start: unknown, ...rest: unknown[]): unknown => iterate(f, start, rest, tolerance, iterations);
    return solution("fixedPoint", find, residual, Infinity, x0, ...params);
  };
}

function iterate(
  f: AnyFunction,
  x0: unknown,
  params: readonly unknown[],
  tolerance: number,
  iterations: number,
): unknown {
  const shape = structure(x0);
  requireUnknowns(shape, "fixedPoint");
  let x = copyTree(shape, x0);
  // The numbers are copied, since `f` may write to the array that it is given.
  let before = numbersOf(shape, x);
  for (let k = 0; k < iterations; k++) {
    x = f(x, ...params);
    requireShape(shape, x);
    const after = numbersOf(shape, x);
    let step = 0;
    let size = 1;
    for (let i = 0; i < after.length; i++) {
      step = Math.max(step, Math.abs((after[i] as number) - (before[i] as number)));
      size = Math.max(size, Math.abs(after[i] as number));
    }
    if (!(size < Infinity)) throw diverged(k + 1);
    if (step <= tolerance * size) return x;
    before = after;
  }
  throw new ZerothError({
    kind: "invalid",
    message: `fixedPoint did not settle in ${iterations} iterations`,
    remedy: "start nearer, damp the iteration, or change `tolerance` or `iterations`; root uses Newton's method",
  });
}

function diverged(count: number): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message: `fixedPoint: after ${count} iteration${count === 1 ? "" : "s"} a number is infinite or NaN`,
    remedy: "start nearer, or damp the iteration; root uses Newton's method",
  });
}
