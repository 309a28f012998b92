// Random trees of functions that share what they captured, reach themselves, and stand at several paths: treeMap and
// unflatten make the same of them as the oracle does, in numbers and in derivatives.

import { expect, test } from "vitest";
import { grad, jvp, treeFlatten, treeMap } from "zeroth";
import { createOracle } from "../interp/oracle.ts";
import { dualOperators } from "../interp/dual-operators.ts";
import { gradientByDuals } from "../interp/index.ts";
import { structureOf, type Structure } from "../runtime/index.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { oracleHost } from "../testing/oracle-host.ts";

type Thunk = () => number;
type Numbers = number | Float64Array | readonly Numbers[];

interface Tree {
  readonly list: readonly Thunk[];
  readonly plain: Numbers;
  readonly record: { readonly f: Thunk; readonly s: string; readonly n: number };
  readonly last: Numbers | Thunk;
}

function total(x: Numbers): number {
  if (typeof x === "number") return x;
  let s = 0;
  for (let i = 0; i < x.length; i++) s += total(x[i] as Numbers) / (i + 2);
  return s;
}

const reading =
  (a: Numbers, n: number): Thunk =>
  () =>
    n * total(a);
const both =
  (f: Thunk, g: Thunk): Thunk =>
  () =>
    f() * 0.5 + Math.sin(g());
const holding =
  (r: { readonly a: Numbers; readonly f: Thunk }): Thunk =>
  () =>
    total(r.a) * 0.25 + r.f();
const sharing = (n: number, f: Thunk): readonly Thunk[] => {
  let balance = n;
  let last = f;
  const grow = (): number => {
    balance = balance * 0.75 + 1;
    return balance;
  };
  const wrap = (): number => {
    const before = last;
    last = () => before() * 0.5 + balance;
    return balance;
  };
  return [() => balance * last(), grow, wrap];
};
const alternating = (a: number, list: Numbers): Thunk => {
  let d = 0.5;
  const even = (n: number): number => (n === 0 ? a : odd(n - 1) * 0.5 + total(list));
  const odd = (n: number): number => (n === 0 ? -a : even(n - 1) * d);
  return () => {
    d += 0.25;
    return even(4) + odd(3);
  };
};

/** Whole numbers below n, by a seed. */
const choices = (seed: number): ((n: number) => number) => {
  let state = (seed * 40503) % 65536;
  return (n) => {
    state = (state * 25173 + 13849) % 65536;
    return Math.floor((state / 65536) * n);
  };
};

/** A tree of the numbers that `next` gives. */
function build(seed: number, next: () => number): Tree {
  const choose = choices(seed);
  const pair = [next(), next()];
  const typed = Float64Array.of(next(), next());
  const arrays: Numbers[] = [pair, typed, [[next()], [next(), next()]], [pair, typed]];
  const array = (): Numbers => arrays[choose(4)] as Numbers;
  const record = { a: array(), f: reading(array(), next()) };
  const thunks: Thunk[] = [record.f];
  const thunk = (): Thunk => thunks[choose(thunks.length)] as Thunk;
  for (let i = 0; i < 4; i++) {
    const kind = choose(5);
    if (kind === 0) thunks.push(reading(array(), next()));
    else if (kind === 1) thunks.push(both(thunk(), thunk()));
    else if (kind === 2) thunks.push(holding(choose(2) === 1 ? record : { a: array(), f: thunk() }));
    else if (kind === 3) thunks.push(...sharing(next(), thunk()));
    else thunks.push(alternating(next(), array()));
  }
  const list = [thunk(), thunk()];
  return { list, plain: array(), record: { f: thunk(), s: "s", n: next() }, last: choose(3) > 0 ? array() : thunk() };
}

/** What can be seen of a tree, twice over: functions change what they captured. */
function observe(tree: Tree): number {
  let s = 0;
  for (let k = 0; k < 2; k++) {
    for (const f of [...tree.list, tree.record.f]) s = s * 0.75 + f();
    s += total(tree.plain) + tree.record.n;
    s += typeof tree.last === "function" ? tree.last() : total(tree.last);
  }
  return s;
}

/** A partner of the tree with numbers, and null here and there. */
function partnerOf(s: Structure, choose: (n: number) => number): unknown {
  if (s.kind !== "box" && choose(7) === 0) return null;
  const number = (): number => choose(40) / 8 + 0.5;
  switch (s.kind) {
    case "number":
      return number();
    case "typed":
      return Float64Array.from({ length: s.length }, number);
    case "array":
      return Array.from({ length: s.length }, (_, i) =>
        s.uniform ? (choose(9) === 0 ? null : number()) : partnerOf(s.items[i] as Structure, choose),
      );
    case "box":
      return partnerOf(s.items[0] as Structure, choose);
    case "object":
    case "closure":
      return Object.fromEntries(s.keys.map((key, i) => [key, partnerOf(s.items[i] as Structure, choose)]));
    case "opaque":
    case "none":
      return null;
  }
}

const constants = (seed: number): (() => number) => {
  const choose = choices(seed + 7);
  return () => choose(40) / 16 + 0.5;
};

test("trees are what the oracle makes of them", () => {
  for (let seed = 1; seed <= 150; seed++) {
    const fresh = (): Tree => build(seed, constants(seed));
    const partner = partnerOf(structureOf(fresh()), choices(seed + 3)) as null;
    const step = (p: number, g: number): number => p * 0.5 + g;
    const { meanings } = createOracle(oracleHost, dualOperators);
    const expected = observe(meanings.treeMap(step, fresh(), partner) as Tree);
    expect(observe(treeMap(step, fresh(), partner)), `seed ${seed}: treeMap`).toBe(expected);
    const [numbers, unflatten] = treeFlatten(fresh());
    const [others, make] = meanings.treeFlatten(fresh()) as [Float64Array, (given: Float64Array) => Tree];
    expect(numbers, `seed ${seed}: numbers`).toEqual(others);
    const moved = numbers.map((x, i) => x + i / 8);
    expect(observe(unflatten(moved)), `seed ${seed}: unflatten`).toBe(observe(make(moved)));
    expect(observe(unflatten(numbers)), `seed ${seed}: unflatten as it was`).toBe(observe(fresh()));
  }
});

test("derivatives pass through in both modes", () => {
  for (let seed = 1; seed <= 12; seed++) {
    const partner = partnerOf(structureOf(build(seed, constants(seed))), choices(seed + 3)) as null;
    const f = (x: number, rate: number): number => {
      let n = 0;
      const tree = build(seed, () => x + Math.sin(n++));
      const stepped = treeMap((p, g) => p * x - rate * g * 0.1, tree, partner);
      const [numbers, unflatten] = treeFlatten(stepped);
      return observe(stepped) + observe(unflatten(numbers.map((y) => y * rate)));
    };
    const slope = grad(f, { argnums: [0, 1] })(0.75, 0.5);
    expectClose(gradientByDuals(f, [0.75, 0.5], [0, 1], oracleHost), slope, 1e-9, `seed ${seed}: dual numbers`);
    expectClose(jvp(f, [0.75, 0.5], [1, 2])[1], slope[0] + 2 * slope[1], 1e-9, `seed ${seed}: forward mode`);
  }
});
