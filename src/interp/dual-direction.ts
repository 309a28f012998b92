// The derivative along one direction by dual numbers: arguments are perturbed along their tangents, and the numbers of the result
// carry their tangents.

import { overlaps } from "../runtime/index.ts";
import { Dual, tangentsAt } from "./dual-number.ts";
import { isNum, type Num } from "./lifted.ts";
import type { Memory } from "./memory.ts";
import type { Oracle } from "./oracle.ts";
import { build, copyTree, visitTree } from "./structures.ts";

export interface Directional {
  /** What the function returned. */
  readonly value: unknown;
  /** Its derivative along the direction, mirroring it. */
  readonly tangent: unknown;
}

/** `tangents` is like `args`, null where nothing changes. The arguments are not copied. */
export function pushDirection(
  { memory, invoke }: Oracle,
  f: unknown,
  args: readonly unknown[],
  tangents: readonly unknown[],
): Directional {
  return memory.within(({ tag, drop }) => {
    const moved = args.map((arg, i) => visitTree<null>(arg, tangents[i], seeding(memory, tag)).value);
    const returned = invoke(f, undefined, moved);
    const { structure } = visitTree<Num>(returned, undefined, {
      memory,
      number: (x) => ({ leaf: tangentsAt(x, tag).get(0) ?? 0, value: x }),
    });
    return { value: isNum(returned) ? drop(returned) : returned, tangent: build(memory, structure, (leaf) => leaf) };
  });
}

const seeding = (memory: Memory, tag: number): Parameters<typeof visitTree<null>>[2] => ({
  memory,
  number: (x, along) => {
    const isSeeded = x instanceof Dual && x.rank === tag;
    const still = isSeeded || !isNum(along) || along === 0;
    return { leaf: null, value: still ? x : new Dual(tag, x, new Map([[0, along]])) };
  },
});

/** The same, with arguments that share no memory with anything else: copied as the operators copy them. */
export function pushDisjoint(
  oracle: Oracle,
  f: unknown,
  args: readonly unknown[],
  tangents: readonly unknown[],
): Directional {
  const moving = [...args.keys()].filter((i) => tangents[i] !== null && tangents[i] !== undefined);
  const copied = overlaps(oracle.reachOf(f), args, moving);
  const given = [...args];
  moving.forEach((i, k) => {
    if (copied[k] === true) given[i] = copyTree(oracle.memory, args[i], (n) => n);
  });
  return pushDirection(oracle, f, given, tangents);
}
