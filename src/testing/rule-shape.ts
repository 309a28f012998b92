// The shape of what a rule returns: a value and a pullback. The pullback returns one cotangent for each argument, which mirrors
// it; null means zero anywhere in it.

import { isReal } from "../runtime/index.ts";
import type { Breach } from "./laws.ts";
import { isRecord } from "./point.ts";
import { showPath, showValue } from "../host/show.ts";

type Keyed = Readonly<Record<PropertyKey, unknown>>;

/** What a rule returned, if its shape is right. */
export interface ValueAndPullback {
  readonly value: unknown;
  readonly pull: (cotangent: unknown) => unknown;
}

export function pairOf(returned: unknown): ValueAndPullback | Breach {
  if (Array.isArray(returned) && returned.length === 2 && typeof returned[1] === "function") {
    return { value: returned[0], pull: returned[1] as ValueAndPullback["pull"] };
  }
  return { law: "rule returns no [value, pullback]", notes: [`it returned ${showValue(returned)}`] };
}

/** The cotangents with zeros for null, or what is wrong with them. */
export function mirrored(args: readonly unknown[], cotangents: unknown): readonly unknown[] | Breach {
  const count = `one cotangent for each of the ${args.length} arguments, or null`;
  if (!Array.isArray(cotangents)) return shapeBreach("cotangents", `an array with ${count}`, cotangents);
  if (cotangents.length !== args.length) return shapeBreach("cotangents", count, cotangents);
  try {
    return args.map((arg, i) => mirror(arg, cotangents[i], [i]));
  } catch (error) {
    if (error instanceof Unlike) return shapeBreach(showPath("cotangents", error.keys), error.expected, error.got);
    throw error;
  }
}

export const isBreach = (x: object): x is Breach => "law" in x;

function shapeBreach(at: string, expected: string, got: unknown): Breach {
  return {
    law: "wrong shape of the cotangents",
    notes: [`${at} of the pullback: expected ${expected}, got ${showValue(got)}`],
  };
}

/** Thrown if a cotangent does not match its argument. */
class Unlike extends Error {
  readonly keys: readonly PropertyKey[];
  readonly expected: string;
  readonly got: unknown;

  constructor(keys: readonly PropertyKey[], expected: string, got: unknown) {
    super(expected);
    this.keys = keys;
    this.expected = expected;
    this.got = got;
  }
}

function mirror(x: unknown, g: unknown, keys: readonly PropertyKey[]): unknown {
  const none = g === null || g === undefined;
  if (typeof x === "number") {
    if (none || typeof g === "number") return g ?? 0;
    throw new Unlike(keys, "a number", g);
  }
  if (isReal(x) || Array.isArray(x)) {
    if (none)
      return x.length === 0 || isReal(x) ? x.slice().fill(0) : x.map((item, i) => mirror(item, null, [...keys, i]));
    if (typeof g !== "object" || (g as ArrayLike<unknown>).length !== x.length) {
      throw new Unlike(keys, `an array of length ${x.length}`, g);
    }
    const items = g as ArrayLike<unknown>;
    const mirrors = Array.from(x as ArrayLike<unknown>, (item, i) => mirror(item, items[i], [...keys, i]));
    return isReal(x) ? (x.constructor as unknown as typeof Float64Array).from(mirrors as number[]) : mirrors;
  }
  if (typeof x === "object" && x !== null && isRecord(x)) {
    const extra = none || typeof g !== "object" ? undefined : Object.keys(g).find((key) => !Object.hasOwn(x, key));
    if (!none && (typeof g !== "object" || Array.isArray(g) || extra !== undefined)) {
      throw new Unlike(keys, `a record with ${Object.keys(x).join(", ")}`, g);
    }
    const of = (key: string): unknown => (none ? null : (g as Keyed)[key]);
    return Object.fromEntries(Object.entries(x).map(([key, item]) => [key, mirror(item, of(key), [...keys, key])]));
  }
  // For a closure: the cotangents of its captured values, by name.
  if (none || (typeof x === "function" && typeof g === "object")) return g ?? null;
  throw new Unlike(keys, "null, as there is nothing to differentiate", g);
}
