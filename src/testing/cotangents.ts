// Numbers of results, and cotangents for them: every result is reduced to one number, ⟨w, y⟩.
//
// A cotangent is a list of weights, one for each number of a result, in the order of the text form. Functions in results, and
// values that contain no real numbers, get none.

import { isReal } from "../runtime/index.ts";
import { isRecord } from "./point.ts";

export interface ResultLeaf {
  readonly keys: readonly PropertyKey[];
  readonly value: number;
}

type Keyed = Readonly<Record<PropertyKey, unknown>>;

function visit(
  y: unknown,
  keys: readonly PropertyKey[],
  open: Set<unknown>,
  number: (leaf: ResultLeaf) => unknown,
): unknown {
  if (typeof y === "number") return number({ keys, value: y });
  if (typeof y !== "object" || y === null || open.has(y)) return null;
  if (isReal(y)) return y.map((value, i) => number({ keys: [...keys, i], value }) as number);
  if (!Array.isArray(y) && !isRecord(y)) return null;
  open.add(y);
  const below = (key: PropertyKey): unknown => visit((y as Keyed)[key], [...keys, key], open, number);
  const result = Array.isArray(y)
    ? Array.from(y, (_, i) => below(i))
    : Object.fromEntries(Object.keys(y).map((key) => [key, below(key)]));
  open.delete(y);
  return result;
}

/** The numbers of a result that can have a cotangent. */
export function resultLeaves(y: unknown): readonly ResultLeaf[] {
  const leaves: ResultLeaf[] = [];
  visit(y, [], new Set(), (leaf) => {
    leaves.push(leaf);
    return 0;
  });
  return leaves;
}

/** The cotangent with these weights, in the form that a pullback takes. */
export function cotangentOf(y: unknown, weights: readonly number[]): unknown {
  let next = 0;
  return visit(y, [], new Set(), () => weights[next++] ?? 0);
}

/** ⟨w, y⟩; NaN if the result and the cotangent have different numbers of entries. */
export function weighted(y: unknown, weights: readonly number[]): number {
  const leaves = resultLeaves(y);
  if (leaves.length !== weights.length) return NaN;
  // A weight of zero excludes a number, even an infinite one.
  return leaves.reduce((total, { value }, i) => (weights[i] === 0 ? total : total + (weights[i] as number) * value), 0);
}

/** Whether numbers of the result have single precision. */
export function hasSingles(y: unknown): boolean {
  if (typeof y !== "object" || y === null) return false;
  return y instanceof Float32Array || (!ArrayBuffer.isView(y) && Object.values(y).some(hasSingles));
}

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** Weights of both signs with sizes between 1/2 and 3/2, without a pattern; they differ for different `salt`. */
export function genericWeights(n: number, salt: number): readonly number[] {
  return Array.from({ length: n }, (_, k) => {
    const fraction = ((k + 1) * goldenRatio + salt * Math.SQRT2) % 1;
    return (0.5 + fraction) * ((k * 7 + salt) % 3 === 1 ? -1 : 1);
  });
}

/** Weight 1 for one number, 0 for the others. */
export function unitWeights(n: number, k: number): readonly number[] {
  return Array.from({ length: n }, (_, i) => (i === k ? 1 : 0));
}
