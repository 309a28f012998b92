// The equations F(x, p) = 0 of an implicit function: products of their Jacobian with a vector, and checks of what must hold for
// the derivatives to be those of the solution. There must be as many equations as unknowns; the solution must satisfy them; and
// neither the search nor the equations may write to memory that they did not make.

import {
  callD,
  foreignCall,
  gather,
  newTangents,
  push,
  shadow,
  shadowGet,
  structure,
  tuple,
  tupleConcat,
  tupleGet,
  type Tuple,
} from "../host/intrinsics.ts";
import { fingerprintOfReach, isSameFingerprint } from "../host/fingerprint.ts";
import { ZerothError } from "../ir/index.ts";
import { type Context, type Cotangent, type Structure } from "../runtime/index.ts";
import { linearSolve, type LinearMap } from "./linear-solve.ts";
import { numbersOf } from "./numbers-of.ts";
import { treeOf } from "./pairing.ts";
import { enterTangent } from "./tangents.ts";
import { copyTree } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** F: from x and the parameters to as many numbers as x has. */
export type Residual = (x: unknown, ...params: unknown[]) => number[];

/** Enters `v`, a list of numbers, as the tangent of a tree of structure `s`. */
export function enterNumbersOf(s: Structure, context: Context, v: readonly number[]): Cotangent {
  return enterTangent(
    s,
    context,
    treeOf(s, (i) => v[i]),
    "of a solution",
  );
}

/** The product of Fₓ, at the given x and parameters, with a vector. */
export function jacobianAt(residual: Residual, x: unknown, params: readonly unknown[]): LinearMap {
  const at = copyTree(structure(x), x);
  const shape = structure(at);
  return (v) => {
    const own = newTangents();
    const moved = tuple(0, 0, enterNumbersOf(shape, own, v)) as Tuple;
    const value = tupleGet(callD(residual, undefined, own, moved, at, ...params), 0) as readonly number[];
    const slots = shadow(own, value);
    const product: number[] = [];
    for (let i = 0; i < value.length; i++) push(product, shadowGet(slots, i) as number);
    return product;
  };
}

/** The fingerprint of all memory that the search and the equations can reach. */
export function reachOf(find: AnyFunction, residual: Residual, params: readonly unknown[]): unknown {
  const all = tupleConcat(tuple(find, residual) as Tuple, gather(params, params.length));
  return foreignCall(fingerprintOfReach, undefined, all);
}

/** Refuses functions that write: the rules cover the result only, so what is written would carry no or a wrong derivative. */
export function requireUnwritten(operator: string, before: unknown, now: unknown): void {
  if (foreignCall(isSameFingerprint, undefined, tuple(before, now)) === true) return;
  throw new ZerothError({
    kind: "unsupported",
    message: `the derivative of ${operator} of functions that write to their parameters or to variables outside of them`,
    remedy: "return what is new instead of writing it, or copy what is written to inside the function",
  });
}

/**
 * Requires that there are as many equations as unknowns, and that `at` satisfies them: a Newton step may move its numbers by at
 * most `tolerance`, relative to the largest if that is above 1. This is called as a foreign function, so no derivative passes.
 */
export function requireSolution(
  operator: string,
  residual: Residual,
  tolerance: number,
  at: unknown,
  params: readonly unknown[],
): void {
  const x = numbersOf(structure(at), at);
  const value = residual(at, ...params);
  requireEquations(operator, x.length, value.length);
  if (tolerance === Infinity) return;
  const step = linearSolve(jacobianAt(residual, at, params), value);
  const size = x.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
  const distance = step.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  if (distance <= tolerance * size) return;
  throw new ZerothError({
    kind: "invalid",
    message: `what the solver given to ${operator} returned does not satisfy the condition: a Newton step would move it by ${distance.toExponential(1)}`,
    remedy: "let it solve to a smaller tolerance, check that solver and condition agree, or allow more by `tolerance`",
  });
}

export function requireEquations(operator: string, unknowns: number, equations: number): void {
  if (unknowns - equations === 0) return;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes as many equations as there are unknowns; here are ${equations} for ${unknowns}`,
    remedy: "return one number for each number to solve for",
  });
}
