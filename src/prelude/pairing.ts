// The inner product of tangents and cotangents, by which a pullback determines the tangent map; and trees of a given structure.

import {
  arrayNew,
  boxGet,
  capture,
  newContext,
  ownSlot,
  part,
  scale,
  shadow,
  shadowGet,
  take,
  typedNew,
} from "../host/intrinsics.ts";
import type { Context, Cotangent, Structure } from "../runtime/index.ts";
import { seed, takeProperty } from "./trees.ts";

/**
 * The sum of tangent times cotangent over all numbers of the arguments. The tangents of memory are in `context`, those of the
 * arguments themselves in `tangents`; the cotangents are trees.
 */
export function pairAll(
  shapes: readonly Structure[],
  context: Context,
  tangents: readonly Cotangent[],
  cotangents: readonly unknown[],
): number {
  const other = newContext();
  const own: Cotangent[] = [];
  for (let i = 0; i < shapes.length; i++) own[i] = seed(shapes[i] as Structure, other, cotangents[i]);
  let total = 0;
  for (let i = 0; i < shapes.length; i++) {
    total += pairing(shapes[i] as Structure, context, other, tangents[i], own[i]);
  }
  return total;
}

/** The inner product for a value of structure `s`. Cotangents are taken, so memory that two paths reach counts once. */
function pairing(s: Structure, moved: Context, other: Context, t: Cotangent, g: Cotangent): number {
  if (s.kind === "number") return scale(t, g);
  if (s.kind === "none" || s.kind === "opaque") return 0;
  let total = 0;
  if (s.kind === "closure") {
    for (let k = 0; k < s.keys.length; k++) {
      const slot = s.slots[k] as number;
      total += pairing(s.items[k] as Structure, moved, other, part(t, slot), part(g, slot));
    }
    return total;
  }
  const tangents = shadow(moved, s.ref);
  const cotangents = shadow(other, s.ref);
  if (s.kind === "box") {
    return pairing(s.items[0] as Structure, moved, other, shadowGet(tangents, "v"), take(cotangents, "v"));
  }
  const count = s.kind === "object" ? s.keys.length : s.length;
  for (let i = 0; i < count; i++) {
    const key = s.kind === "object" ? (s.keys[i] as string) : i;
    const x = shadowGet(tangents, key);
    const y = s.kind === "object" ? takeProperty(cotangents, key as string) : take(cotangents, key);
    total += s.uniform ? scale(x, y) : pairing(s.items[i] as Structure, moved, other, x, y);
  }
  return total;
}

/** How many numbers a value of structure `s` holds. */
export function countNumbers(s: Structure): number {
  if (s.kind === "number") return 1;
  if (s.uniform) return s.length;
  let count = 0;
  for (let i = 0; i < s.items.length; i++) count += countNumbers(s.items[i] as Structure);
  return count;
}

/** A tree like a value of structure `s`, with `leaf(i)` in the place of its number i. */
export function treeOf(s: Structure, leaf: (index: number) => unknown): unknown {
  return treeFrom(s, leaf, 0);
}

/** A tree like a value of structure `s`, with 1 in the place of its number k and 0 elsewhere. */
export function unit(s: Structure, k: number): unknown {
  // `i === k` would count as a comparison of references (`runtime/overlap.ts`): `k` is not known to be a number.
  return treeOf(s, (i) => (i - k === 0 ? 1 : 0));
}

function treeFrom(s: Structure, leaf: (index: number) => unknown, first: number): unknown {
  if (s.kind === "number") return leaf(first);
  if (s.kind === "none" || s.kind === "opaque") return null;
  if (s.kind === "box") return treeFrom(s.items[0] as Structure, leaf, first);
  if (s.kind === "typed") {
    const tree = typedNew((s.ref as Float64Array).constructor as new (n: number) => Float64Array, s.length);
    for (let i = 0; i < s.length; i++) tree[i] = leaf(first + i) as number;
    return tree;
  }
  let next = first;
  if (s.kind === "array") {
    const tree = arrayNew(s.length);
    for (let i = 0; i < s.length; i++) {
      tree[i] = s.uniform ? leaf(next) : treeFrom(s.items[i] as Structure, leaf, next);
      next += s.uniform ? 1 : countNumbers(s.items[i] as Structure);
    }
    return tree;
  }
  const tree: Record<string, unknown> = {};
  for (let i = 0; i < s.keys.length; i++) {
    const key = s.keys[i] as string;
    ownSlot(tree, key);
    tree[key] = treeFrom(s.items[i] as Structure, leaf, next);
    next += countNumbers(s.items[i] as Structure);
  }
  return tree;
}

/** Part `k` of `x`, which has structure `s`. */
export function itemOf(s: Structure, x: unknown, k: number): unknown {
  if (s.kind === "box") return boxGet(x);
  if (s.kind === "closure") return capture(x, s.slots[k] as number);
  return (x as Readonly<Record<PropertyKey, unknown>>)[s.kind === "object" ? (s.keys[k] as string) : k];
}
