// One run of a function by reverse mode, and what is needed to pull cotangents back through it afterwards, any number of
// times. Every reverse operator starts here. Arguments that share memory are made disjoint first. The shapes of arguments are
// those before the run, the shape of the result is that just after it.

import { callJ, callPullback, overlaps, part, push, structure, tupleGet, type Pullback } from "../host/intrinsics.ts";
import type { Context, Cotangent, Structure } from "../runtime/index.ts";
import { copyTree, mirror } from "./trees.ts";

/** The value, the pullback, and the shapes of the differentiated arguments and of the result. */
export interface Evaluation {
  readonly value: unknown;
  readonly pullback: Pullback;
  readonly result: Structure;
  /** One structure for each differentiated argument. */
  readonly shapes: readonly Structure[];
  readonly argnums: readonly number[];
}

export function evaluate(
  f: unknown,
  args: readonly unknown[],
  argnums: readonly number[],
  isHidden = false,
): Evaluation {
  const copied = overlaps(f, args, argnums, isHidden);
  const xs: unknown[] = [];
  for (let i = 0; i < args.length; i++) push(xs, args[i]);
  const shapes: Structure[] = [];
  for (let k = 0; k < argnums.length; k++) {
    const i = argnums[k] as number;
    if (copied[k]) xs[i] = copyTree(structure(xs[i]), xs[i]);
    push(shapes, structure(xs[i]));
  }
  const pair = callJ(f, undefined, ...xs);
  const value = tupleGet(pair, 0);
  return { value, pullback: tupleGet(pair, 1) as Pullback, result: structure(value), shapes, argnums };
}

/** Runs the pullback and mirrors the cotangent of each differentiated argument. */
export function pull(e: Evaluation, context: Context, g: Cotangent): unknown[] {
  const parts = callPullback(e.pullback, context, g);
  const gradients: unknown[] = [];
  for (let k = 0; k < e.shapes.length; k++) {
    push(gradients, mirror(e.shapes[k] as Structure, context, part(parts, (e.argnums[k] as number) + 2)));
  }
  return gradients;
}

/** The indices of all arguments. */
export function allOf(args: readonly unknown[]): number[] {
  const argnums: number[] = [];
  for (let i = 0; i < args.length; i++) push(argnums, i);
  return argnums;
}
