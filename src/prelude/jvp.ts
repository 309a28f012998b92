// The forward operator, over `call.D`: makes arguments disjoint, enters the tangents, calls, and reads the tangent of the
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

function requireLists(primals: unknown, tangents: unknown): void {
  if (Array.isArray(primals) && Array.isArray(tangents) && primals.length === tangents.length) return;
  throw new ZerothError({
    kind: "invalid",
    message: "jvp takes an array of arguments and an array of their tangents, one for each argument",
    remedy: "jvp(f, [x, y], [vx, vy]), with null for what does not move",
  });
}
