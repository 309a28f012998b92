// The tangent map of a function at a point, without running the function again: the pullback is transposed. A pullback is
// linear, x̄ = Jᵀ ȳ, so its own pullback is ẋ ↦ J ẋ, whatever ȳ it was evaluated at. If the function is not smooth at the
// point, the map is that of the branch that was taken. Where nobody can tell, specialised code runs the function again, forward,
// which is faster (again.ts).

import { newContext, newTangents, push } from "../host/intrinsics.ts";
import { ZerothError } from "../ir/index.ts";
import { type Cotangent, type Structure } from "../runtime/index.ts";
import { vjp } from "./derivatives.ts";
import { allOf, evaluate, pull } from "./evaluation.ts";
import { treeOf } from "./pairing.ts";
import { requireFunction } from "./requirements.ts";
import { enterTangent, tangentTree } from "./tangents.ts";
import { seed } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** `linearize(f, …args)` returns `[y, map]`; `map(…ẋ)` returns ẏ. */
export function linearize(f: AnyFunction, ...args: unknown[]): [unknown, (...tangents: unknown[]) => unknown] {
  requireFunction(f, "linearize");
  const e = evaluate(f, args, allOf(args));
  const pulled = (g: unknown): unknown[] => {
    const context = newContext();
    return pull(e, context, seed(e.result, context, g));
  };
  const transposed = vjp(pulled, treeOf(e.result, generic))[1];
  const map = (...tangents: unknown[]): unknown => transposed(tangentsOf(e.shapes, tangents))[0];
  return [e.value, map];
}

/**
 * The numbers of a generic cotangent: between 1 and 2, without a pattern. A pullback refuses some cotangents only if they are
 * not zero; zeros, or numbers that cancel, would hide that.
 */
function generic(k: number): number {
  return 1 + ((k * 0.6180339887498949) % 1);
}

/** The tangents as trees like the arguments, with zeros for what is left out. */
function tangentsOf(shapes: readonly Structure[], tangents: readonly unknown[]): unknown[] {
  requireTangents(shapes.length, tangents.length);
  const context = newTangents();
  const parts: Cotangent[] = [];
  for (let i = 0; i < shapes.length; i++) parts[i] = 0;
  for (let i = tangents.length - 1; i >= 0; i--) {
    parts[i] = enterTangent(shapes[i] as Structure, context, tangents[i], `of argument ${i}`);
  }
  const trees: unknown[] = [];
  for (let i = 0; i < shapes.length; i++) push(trees, tangentTree(shapes[i] as Structure, context, parts[i]));
  return trees;
}

/** The map of a function of `count` arguments takes no more tangents. */
export function requireTangents(count: number, given: number): void {
  if (given <= count) return;
  throw new ZerothError({
    kind: "invalid",
    message: `the map of linearize takes a tangent for each of the function's arguments, here ${count}, and was given ${given}`,
  });
}
