// Jacobians by reverse mode, row by row. The function runs once, and the unit cotangent of each number of its result is pulled
// back. The part of a row for one argument is the gradient of that number in this argument. The numbers of a function in the
// result are those that it captured.

import { accum, foreignCall, inject, newContext, ownSlot, push, shadow, tuple } from "../host/intrinsics.ts";
import { ZerothError } from "../ir/index.ts";
import { holdsHiddenNumbers, type Cotangent, type Structure } from "../runtime/index.ts";
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
  return rows(e, e.result, { container: null, key: 0, slots: [] });
}

/** Where a part of the result is: at `key` of `container`, which is null for the whole result. */
interface Place {
  readonly container: unknown;
  readonly key: PropertyKey;
  /** If functions are there: the captures of them that lead to the part, from the outermost function inwards. */
  readonly slots: readonly number[];
}

/** The rows for the part of the result at `place`, which has structure `s`: a tree of rows for each differentiated argument. */
function rows(e: Evaluation, s: Structure, place: Place): unknown[] {
  if (s.kind === "number") return row(e, place);
  if (s.kind === "box") return rows(e, s.items[0] as Structure, { container: s.ref, key: "v", slots: [] });
  requireShown(s);
  const isList = s.kind === "array" || s.kind === "typed";
  const below: unknown[][] = [];
  if (isList) {
    for (let i = 0; i < s.length; i++) {
      const item: Place = { container: s.ref, key: i, slots: [] };
      push(below, s.uniform ? row(e, item) : rows(e, s.items[i] as Structure, item));
    }
  } else {
    for (let i = 0; i < s.keys.length; i++) {
      const item: Place =
        s.kind === "closure"
          ? { ...place, slots: [...place.slots, s.slots[i] as number] }
          : { container: s.ref, key: s.keys[i] as string, slots: [] };
      push(below, rows(e, s.items[i] as Structure, item));
    }
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
  if (s.kind !== "object" && s.kind !== "closure") return null;
  const record: Record<string, unknown> = {};
  for (let i = 0; i < s.keys.length; i++) {
    const key = s.keys[i] as string;
    ownSlot(record, key);
    record[key] = (below[i] as readonly unknown[])[k];
  }
  return record;
}

/** The row of one number of the result: what its unit cotangent pulls back to. */
function row(e: Evaluation, { container, key, slots }: Place): unknown[] {
  const context = newContext();
  let g: Cotangent = 1;
  for (let k = slots.length - 1; k >= 0; k--) g = inject(slots[k] as number, g);
  if (container === null) return pull(e, context, g);
  accum(shadow(context, container), key, g);
  return pull(e, context, 0);
}

/** An alias: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const hidesNumbers = holdsHiddenNumbers;

/** Refuses numbers that a Jacobian cannot show: those in maps, in private fields, in properties of functions, in methods. */
function requireShown(s: Structure): void {
  const behind = s.hidden ?? (s.kind === "opaque" || s.kind === "closure" ? s.ref : null);
  if (behind === null || foreignCall(hidesNumbers, undefined, tuple(behind)) !== true) return;
  throw new ZerothError({
    kind: "unsupported",
    message:
      typeof s.ref === "function"
        ? "the Jacobian of a property of a function, or of what a class captured"
        : `the Jacobian of an instance of ${(s.ref as object).constructor.name}`,
    remedy: "return a plain object, or the numbers in it",
  });
}
