// The solution x of A x = b, where A is given by its product with a vector. Its derivatives are solutions of linear equations
// too: in forward mode A ẋ = ḃ - Ȧ x; in reverse mode Aᵀ λ = x̄, and b̄ = λ, Ā = -λ xᵀ. So no derivative, of whatever order,
// goes through the elimination or the iteration that finds x. `product` must be linear; its transpose is its pullback.

import {
  accum,
  callD,
  callJ,
  callPullback,
  gather,
  newContext,
  part,
  push,
  put,
  rule,
  scale,
  shadow,
  shadowGet,
  take,
  tuple,
  tupleConcat,
  tupleGet,
  tupleLength,
  type Pullback,
  type Tuple,
} from "../host/intrinsics.ts";
import type { Context, Cotangent } from "../runtime/index.ts";
import { callSeries } from "./call-series.ts";
import { eliminate } from "./eliminate.ts";
import { minimizeResidual } from "./minimize-residual.ts";

export type LinearMap = (v: readonly number[]) => number[];

/** The largest number of unknowns for which the matrix is formed; larger systems are solved by products with it. */
const mostDense = 100;

export function linearSolve(product: LinearMap, b: readonly number[]): number[] {
  const n = b.length;
  // Even if A is singular: so a zero cotangent stays zero.
  if (b.every((v) => v === 0)) return b.map(() => 0);
  const matrix = n > mostDense ? [] : matrixOf(product, b);
  const solve: LinearMap = (right) => (n > mostDense ? minimizeResidual(product, right) : eliminate(matrix, right));
  if (b.every((v) => Number.isFinite(v))) return solve(b);
  // Each infinite or NaN number of `b` is solved for by itself. Only unknowns that depend on it become infinite or NaN, since
  // the zeros of `scale` are strong.
  const finite = b.map((v) => (Number.isFinite(v) ? v : 0));
  let x = finite.every((v) => v === 0) ? finite : solve(finite);
  for (let k = 0; k < n; k++) {
    const weight = b[k] as number;
    if (Number.isFinite(weight)) continue;
    const column = solve(unit(b, k));
    x = x.map((v, i) => v + scale(weight, column[i]));
  }
  return x;
}

/** The rows of the map one after another. */
function matrixOf(product: LinearMap, b: readonly number[]): readonly number[] {
  const n = b.length;
  const matrix = b.flatMap(() => b.map(() => 0));
  for (let j = 0; j < n; j++) {
    const column = product(unit(b, j));
    for (let i = 0; i < n; i++) matrix[i * n + j] = column[i] as number;
  }
  return matrix;
}

/** A vector like `b` that is 1 at k and 0 elsewhere. */
const unit = (b: readonly number[], k: number): number[] => b.map((_, i) => (i - k === 0 ? 1 : 0));

function linearSolveJ(product: LinearMap, b: readonly number[]): unknown {
  const x = linearSolve(product, b);
  const at = [...x];
  const pair = callJ(product, undefined, at);
  const y = tupleGet(pair, 0);
  const innerPullback = tupleGet(pair, 1) as Pullback;
  const transposed: LinearMap = (w) => {
    const own = newContext();
    const image = shadow(own, y);
    for (let i = 0; i < w.length; i++) accum(image, i, w[i]);
    callPullback(innerPullback, own, 0);
    return taken(own, at);
  };
  const pullback = (context: Context, _g: Cotangent): unknown => {
    const adjoint = linearSolve(transposed, taken(context, x));
    const right = shadow(context, b);
    const image = shadow(context, y);
    for (let i = 0; i < adjoint.length; i++) {
      accum(right, i, adjoint[i]);
      accum(image, i, -(adjoint[i] as number));
    }
    return tuple(0, 0, part(callPullback(innerPullback, context, 0) as Cotangent, 0), 0);
  };
  return tuple(x, pullback);
}

function taken(context: Context, x: readonly number[]): number[] {
  const slots = shadow(context, x);
  const list: number[] = [];
  for (let i = 0; i < x.length; i++) push(list, take(slots, i) as number);
  return list;
}

function linearSolveD(context: Context, tangents: Cotangent, product: LinearMap, b: readonly number[]): unknown {
  const x = linearSolve(product, b);
  enterSpeed(product, b, x, context, tangents);
  return tuple(x, 0);
}

function linearSolveV(contexts: Tuple<Context>, tangents: Tuple, product: LinearMap, b: readonly number[]): unknown {
  const x = linearSolve(product, b);
  const zeros: Cotangent[] = [];
  for (let k = 0; k < tupleLength(contexts); k++) {
    enterSpeed(product, b, x, tupleGet(contexts, k), tupleGet(tangents, k));
    push(zeros, 0);
  }
  return tupleConcat(tuple(x) as Tuple, gather(zeros, zeros.length));
}

/** Enters the tangent of the solution, ẋ with A ẋ = ḃ - Ȧ x. */
function enterSpeed(
  product: LinearMap,
  b: readonly number[],
  x: readonly number[],
  context: Context,
  tangents: Cotangent,
): void {
  const moved = tuple(part(tangents, 2), 0, 0) as Tuple;
  const y = tupleGet(callD(product, undefined, context, moved, [...x]), 0);
  enterNumbers(context, x, linearSolve(product, rest(context, b, y as readonly number[])));
}

/** The tangent of `b` minus the tangent of `y`, in a context. */
function rest(context: Context, b: readonly number[], y: readonly number[]): number[] {
  const whole = shadow(context, b);
  const known = shadow(context, y);
  const list: number[] = [];
  for (let i = 0; i < b.length; i++) push(list, (shadowGet(whole, i) as number) - (shadowGet(known, i) as number));
  return list;
}

/** Enters `v` as the tangent of the array `x`. */
export function enterNumbers(context: Context, x: readonly number[], v: readonly number[]): void {
  const slots = shadow(context, x);
  for (let i = 0; i < x.length; i++) put(slots, i, v[i]);
}

/** Finds xₖ order by order: if yₖ is coefficient k of A x with xₖ = 0, which the lower orders determine, A₀ xₖ = bₖ - yₖ. */
function linearSolveT(contexts: Tuple<Context>, tangents: Tuple, product: LinearMap, b: readonly number[]): unknown {
  const x = linearSolve(product, b);
  const found: number[][] = [];
  const order = tupleLength(contexts);
  const moved: Tuple[] = [];
  const zeros: Cotangent[] = [];
  for (let k = 0; k < order; k++) {
    push(moved, tuple(part(tupleGet(tangents, k), 2), 0, 0));
    push(zeros, 0);
  }
  for (let k = 0; k < order; k++) {
    const at = [...x];
    for (let j = 0; j < k; j++) enterNumbers(tupleGet(contexts, j), at, found[j] as number[]);
    const y = tupleGet(callSeries(product, contexts, gather(moved, order), [at]), 0);
    const next = linearSolve(product, rest(tupleGet(contexts, k), b, y as readonly number[]));
    enterNumbers(tupleGet(contexts, k), x, next);
    push(found, next);
  }
  return tupleConcat(tuple(x) as Tuple, gather(zeros, order));
}

rule(linearSolve, linearSolveJ, linearSolveD, linearSolveV, linearSolveT);
