// The public operators of forward mode by dual numbers, and derivatives given as tangent maps.

import { ZerothError } from "../ir/index.ts";
import { stampOf } from "../runtime/index.ts";
import { pushDisjoint } from "./dual-direction.ts";
import { Dual, tangentsAt, type Tangents } from "./dual-number.ts";
import { calculate, type Num } from "./lifted.ts";
import type { Meaning, Oracle } from "./oracle.ts";
import { build, copyTree, leavesOf, pairUp, visitTree, type Structure } from "./structures.ts";

/** `jvp(f, primals, tangents)`. */
export const forwardMeaning =
  (oracle: Oracle): Meaning =>
  (f, primals, tangents) => {
    requireFunction(f, "jvp");
    const { value, tangent } = pushDisjoint(oracle, f, primals as readonly unknown[], tangents as readonly unknown[]);
    return oracle.memory.hold([value, tangent]);
  };

/** `derivative(f, n)` by its definition: the derivative along 1, nested. */
export const derivativeMeaning =
  (oracle: Oracle): Meaning =>
  (f, n = 1) => {
    requireFunction(f, "derivative");
    return nested(oracle, f as Meaning, n as number);
  };

function nested(oracle: Oracle, f: Meaning, n: number): Meaning {
  let result = f;
  for (let k = 0; k < n; k++) {
    const inner = result;
    const slope: Meaning = (...args) => {
      const tangents = args.map((_, i) => (i === 0 ? 1 : null));
      return pushDisjoint(oracle, inner, args, tangents).tangent;
    };
    result = oracle.own(slope, [inner]);
  }
  return result;
}

/** `taylor(f, n)`: the value, and each derivative divided by its factorial. */
export const taylorMeaning =
  (oracle: Oracle): Meaning =>
  (f, n) => {
    requireFunction(f, "taylor");
    const run: Meaning = (...args) => {
      const orders: unknown[] = [oracle.invoke(f, undefined, args)];
      for (let k = 1, factorial = 1; k <= (n as number); k++, factorial *= k) {
        const tree = nested(oracle, f as Meaning, k)(...args);
        const structure = visitTree<Num>(tree, undefined, {
          memory: oracle.memory,
          number: (x) => ({ leaf: x, value: x }),
        }).structure;
        orders.push(build(oracle.memory, structure, (x) => calculate("div", x, factorial)));
      }
      return oracle.memory.hold(orders);
    };
    return oracle.own(run, [f]);
  };

/**
 * A function whose tangent map is given. In the innermost derivative the rule is called for each direction separately; in the
 * derivatives around it the rule is ordinary code.
 */
export function withTangentRule(oracle: Oracle, f: unknown, jvpOf: unknown, args: readonly unknown[]): unknown {
  const { memory } = oracle;
  const scope = memory.innermost();
  if (scope === undefined) {
    return stampOf(f) === undefined ? Reflect.apply(f as Meaning, undefined, args) : oracle.invoke(f, undefined, args);
  }
  const { tag, drop } = scope;
  const structures = args.map(
    (arg): Structure<Tangents> =>
      visitTree<Tangents>(arg, undefined, { memory, number: (n) => ({ leaf: tangentsAt(n, tag), value: n }) })
        .structure,
  );
  const directions = new Set(
    structures.flatMap((structure) => leavesOf(structure).flatMap((tangents) => [...tangents.keys()])),
  );
  const constants = args.map((arg, k) =>
    leavesOf(structures[k] as Structure<Tangents>).some((tangents) => tangents.size > 0)
      ? copyTree(memory, arg, drop)
      : arg,
  );
  const ask = (direction: number): readonly [unknown, unknown] => {
    const moved = structures.map((structure) => build(memory, structure, (tangents) => tangents.get(direction) ?? 0));
    const call = [memory.hold([...constants]), memory.hold(moved)];
    return memory.beyond(() => oracle.invoke(jvpOf, undefined, call)) as readonly [unknown, unknown];
  };
  const [first = 0, ...others] = directions;
  const [returned, tangent] = ask(first);
  const moved: Map<number, Num>[] = [];
  const { structure, value } = visitTree<Map<number, Num>>(returned, undefined, {
    memory,
    number: (x) => {
      const leaf = new Map<number, Num>();
      moved.push(leaf);
      return { leaf, value: drop(x) };
    },
  });
  const note = (direction: number, tree: unknown): void => {
    pairUp(memory, structure, tree, (leaf, along) => leaf.set(direction, drop(along)));
  };
  if (directions.size > 0) note(first, tangent);
  for (const direction of others) note(direction, ask(direction)[1]);
  let next = 0;
  return visitTree<null>(value, undefined, {
    memory,
    number: (x) => {
      const tangents = moved[next++] as Map<number, Num>;
      return { leaf: null, value: tangents.size === 0 ? x : new Dual(tag, x, tangents) };
    },
  }).value;
}

function requireFunction(f: unknown, operator: string): void {
  if (typeof f !== "function") throw new ZerothError({ kind: "invalid", message: `${operator} takes a function` });
}
