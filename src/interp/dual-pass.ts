// One pass with dual numbers: all numbers of the differentiated arguments are perturbed, each in a direction of its own. The
// function runs once, and every number of its result carries its derivative in each direction.

import { overlaps } from "../runtime/index.ts";
import { Dual, tangentsAt, type Tangents } from "./dual-number.ts";
import { calculate, isNum, type Num, scaled } from "./lifted.ts";
import type { Oracle } from "./oracle.ts";
import { build, copyTree, leavesOf, visitTree, type Structure } from "./structures.ts";

/** A function's value, and the derivatives of its numbers by those of the arguments. */
export interface Pass {
  readonly value: unknown;
  readonly result: Structure<Tangents>;
  /** The directions of the numbers of each differentiated argument; null if counted in another place. */
  readonly structures: readonly Structure<number | null>[];
  /** The directions of the numbers that the function captured. */
  readonly captures: Structure<number | null>;
}

export function pass(
  oracle: Oracle,
  f: unknown,
  args: readonly unknown[],
  argnums: readonly number[],
  withCaptures = false,
): Pass {
  const { memory } = oracle;
  const copied = overlaps(oracle.reachOf(f), args, argnums);
  return memory.within(({ tag, drop }) => {
    let directions = 0;
    const seed = (x: unknown): { readonly structure: Structure<number | null>; readonly value: unknown } =>
      visitTree<number | null>(x, undefined, {
        memory,
        closure: oracle.closure,
        number: (x) => {
          if (x instanceof Dual && x.rank === tag) return { leaf: null, value: x };
          const leaf = directions++;
          return { leaf, value: new Dual(tag, x, new Map([[leaf, 1]])) };
        },
      });
    const captures = withCaptures ? seed(f) : { structure: { kind: "none" } as const, value: f };
    const given = [...args];
    const structures = argnums.map((i, k) => {
      const x = copied[k] === true || isFrozen(args[i]) ? copyTree(memory, args[i], (n) => n) : args[i];
      const { structure, value } = seed(x);
      given[i] = value;
      return structure;
    });
    const returned = oracle.invoke(captures.value, undefined, given);
    const result = visitTree<Tangents>(returned, undefined, {
      memory,
      number: (x) => ({ leaf: tangentsAt(x, tag), value: x }),
    }).structure;
    const value = isNum(returned) ? drop(returned) : returned;
    return { value, result, structures, captures: captures.structure };
  });
}

/** The pullback, for weights of numbers of the result: the cotangents, in a structure of the pass. */
export function contract(
  oracle: Oracle,
  structure: Structure<number | null>,
  weighted: readonly (readonly [Tangents, Num])[],
): unknown {
  const totals = new Map<number, Num>();
  const wanted = new Set(leavesOf(structure));
  for (const [tangents, weight] of weighted) {
    for (const [direction, tangent] of tangents) {
      if (!wanted.has(direction)) continue;
      const part = scaled(weight, tangent);
      const before = totals.get(direction);
      totals.set(direction, before === undefined ? part : calculate("add", before, part));
    }
  }
  return build(oracle.memory, structure, (leaf) => (leaf === null ? 0 : (totals.get(leaf) ?? 0)));
}

function isFrozen(x: unknown): boolean {
  if (typeof x !== "object" || x === null || ArrayBuffer.isView(x)) return false;
  return Object.isFrozen(x) || Object.values(x).some(isFrozen);
}
