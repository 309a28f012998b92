// Compares two runs of one call: what they returned or threw, and what they left in memory.
//
// Objects that existed before are the same only if they are identical. Objects that the runs made are the same if they have the
// same shape, share in the same places and hold the same numbers up to rounding: specialised code adds cotangents in another
// order, so a number may be off by a little of the largest number of the result. Signs of zeros are ignored; all NaN are equal.

import { ZerothError } from "../ir/index.ts";
import { Context, capturedValue, isBox, isBuffer, isShadow, stampOf, unlessUninitialised } from "../runtime/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import type { Image, Reach } from "./memory-image.ts";
import { showPath } from "../host/show.ts";
import { originOf } from "./origins.ts";

export interface Outcome {
  readonly kind: "returns" | "throws";
  readonly value: unknown;
}

/** The first place where two runs differ. */
export interface Difference {
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** Compares the outcomes of two runs, then what each left in the memory that existed before. */
export function firstDifference(
  reach: Reach,
  [left, leftImage]: readonly [Outcome, Image],
  [right, rightImage]: readonly [Outcome, Image],
): Difference | null {
  const comparison = new Comparison(reach, 1e-9 * Math.max(1, largest(left.value), largest(right.value)));
  if (left.kind !== right.kind) return { path: "", left: left.value, right: right.value };
  const found =
    left.kind === "throws"
      ? thrownDifference(left.value, right.value)
      : comparison.of(left.value, right.value, "result");
  if (found !== null) return found;
  for (const [x, before] of leftImage) {
    const after = rightImage.get(x);
    const path = reach.pathOf(x);
    const below = after === undefined ? null : comparison.ofContents(before, after, path, isBox(x));
    if (below !== null) return below;
  }
  return null;
}

/** Compares exceptions by their text: each run makes its own. */
function thrownDifference(left: unknown, right: unknown): Difference | null {
  const text = (x: unknown): string =>
    x instanceof ZerothError ? x.reason : x instanceof Error ? `${x.name}: ${x.message}` : typeof x;
  return text(left) === text(right) ? null : { path: "exception", left, right };
}

interface Slots {
  readonly keys: readonly PropertyKey[] | null;
  readonly values: ArrayLike<unknown>;
}

class Comparison {
  readonly #reach: Reach;
  readonly #partners = new Map<object, object>();
  readonly #partnersBack = new Map<object, object>();

  readonly #rounding: number;

  constructor(reach: Reach, rounding: number) {
    this.#reach = reach;
    this.#rounding = rounding;
  }

  of(left: unknown, right: unknown, path: string): Difference | null {
    const different = { path, left, right };
    if (left === right || (left !== left && right !== right)) return null;
    if (typeof left === "number" && typeof right === "number") return this.#isRounding(left, right) ? null : different;
    if (!isObject(left) || !isObject(right)) return different;
    if (this.#reach.has(left) || this.#reach.has(right)) return different;
    const [partner, back] = [this.#partners.get(left), this.#partnersBack.get(right)];
    if (partner !== undefined || back !== undefined) return partner === right && back === left ? null : different;
    this.#partners.set(left, right);
    this.#partnersBack.set(right, left);
    if (left instanceof Context || isShadow(left)) return null;
    if (typeof left === "function" || typeof right === "function")
      return typeof left === typeof right
        ? this.#ofFunctions(left as AnyFunction, right as AnyFunction, path)
        : different;
    if (isBox(left) && isBox(right)) return this.of(left.v, right.v, path);
    if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return different;
    if (ArrayBuffer.isView(left) && ArrayBuffer.isView(right) && this.of(left.buffer, right.buffer, path) !== null)
      return this.ofContents(slotsOf(left), slotsOf(right), path) ?? different;
    return this.ofContents(slotsOf(left), slotsOf(right), path);
  }

  #isRounding(left: number, right: number): boolean {
    const error = Math.abs(left - right);
    return error < Infinity && error <= Math.max(this.#rounding, 1e-9 * Math.abs(right));
  }

  ofContents(left: Slots, right: Slots, path: string, isBoxed = false): Difference | null {
    const [names, others] = [left.keys?.map(String).join() ?? "", right.keys?.map(String).join() ?? ""];
    if (names !== others) return { path: `the keys of ${path}`, left: names, right: others };
    const at = (k: number): string => (isBoxed ? path : showPath(path, [left.keys?.[k] ?? k]));
    for (let k = 0; k < Math.min(left.values.length, right.values.length); k++) {
      const isHole = !(k in left.values);
      if (isHole && k in right.values) return { path: at(k), left: "(no element)", right: right.values[k] };
      if (!isHole && !(k in right.values)) return { path: at(k), left: left.values[k], right: "(no element)" };
      const below = this.of(left.values[k], right.values[k], at(k));
      if (below !== null) return below;
    }
    if (left.values.length === right.values.length) return null;
    return { path: showPath(path, ["length"]), left: left.values.length, right: right.values.length };
  }

  /** Functions that the runs made: their text must be the same, and captured values where both captured the same variables. */
  #ofFunctions(left: AnyFunction, right: AnyFunction, path: string): Difference | null {
    // What was returned in parts is compared where it is called.
    if (originOf(left).opened !== null) return null;
    const [one, other] = [stampOf(left), stampOf(right)];
    const different = { path, left, right };
    if (one === undefined || other === undefined) return left.name === right.name ? null : different;
    const [f, g] = [one, other].map(({ code }) => code.program.func(code.name));
    if (f === undefined || g === undefined || f.sourceName !== g.sourceName || !isSamePlace(f.span, g.span))
      return different;
    for (const [k, { name }] of f.captures.entries()) {
      const j = g.captures.findIndex((capture) => capture.name === name);
      if (j < 0 || f.captures.length !== g.captures.length) continue;
      const below = this.of(capturedValue(one.env, k), capturedValue(other.env, j), `${path}'s ${name}`);
      if (below !== null) return below;
    }
    return this.ofContents(propertiesOf(left), propertiesOf(right), path);
  }
}

/** The largest finite number in a tree. */
function largest(x: unknown): number {
  let most = 0;
  const seen = new Set<object>();
  const work: unknown[] = [x];
  while (work.length > 0) {
    const next = work.pop();
    if (typeof next === "number" && Math.abs(next) < Infinity) most = Math.max(most, Math.abs(next));
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    const { values } = slotsOf(next);
    for (let k = 0; k < values.length; k++) work.push(values[k]);
  }
  return most;
}

const isObject = (x: unknown): x is object => (typeof x === "object" && x !== null) || typeof x === "function";

const isSamePlace = (x: { readonly line: number; readonly column: number }, y: typeof x): boolean =>
  x.line === y.line && x.column === y.column;

function slotsOf(x: object): Slots {
  if (Array.isArray(x)) return { keys: null, values: x };
  if (ArrayBuffer.isView(x) && !(x instanceof DataView)) return { keys: null, values: x as unknown as Float64Array };
  if (isBuffer(x)) return { keys: null, values: [] };
  if (x instanceof Error) return { keys: ["name", "message"], values: [x.name, x.message] };
  return propertiesOf(x);
}

function propertiesOf(x: object): Slots {
  const keys = typeof x === "function" ? Object.keys(x) : Reflect.ownKeys(x);
  return { keys, values: keys.map((key) => unlessUninitialised((): unknown => Reflect.get(x, key))) };
}
