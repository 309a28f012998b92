// Arrays that functions fill which are called: what is in them is known where they are made.

import { expect, test } from "vitest";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameGradients, type Fn } from "../test-support/same-gradients.ts";

interface Tree {
  value: number;
  parts?: Tree[];
}
const tree: Tree = { value: 2, parts: [{ value: 3 }, { value: 0.5, parts: [{ value: 1.5 }] }] };

function leaves(t: Tree, depth: number, into: number[]): void {
  if (t.parts === undefined) into.push(t.value * depth);
  else for (const part of t.parts) leaves(part, depth + 1, into);
}
function paths(t: Tree, into: { value: number; depth: number }[], depth = 1): void {
  into.push({ value: t.value, depth });
  for (const part of t.parts ?? []) paths(part, into, depth + 1);
}
function rows(k: number, x: number, into: number[][]): void {
  if (k === 0) return;
  into.push([x, x * k]);
  rows(k - 1, x * x, into);
}

const cases: readonly (readonly [title: string, f: Fn, ...calls: (readonly unknown[])[]])[] = [
  [
    "numbers, by recursion",
    (t: Tree) => {
      const all: number[] = [];
      leaves(t, 1, all);
      return Math.max(...all) * all.reduce((s, x) => s + x * x, 0);
    },
    [tree],
    [{ value: 3 }],
  ],
  [
    "records, by recursion",
    (t: Tree) => {
      const all: { value: number; depth: number }[] = [];
      paths(t, all);
      return all.reduce((s, { value, depth }) => s + value ** 2 * depth, 0);
    },
    [tree],
    [{ value: 3 }],
  ],
  [
    "numbers and records, by recursion",
    (x: number[]) => {
      const put = (n: number, into: unknown[]): void => {
        if (n < 0) return;
        into.push(x[n]! * 2);
        into.push({ v: x[n]! });
        put(n - 1, into);
      };
      const all: unknown[] = [];
      put(x.length - 1, all);
      return all.reduce<number>((s, e) => s + (typeof e === "number" ? e * e : (e as { v: number }).v), 0);
    },
    [[1, 2, 3]],
    [[2, 5]],
  ],
  [
    "arrays, by recursion",
    (x: number[]) => {
      const all: number[][] = [];
      for (const v of x) rows(3, v, all);
      return all.reduce((s, [a, b]) => s + a! * b!, 0);
    },
    [[1.5, 0.5]],
    [[2]],
  ],
];

test.each(cases.map(([title, f, ...calls]) => ({ title, f, calls })))("$title", ({ f, calls }) => {
  for (const args of calls) expect(isAnswered(gradientOf(f), ...args)).toBe(true);
  sameGradients(f, ...calls, ...calls);
});
