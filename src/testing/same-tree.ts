// Compares trees exactly: results, arguments after a call, gradients of repeated pullbacks. Also tells whether a gradient has the
// shape of its argument.

import { isReal } from "../runtime/index.ts";
import { isRecord } from "./point.ts";

type Keyed = Readonly<Record<PropertyKey, unknown>>;

/** A place where two trees differ. Numbers are compared by `Object.is`, functions not at all. */
export interface Difference {
  readonly keys: readonly PropertyKey[];
  readonly left: unknown;
  readonly right: unknown;
}

export function firstDifference(left: unknown, right: unknown): Difference | null {
  return compare(left, right, [], new Map());
}

function compare(
  left: unknown,
  right: unknown,
  keys: readonly PropertyKey[],
  known: Map<object, unknown>,
): Difference | null {
  if (Object.is(left, right) || (typeof left === "function" && typeof right === "function")) return null;
  const different = { keys, left, right };
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return different;
  if (known.get(left) === right) return null;
  known.set(left, right);
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return different;
  if (!Array.isArray(left) && !ArrayBuffer.isView(left) && !isRecord(left)) return null;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length || names.some((name) => !Object.hasOwn(right, name))) return different;
  for (const name of names) {
    const key = /^\d+$/.test(name) ? Number(name) : name;
    const below = compare((left as Keyed)[name], (right as Keyed)[name], [...keys, key], known);
    if (below !== null) return below;
  }
  return null;
}

export interface Unlike {
  readonly keys: readonly PropertyKey[];
  readonly expected: string;
  readonly got: string;
}

/** Where a gradient does not match its argument; null if it does. */
export function firstUnlike(x: unknown, gradient: unknown): Unlike | null {
  return unlike(x, gradient, [], new Set());
}

function unlike(x: unknown, g: unknown, keys: readonly PropertyKey[], open: Set<unknown>): Unlike | null {
  // For a closure: its captured values, by name, or null.
  if (typeof x === "function") return typeof g === "object" ? null : { keys, expected: "record", got: kindOf(g, open) };
  const expected = kindOf(x, open);
  const got = kindOf(g, new Set());
  if (expected !== got) return { keys, expected, got };
  if (typeof x !== "object" || x === null || isReal(x) || expected === nothing) return null;
  open.add(x);
  for (const name of Object.keys(x)) {
    const key = Array.isArray(x) ? Number(name) : name;
    const below = unlike((x as Keyed)[name], (g as Keyed)[name], [...keys, key], open);
    if (below !== null) return below;
  }
  open.delete(x);
  return null;
}

const nothing = "null";

/** The kind of gradient that belongs to a value. */
function kindOf(x: unknown, open: Set<unknown>): string {
  if (typeof x === "number") return "a number";
  if (typeof x !== "object" || x === null || open.has(x)) return nothing;
  if (isReal(x)) return `a ${x.constructor.name} of length ${x.length}`;
  if (Array.isArray(x)) return `an array of length ${x.length}`;
  return isRecord(x) ? `a record with ${Object.keys(x).join(", ")}` : nothing;
}
