import { describe, expect, test } from "vitest";
import type { Type } from "../ir/index.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameGradients, type Fn } from "../test-support/same-gradients.ts";
import { methodsCheck } from "./methods-check.ts";

const check = {
  ofArray: (at: string) => `${at}.map === v0`,
  ofTyped: () => null,
  ofUnknown: (at: string) => `known(${at})`,
};

describe("the text for a type", () => {
  const unless = (condition: string): string => `if (!(${condition})) return miss;`;
  test.each<readonly [Type, readonly string[]]>([
    ["numbers", [unless("x.map === v0")]],
    ["float64", []],
    ["float64-rows", [unless("x.map === v0")]],
    ["array", [unless("known(x)")]],
    ["{a:num,b:any}", []],
    ["[{a:num}]", [unless("x.map === v0")]],
    [
      "rows",
      [
        unless("x.map === v0"),
        "for (let i0 = 0; i0 < x.length; i0++) {",
        "const e0 = x[i0];",
        "if (e0 !== undefined && e0 !== null) {",
        unless("e0.map === v0"),
        "}",
        "}",
      ],
    ],
    [
      "{a:num,b:numbers}",
      [
        "{",
        unless("isPlainObject(x)"),
        'const f0_1 = x["b"];',
        "if (f0_1 !== undefined && f0_1 !== null) {",
        unless("f0_1.map === v0"),
        "}",
        "}",
      ],
    ],
  ])("%s", (type, expected) => {
    expect(methodsCheck(type, "x", check)).toEqual(expected);
  });
});

interface Tree {
  readonly w: number[];
  readonly below: readonly Tree[];
}

/** Three levels, the lowest of which holds the numbers. */
const treeOf = (w: number[]): Tree => ({ w: [1, 2], below: [{ w: [3], below: [{ w, below: [] }] }] });

/** An array with a method `map` of its own. */
function withOwn<T>(list: T[]): T[] {
  const own = (f: (x: T, k: number, all: T[]) => number): number[] => [7 * f(list[0] as T, 0, list)];
  return Object.assign(list, { map: own });
}

describe("an array with a method of its own, which code was not made for, is left to general code", () => {
  const square = (row: readonly number[]): number => row.map((x) => x * x).reduce((s, x) => s + x, 0);
  const total = ({ w, below }: Tree): number => below.reduce((s, t) => s + total(t), square(w));
  type Case = readonly [title: string, f: Fn, usual: () => unknown, own: () => unknown];
  const cases: readonly Case[] = [
    [
      "a row",
      (m: number[][]) => m.reduce((s, row) => s + square(row), 0),
      () => [[1, 2], [3]],
      () => [[1, 2], withOwn([3, 4])],
    ],
    [
      "the rows",
      (m: number[][]) => m.map(square).reduce((s, x) => s + x, 0),
      () => [[1, 2], [3]],
      () => withOwn([[1, 2], [3]]),
    ],
    [
      "a row of a page",
      (m: number[][][]) => m.reduce((s, page) => s + page.reduce((t, row) => t + square(row), 0), 0),
      () => [[[1, 2]], [[3]]],
      () => [[[1, 2]], [[3], withOwn([3, 4])]],
    ],
    [
      "an array in a record of an array",
      (m: { w: number[]; b: number }[]) => m.reduce((s, { w, b }) => s + b * square(w), 0),
      () => [{ w: [1, 2], b: 3 }],
      () => [
        { w: [1, 2], b: 3 },
        { w: withOwn([2]), b: 3 },
      ],
    ],
    ["an array in a tree", (t: Tree) => total(t), () => treeOf([4]), () => treeOf(withOwn([4]))],
    [
      "an array in one of two trees",
      ({ a, b }: { a: Tree; b: Tree }) => total(a) * total(b),
      () => ({ a: treeOf([1]), b: treeOf([2]) }),
      () => ({ a: treeOf([1]), b: treeOf(withOwn([2])) }),
    ],
  ];
  test.each(cases.map(([title, f, usual, own]) => ({ title, f, usual, own })))("$title", ({ f, usual, own }) => {
    sameGradients(f, [usual()], [usual()]);
    const gradient = gradientOf(f);
    expect(isAnswered(gradient, usual())).toBe(true);
    expect(isAnswered(gradient, own())).toBe(false);
  });
});

const [first, second] = [{ w: [2, 3] }, { w: [5, 7] }];

test("several records with arrays are checked side by side", () => {
  const f = (x: number[]): number => {
    let s = 0;
    for (const { w } of [first, second]) s += w.map((a, i) => a * x[i]! ** 2).reduce((t, a) => t + a, 0);
    return s;
  };
  sameGradients(f, [[1, 2]], [[1, 2]]);
  expect(isAnswered(gradientOf(f), [1, 2])).toBe(true);
});

test("memory that is not of its type is left to the guards", () => {
  const f = (m: number[][], n: number): number => {
    let s = 0;
    for (let i = 0; i < n; i++) s += m[i]!.map((x) => x * x).reduce((t, x) => t + x, 0);
    return s;
  };
  const calls = [
    [[[1, 2], [3]], 2],
    [[[1, 2], undefined, null], 1],
    [[[1, 2], 5, "text"], 1],
  ] as const;
  sameGradients(f, calls[0], calls[0], ...calls);
});
