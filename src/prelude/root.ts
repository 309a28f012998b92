// `root(f)`: the x where f(x, …params) is zero. It is found by Newton's method; a step is halved until it brings the function
// nearer to zero. The derivatives are those of the implicit function.

import { push, structure } from "../host/intrinsics.ts";
import { ZerothError } from "../ir/index.ts";
import { solution } from "./implicit.ts";
import { linearSolve } from "./linear-solve.ts";
import { numbersOf, requireUnknowns } from "./numbers-of.ts";
import { requireNoMore, requireOptions } from "./options.ts";
import { treeOf } from "./pairing.ts";
import { requireFunction } from "./requirements.ts";
import { jacobianAt, requireEquations, type Residual } from "./residual.ts";
import { iterationsOf, toleranceOf, type SolveOptions } from "./solve-options.ts";

type AnyFunction = (...args: unknown[]) => unknown;

export function root(f: AnyFunction, options?: SolveOptions, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "root");
  requireOptions(options, ["tolerance", "iterations"], "root");
  requireNoMore(surplus, "a function and options", "root");
  const tolerance = toleranceOf(options, 1e-12, "root");
  const iterations = iterationsOf(options, 100, "root");
  return (x0: unknown, ...params: unknown[]): unknown => {
    // The search depends on the start; the equations do not, so the start has no derivative.
    const residual: Residual = (x, _start, ...rest) => {
      const value = f(x, ...rest);
      return numbersOf(structure(value), value);
    };
    const find = (start: unknown, ...rest: unknown[]): unknown => search(residual, start, rest, tolerance, iterations);
    return solution("root", find, residual, Infinity, x0, ...params);
  };
}

/** How often one step is halved at most. */
const mostHalvings = 40;

function search(
  residual: Residual,
  x0: unknown,
  params: readonly unknown[],
  tolerance: number,
  iterations: number,
): unknown {
  const shape = structure(x0);
  requireUnknowns(shape, "root");
  const all = [x0, ...params];
  const at = (numbers: readonly number[]): unknown => treeOf(shape, (i) => numbers[i]);
  let x = numbersOf(shape, x0);
  let value = residual(at(x), ...all);
  requireEquations("root", x.length, value.length);
  for (let k = 0; k < iterations; k++) {
    if (value.every((v) => v === 0)) return at(x);
    if (!value.every((v) => Number.isFinite(v))) throw notFinite();
    const step = linearSolve(jacobianAt(residual, at(x), all), value);
    const size = x.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
    if (step.every((v) => Math.abs(v) <= tolerance * size)) return at(moved(x, step, 1));
    const before = squares(value);
    let part = 1;
    let next = moved(x, step, part);
    value = residual(at(next), ...all);
    for (let halvings = 0; !(squares(value) < before); halvings++) {
      if (halvings === mostHalvings) throw stuck(k + 1);
      part /= 2;
      next = moved(x, step, part);
      value = residual(at(next), ...all);
    }
    x = next;
  }
  throw new ZerothError({
    kind: "invalid",
    message: `root did not settle in ${iterations} iterations`,
    remedy: "start nearer, or change `tolerance` or `iterations`",
  });
}

function moved(x: readonly number[], step: readonly number[], part: number): number[] {
  const next: number[] = [];
  for (let i = 0; i < x.length; i++) push(next, (x[i] as number) - part * (step[i] as number));
  return next;
}

function squares(v: readonly number[]): number {
  return v.reduce((sum, a) => sum + a * a, 0);
}

function notFinite(): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message: "root: the function is infinite or NaN at the start",
    remedy: "start elsewhere",
  });
}

function stuck(count: number): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message: `root: in step ${count} no part of a Newton step brings the function nearer to zero`,
    remedy: "start nearer, change `tolerance`, or look for a minimum of the function where it is not zero",
  });
}
