// Jacobians by reverse mode, row by row. The function runs once, and the unit cotangent of each number of its result is pulled
// back. The part of a row for one argument is the gradient of that number in this argument.

import { accum, newContext, ownSlot, push, shadow } from "../host/intrinsics.ts";
import type { Structure } from "../runtime/index.ts";
import { evaluate, pull, type Evaluation } from "./evaluation.ts";
import { argnumsOf, requireNoMore, requireOptions } from "./options.ts";
import { requireArguments, requireFunction } from "./requirements.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** The Jacobian: the result's structure, with the argument's structure in place of each number. */
export function jacrev(
  f: AnyFunction,
  options?: { readonly argnums?: number | readonly number[] },
  ...surplus: unknown[]
): AnyFunction {
  requireFunction(f, "jacrev");
  requireOptions(options, ["argnums"], "jacrev");
  requireNoMore(surplus, "a function and options", "jacrev");
  const argnums = argnumsOf(options, "jacrev");
  return (...args: unknown[]): unknown => {
    const list = typeof argnums === "number" ? [argnums] : argnums;
    requireArguments(args, list, "jacrev");
    const jacobians = rowsOf(evaluate(f, args, list, true));
    return typeof argnums === "number" ? jacobians[0] : jacobians;
  };
}

/** The Jacobians of an evaluated function, one for each differentiated argument. */
export function rowsOf(e: Evaluation): unknown[] {
  return rows(e, e.result, null, 0);
}

/**
 * The rows for the part of the result at `key` of `container`, which has structure `s`: a tree of rows for each differentiated
 * argument. For the whole result `container` is null.
 */
function rows(e: Evaluation, s: Structure, container: unknown, key: PropertyKey): unknown[] {
  if (s.kind === "number") return row(e, container, key);
  const isList = s.kind === "array" || s.kind === "typed";
  const below: unknown[][] = [];
  if (isList) {
    for (let i = 0; i < s.length; i++)
      push(below, s.uniform ? row(e, s.ref, i) : rows(e, s.items[i] as Structure, s.ref, i));
  } else if (s.kind === "object") {
    for (let i = 0; i < s.keys.length; i++) push(below, rows(e, s.items[i] as Structure, s.ref, s.keys[i] as string));
  }
  const trees: unknown[] = [];
  for (let k = 0; k < e.shapes.length; k++) push(trees, isList ? listOf(below, k) : recordOf(s, below, k));
  return trees;
}

function listOf(below: readonly (readonly unknown[])[], k: number): unknown[] {
  const list: unknown[] = [];
  for (let i = 0; i < below.length; i++) push(list, (below[i] as readonly unknown[])[k]);
  return list;
}

function recordOf(s: Structure, below: readonly (readonly unknown[])[], k: number): unknown {
  if (s.kind !== "object") return null;
  const record: Record<string, unknown> = {};
  for (let i = 0; i < s.keys.length; i++) {
    const key = s.keys[i] as string;
    ownSlot(record, key);
    record[key] = (below[i] as readonly unknown[])[k];
  }
  return record;
}

/** The row of one number of the result, at `key` of `container`: what its unit cotangent pulls back to. */
function row(e: Evaluation, container: unknown, key: PropertyKey): unknown[] {
  const context = newContext();
  if (container === null) return pull(e, context, 1);
  accum(shadow(context, container), key, 1);
  return pull(e, context, 0);
}
