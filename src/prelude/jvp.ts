// The forward operators, over `call.D`. `jvp` makes arguments disjoint, enters the tangents, calls, and reads the tangent of the
// result. As of the reverse operators, all of it is differentiable.

import {
  arrayNew,
  callD,
  gather,
  newTangents,
  overlaps,
  push,
  structure,
  tuple,
  tupleConcat,
  tupleGet,
} from "../host/intrinsics.ts";
import { ZerothError, type Cotangent } from "../ir/index.ts";
import { requireDifferentiable, requireFunction } from "./requirements.ts";
import { enterTangent, tangentTree } from "./tangents.ts";
import { copyTree } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** `jvp(f, primals, tangents)` → `[y, ẏ]`. */
export function jvp(f: AnyFunction, primals: readonly unknown[], tangents: readonly unknown[]): [unknown, unknown] {
  requireFunction(f, "jvp");
  requireLists(primals, tangents);
  const moved: number[] = [];
  for (let i = 0; i < primals.length; i++) {
    if (tangents[i] === null || tangents[i] === undefined) continue;
    requireDifferentiable(primals[i], i, "jvp");
    push(moved, i);
  }
  return pushForward(f, primals, tangents, moved);
}

/** The value of `f` and its tangent, where the arguments named by `moved` have tangents. */
export function pushForward(
  f: AnyFunction,
  primals: readonly unknown[],
  tangents: readonly unknown[],
  moved: readonly number[],
): [unknown, unknown] {
  const copied = overlaps(f, primals, moved);
  const context = newTangents();
  const xs: unknown[] = [];
  const parts = arrayNew(primals.length);
  for (let i = 0; i < primals.length; i++) {
    push(xs, primals[i]);
    parts[i] = 0;
  }
  // What is copied must be so before any tangent enters.
  for (let k = 0; k < moved.length; k++) {
    const i = moved[k] as number;
    if (copied[k]) xs[i] = copyTree(structure(xs[i]), xs[i]);
  }
  for (let k = moved.length - 1; k >= 0; k--) {
    const i = moved[k] as number;
    parts[i] = enterTangent(structure(xs[i]), context, tangents[i], `of argument ${i}`);
  }
  const all = tupleConcat(tuple(0, 0) as readonly Cotangent[], gather(parts, parts.length));
  const pair = callD(f, undefined, context, all, ...xs);
  const value = tupleGet(pair, 0);
  return [value, tangentTree(structure(value), context, tupleGet(pair, 1))];
}

/** The derivative of order `n` of a function of a number, in its first argument: `jvp` along 1, nested. */
export function derivative(f: AnyFunction, n: unknown = 1): AnyFunction {
  requireFunction(f, "derivative");
  requireOrder(n);
  const order = n as number;
  return (...args: unknown[]): unknown => slope(f, order, args);
}

function slope(f: AnyFunction, order: number, args: readonly unknown[]): unknown {
  if (order === 0) return f(...args);
  requireNumberArgument(args[0]);
  const inner = order === 1 ? f : (...xs: unknown[]): unknown => slope(f, order - 1, xs);
  const context = newTangents();
  const pair = callD(inner, undefined, context, tuple(0, 0, 1), ...args);
  const value = tupleGet(pair, 0);
  const tangent = tupleGet(pair, 1);
  return typeof value === "number" ? tangent : tangentTree(structure(value), context, tangent);
}

function requireOrder(n: unknown): void {
  if (typeof n === "number" && n >= 0 && n % 1 === 0) return;
  throw new ZerothError({
    kind: "invalid",
    message: `derivative takes a whole number as its order, and was given ${String(n)}`,
  });
}

function requireNumberArgument(x: unknown): void {
  if (typeof x === "number") return;
  throw new ZerothError({
    kind: "invalid",
    message:
      "derivative is of functions of a number, and this one was called with something else as its first argument",
    remedy: "use grad, jacobian, or jvp along a direction",
  });
}

function requireLists(primals: unknown, tangents: unknown): void {
  if (Array.isArray(primals) && Array.isArray(tangents) && primals.length === tangents.length) return;
  throw new ZerothError({
    kind: "invalid",
    message: "jvp takes an array of arguments and an array of their tangents, one for each argument",
    remedy: "jvp(f, [x, y], [vx, vy]), with null for what does not move",
  });
}
