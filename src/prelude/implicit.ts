// Implicit functions: the solution x* of F(x*, p) = 0 as a function of p, however it is found. By the implicit-function
// theorem
//
//     Fₓ ẋ = -Fₚ ṗ        and, in reverse,        Fₓᵀ w = -x̄,  p̄ = Fₚᵀ w
//
// So a derivative needs derivatives of F at the solution only, and solves linear equations with Fₓ. The search for x* is
// neither stored nor differentiated. The rules below get x* from `solution` itself, so there, too, it is a function of p:
// higher derivatives need that.

import {
  accum,
  callD,
  callJ,
  callPullback,
  foreignCall,
  gather,
  newContext,
  part,
  partsFrom,
  push,
  rule,
  shadow,
  shadowGet,
  structure,
  tuple,
  tupleConcat,
  tupleGet,
  tupleLength,
  type Pullback,
  type Tuple,
} from "../host/intrinsics.ts";
import type { Context, Cotangent } from "../runtime/index.ts";
import { callSeries } from "./call-series.ts";
import { linearSolve, type LinearMap } from "./linear-solve.ts";
import { numbersOf, requireUnknowns } from "./numbers-of.ts";
import { requireNoMore, requireOptions } from "./options.ts";
import { requireFunction } from "./requirements.ts";
import { enterNumbersOf, jacobianAt, reachOf, requireSolution, requireUnwritten, type Residual } from "./residual.ts";
import { toleranceOf } from "./solve-options.ts";
import { copyTree, mirror } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

export interface ImplicitOptions {
  readonly tolerance?: number;
}

/** The default tolerance: how far a Newton step may move the solution (`requireSolution`). */
const largestCorrection = 1e-6;

export function implicit(
  solve: AnyFunction,
  condition: AnyFunction,
  options?: ImplicitOptions,
  ...surplus: unknown[]
): AnyFunction {
  requireFunction(solve, "implicit");
  requireFunction(condition, "implicit");
  requireOptions(options, ["tolerance"], "implicit");
  requireNoMore(surplus, "two functions and options", "implicit");
  const tolerance = toleranceOf(options, largestCorrection, "implicit");
  return (...params: unknown[]): unknown => {
    const residual: Residual = (x, ...rest) => {
      const value = condition(x, ...rest);
      return numbersOf(structure(value), value);
    };
    return solution("implicit", (...rest: unknown[]) => solve(...rest), residual, tolerance, ...params);
  };
}

/**
 * What `find` finds. Its derivatives are those of the solution of `residual` = 0; they are refused if a Newton step would
 * move what was found by more than `tolerance`.
 */
export function solution(
  operator: string,
  find: AnyFunction,
  _residual: Residual,
  _tolerance: number,
  ...params: unknown[]
): unknown {
  const x = find(...params);
  const shape = structure(x);
  requireUnknowns(shape, operator);
  // The result shares no memory with what the solver holds.
  return copyTree(shape, x);
}

function solutionJ(
  operator: string,
  find: AnyFunction,
  residual: Residual,
  tolerance: number,
  ...params: unknown[]
): unknown {
  const before = reachOf(find, residual, params);
  const x = solution(operator, find, residual, tolerance, ...params);
  const shape = structure(x);
  const at = copyTree(shape, x);
  const inner = structure(at);
  foreignCall(requireSolution, undefined, tuple(operator, residual, tolerance, at, params));
  const pair = callJ(residual, undefined, at, ...params);
  requireUnwritten(operator, before, reachOf(find, residual, params));
  const value = tupleGet(pair, 0);
  const innerPullback = tupleGet(pair, 1) as Pullback;
  const transposed: LinearMap = (w) => {
    const own = newContext();
    seedNumbers(own, value, w);
    return numbersOf(inner, mirror(inner, own, part(callPullback(innerPullback, own, 0), 2)));
  };
  const pullback = (context: Context, g: Cotangent): unknown => {
    const wanted = numbersOf(shape, mirror(shape, context, g)).map((v) => -v);
    seedNumbers(context, value, linearSolve(transposed, wanted));
    const parts = callPullback(innerPullback, context, 0) as Cotangent;
    return tupleConcat(tuple(0, 0, 0, 0, part(parts, 0), 0) as Tuple, partsFrom(parts, 3) as Tuple);
  };
  return tuple(x, pullback);
}

function seedNumbers(context: Context, list: unknown, w: readonly number[]): void {
  const slots = shadow(context, list);
  for (let i = 0; i < w.length; i++) accum(slots, i, w[i]);
}

function solutionD(
  context: Context,
  tangents: Cotangent,
  operator: string,
  find: AnyFunction,
  residual: Residual,
  tolerance: number,
  ...params: unknown[]
): unknown {
  const [x, moved] = pushSolution(tuple(context), tuple(tangents), operator, find, residual, tolerance, params);
  return tuple(x, moved[0]);
}

function solutionV(
  contexts: Tuple<Context>,
  tangents: Tuple,
  operator: string,
  find: AnyFunction,
  residual: Residual,
  tolerance: number,
  ...params: unknown[]
): unknown {
  const [x, moved] = pushSolution(contexts, tangents, operator, find, residual, tolerance, params);
  return tupleConcat(tuple(x) as Tuple, gather(moved, moved.length));
}

/** The solution, and its tangent in each context. */
function pushSolution(
  contexts: Tuple<Context>,
  tangents: Tuple,
  operator: string,
  find: AnyFunction,
  residual: Residual,
  tolerance: number,
  params: readonly unknown[],
): [x: unknown, moved: Cotangent[]] {
  const before = reachOf(find, residual, params);
  const x = solution(operator, find, residual, tolerance, ...params);
  const shape = structure(x);
  foreignCall(requireSolution, undefined, tuple(operator, residual, tolerance, copyTree(shape, x), params));
  const product = jacobianAt(residual, x, params);
  const moved: Cotangent[] = [];
  for (let k = 0; k < tupleLength(contexts); k++) {
    const context = tupleGet(contexts, k);
    const entered = enteredTangents(tupleGet(tangents, k));
    const value = tupleGet(callD(residual, undefined, context, entered, copyTree(shape, x), ...params), 0);
    const speed = linearSolve(product, negatedTangents(context, value as readonly number[]));
    push(moved, enterNumbersOf(shape, context, speed));
  }
  requireUnwritten(operator, before, reachOf(find, residual, params));
  return [x, moved];
}

/** Finds xₖ order by order: if rₖ is coefficient k of F with xₖ = 0, which the lower orders determine, then Fₓ xₖ = -rₖ. */
function solutionT(
  contexts: Tuple<Context>,
  tangents: Tuple,
  operator: string,
  find: AnyFunction,
  residual: Residual,
  tolerance: number,
  ...params: unknown[]
): unknown {
  const before = reachOf(find, residual, params);
  const x = solution(operator, find, residual, tolerance, ...params);
  const shape = structure(x);
  foreignCall(requireSolution, undefined, tuple(operator, residual, tolerance, copyTree(shape, x), params));
  const product = jacobianAt(residual, x, params);
  const order = tupleLength(contexts);
  const found: number[][] = [];
  const moved: Cotangent[] = [];
  for (let k = 0; k < order; k++) {
    const at = copyTree(shape, x);
    const inner = structure(at);
    const entered: Tuple[] = [];
    for (let j = 0; j < order; j++) {
      const own = j < k ? enterNumbersOf(inner, tupleGet(contexts, j), found[j] as number[]) : 0;
      const given = enteredTangents(tupleGet(tangents, j));
      push(entered, tupleConcat(tuple(tupleGet(given, 0), 0, own) as Tuple, partsFrom(given, 3) as Tuple));
    }
    const value = tupleGet(callSeries(residual, contexts, gather(entered, order), [at, ...params]), 0);
    const next = linearSolve(product, negatedTangents(tupleGet(contexts, k), value as readonly number[]));
    push(moved, enterNumbersOf(shape, tupleGet(contexts, k), next));
    push(found, next);
  }
  requireUnwritten(operator, before, reachOf(find, residual, params));
  return tupleConcat(tuple(x) as Tuple, gather(moved, order));
}

rule(solution, solutionJ, solutionD, solutionV, solutionT);

/** The tangents for a call of the residual at an x that does not move, from those of a call of `solution`. */
function enteredTangents(tangents: Cotangent): Tuple {
  return tupleConcat(tuple(part(tangents, 4), 0, 0) as Tuple, partsFrom(tangents, 6) as Tuple);
}

function negatedTangents(context: Context, list: readonly number[]): number[] {
  const slots = shadow(context, list);
  const negated: number[] = [];
  for (let i = 0; i < list.length; i++) push(negated, -(shadowGet(slots, i) as number));
  return negated;
}
