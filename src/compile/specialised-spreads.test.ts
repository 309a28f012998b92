// Records of arguments that are spread, and left out of: specialised code knows their keys by type, and checks them.

import { expect, test } from "vitest";
import { ready } from "zeroth";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameGradients, type Fn } from "../test-support/same-gradients.ts";

interface Layer {
  w: number[];
  c: number;
}
const through = ({ w, c, even }: Layer & { even: boolean }, x: number): number =>
  w.reduce((s, v) => s + v * x, 0) * (even ? c : 2);

const cases: readonly (readonly [title: string, f: Fn, ...calls: (readonly unknown[])[]])[] = [
  [
    "with another property",
    (layers: Layer[], x: number) => layers.reduce((s, layer, k) => s + through({ ...layer, even: k % 2 === 0 }, x), 0),
    [
      [
        { w: [1, 2], c: 3 },
        { w: [4], c: 5 },
      ],
      0.5,
    ],
    [[{ w: [1, 2], c: 3 }], 2],
  ],
  [
    "with another value",
    (layers: Layer[]) =>
      layers.map((layer) => ({ ...layer, c: layer.c ** 2 })).reduce((s, { w, c }) => s + c * w[0]!, 0),
    [
      [
        { w: [1, 2], c: 3 },
        { w: [4], c: 5 },
      ],
    ],
  ],
  [
    "but for some properties",
    (layers: Layer[]) => layers.reduce((s, { c, ...rest }) => s + Object.keys(rest).length * c + rest.w[0]! ** 2, 0),
    [
      [
        { w: [1, 2], c: 3 },
        { w: [4], c: 5 },
      ],
    ],
  ],
  [
    "in a loop, again and again",
    (layers: Layer[]) => {
      let state = { x: 1, y: 0 };
      for (const { c } of layers) state = { ...state, y: state.y + state.x * c };
      return state.y * state.x;
    },
    [
      [
        { w: [], c: 3 },
        { w: [], c: 5 },
      ],
    ],
  ],
];

test.each(cases.map(([title, f, ...calls]) => ({ title, f, calls })))("$title", ({ f, calls }) => {
  for (const args of calls) expect(isAnswered(gradientOf(f), ...args)).toBe(true);
  sameGradients(f, ...calls, ...calls);
});

test("further properties, accessors and symbols are copied as they should be", () => {
  const key = Symbol("key");
  const f = (rows: { c: number }[]): number =>
    rows.reduce((s, row) => {
      const copy: Record<PropertyKey, unknown> = { ...row, own: 1 };
      return (
        s + row.c * (Object.keys(copy).length + ((copy[key] as number | undefined) ?? 0) + ((copy["d"] as number) ?? 0))
      );
    }, 0);
  const gradient = gradientOf(f);
  const values = (rows: unknown): unknown => (gradient(rows) as { c: number }[]).map(({ c }) => c);
  for (let k = 0; k < 3; k++) {
    expect(values([{ c: 2 }])).toEqual([2]);
    expect(values([{ c: 2, [key]: 5 }])).toEqual([7]);
    expect(values([{ c: 2, d: 3 }])).toEqual([6]);
  }
});

test("what is absent is spread as nothing", () => {
  const f = (x: number[], given: ({ k: number } | undefined)[]): number =>
    given.reduce((s, one, i) => s + x[0]! * ({ k: 2, ...one }.k + i), 0);
  sameGradients(f, [[3], [{ k: 5 }, undefined]], [[3], [{ k: 5 }]], [[3], [undefined]]);
});

const squares = (...xs: number[]): number => xs.reduce((s, x) => s + x * x, 0);
const changed = (weight: number, ...xs: number[]): number => {
  xs[0] = 5 * weight;
  return xs.reduce((s, x) => s + x * weight, 0);
};
const cubes = (...points: { at: number }[]): number => points.reduce((s, { at }) => s + at ** 3, 0);
const mixed = (a: number, b: number, ...xs: number[]): number => a * b + xs.length;
const last = (...xs: number[]): number => (xs.length < 2 ? xs[0]! : last(...xs.slice(1)) * xs[0]!);

const by = (f: (...xs: number[]) => number, ...xs: number[]): number => f(...xs);

test.each<readonly [string, Fn, boolean]>([
  ["further arguments for a callback", (xs: number[]) => by((x, y, z) => x * x * (y ?? 3) + (z ?? 0), ...xs), true],
  [
    "further arguments for a callback that takes all",
    (xs: number[]) => by((...all) => all.length * all[0]!, ...xs),
    true,
  ],
  ["further arguments from an array", (xs: number[]) => squares(...xs), true],
  ["further arguments that the function changes, which are a copy", (xs: number[]) => changed(2, ...xs) + xs[0]!, true],
  ["further arguments that are records", (xs: number[]) => cubes(...xs.map((at) => ({ at }))), true],
  ["an array for parameters and further arguments", (xs: number[]) => mixed(...(xs as [number, number])), false],
  ["further arguments from an array, in recursion", (xs: number[]) => last(...xs), false],
])("%s", async (_, f, isTyped) => {
  await ready(gradientOf(f) as never, [1, 2, 3] as never);
  sameGradients(f, [[1, 2, 3]], [[2, 0.5]], [[0.5, 2, 1, 3]]);
  expect(isAnswered(gradientOf(f), [1, 2, 3])).toBe(isTyped);
});
