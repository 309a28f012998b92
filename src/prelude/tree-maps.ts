// Trees as parameters: `treeMap` applies a function to all of their numbers, `treeZip` pairs the numbers of several trees,
// `treeFlatten` lists all numbers in one array. All of it is written in the language that zeroth differentiates, so it nests.

import { boxGet, capture, foreignCall, ownSlot, structure, tuple, typedNew } from "../host/intrinsics.ts";
import { planOf, type TreePlan } from "../host/tree-plan.ts";
import { ZerothError } from "../ir/index.ts";
import { numberStructure, type Structure } from "../runtime/index.ts";
import { requireNoMore } from "./options.ts";
import { ownProperty } from "./own-property.ts";
import { countNumbers, itemOf } from "./pairing.ts";
import { capturedFrom, rebuild } from "./rebuild.ts";
import { requireFunction } from "./requirements.ts";

type AnyFunction = (...args: unknown[]) => unknown;
type Keyed = Record<PropertyKey, unknown>;

/** A tree like `tree`. Each number becomes the result of `fn` for it and for the numbers of `others` at the same place. */
export function treeMap(fn: AnyFunction, tree: unknown, ...others: unknown[]): unknown {
  requireFunction(fn, "treeMap");
  return rebuild(planFor(tree, others, "treeMap"), tree, others, (x, beside) => fn(x, ...beside));
}

function planFor(tree: unknown, others: readonly unknown[], operator: string): TreePlan {
  return foreignCall(planOf, undefined, tuple(tree, others, operator)) as TreePlan;
}

/** The numbers of trees of one structure side by side: an array replaces each number, or null if a tree has none there. */
export function treeZip(tree: unknown, ...others: unknown[]): unknown {
  planFor(tree, others, "treeZip");
  return zip(structure(tree), tree, others);
}

function zip(s: Structure, x: unknown, others: readonly unknown[]): unknown {
  for (let k = 0; k < others.length; k++) {
    if (others[k] === null || others[k] === undefined) return null;
  }
  if (s.kind === "number") return [x, ...others];
  if (s.kind === "none" || s.kind === "opaque") return null;
  if (s.kind === "box") return zip(s.items[0] as Structure, boxGet(x), others);
  if (s.kind === "array" || s.kind === "typed") {
    const list: unknown[] = [];
    for (let i = 0; i < s.length; i++) {
      const item = s.uniform ? numberStructure : (s.items[i] as Structure);
      list[i] = zip(
        item,
        (x as Keyed)[i],
        others.map((other) => (other as Keyed)[i]),
      );
    }
    return list;
  }
  const record: Keyed = {};
  for (let k = 0; k < s.keys.length; k++) {
    const key = s.keys[k] as string;
    const value = s.kind === "closure" ? capture(x, s.slots[k] as number) : (x as Keyed)[key];
    const beside = others.map((other) =>
      s.kind === "closure" ? capturedFrom(other, key) : ownProperty(other as object, key),
    );
    ownSlot(record, key);
    record[key] = zip(s.items[k] as Structure, value, beside);
  }
  return record;
}

/** All numbers of a tree, in order, and a function that makes a tree of the same structure from such numbers. */
export function treeFlatten(
  tree: unknown,
  ...surplus: unknown[]
): [Float64Array, (numbers: ArrayLike<number>) => unknown] {
  requireNoMore(surplus, "a tree", "treeFlatten");
  const s = structure(tree);
  const count = countNumbers(s);
  const numbers = typedNew(Float64Array, count);
  const collect = (t: Structure, x: unknown, first: number): void => {
    if (t.kind === "number") {
      numbers[first] = x as number;
    } else if (t.uniform) {
      for (let i = 0; i < t.length; i++) numbers[first + i] = (x as number[])[i] as number;
    } else {
      let next = first;
      for (let k = 0; k < t.items.length; k++) {
        const item = t.items[k] as Structure;
        collect(item, itemOf(t, x, k), next);
        next += countNumbers(item);
      }
    }
  };
  collect(s, tree, 0);
  // A copy: later changes of the tree do not change what `unflatten` makes.
  const plan = planFor(tree, [], "treeFlatten");
  const like = rebuild(plan, tree, [], (x) => x);
  const unflatten = (given: ArrayLike<number>): unknown => {
    if (given.length !== count) throw wrongCount(count, given.length);
    return rebuild(plan, like, [], (_x, _beside, index) => given[index]);
  };
  return [numbers, unflatten];
}

function wrongCount(count: number, given: number): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message: `unflatten takes the ${count} numbers of the tree, and was given ${given}`,
  });
}
