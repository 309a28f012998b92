// Results that are absent on paths that no call takes, as of a `switch` without `default`; and constants of modules, which nothing that
// is differentiated can be in.

import { describe, expect, test } from "vitest";
import { grad, hessian, hvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameOutcomes, type Fn, type Operator } from "../test-support/same-gradients.ts";

type Kind = "a" | "b" | "c";

function valueOf(kind: Kind, x: number): number {
  switch (kind) {
    case "a":
      return x * x;
    case "b":
      return Math.sin(x);
    case "c":
      return -x;
  }
}

function recordOf(kind: Kind, x: number): { p: [number, number]; q: number } {
  switch (kind) {
    case "a":
      return { p: [x, x * x], q: 1 };
    case "b":
      return { p: [1, x], q: x };
    case "c":
      return { p: [x, 2], q: 2 };
  }
}

const find = (xs: readonly number[], from: number): number | undefined => {
  for (const x of xs) if (x > from) return x;
  return undefined;
};

describe("results of a switch without default", () => {
  test.each<[string, Fn]>([
    ["numbers", (xs: number[], kinds: Kind[]) => xs.reduce((s, x, i) => s + 2 * valueOf(kinds[i]!, x), 0)],
    [
      "records",
      (xs: number[], kinds: Kind[]) => {
        let s = 0;
        for (let i = 0; i < xs.length; i++) {
          const {
            p: [a, b],
            q,
          } = recordOf(kinds[i]!, xs[i]!);
          s += a * b * q;
        }
        return s;
      },
    ],
  ])("%s", (_, f) => {
    const given = [
      [1, 2, 3],
      ["a", "b", "c"],
    ];
    expect(isAnswered(gradientOf(f), ...given)).toBe(true);
    // What TypeScript rules out may come all the same.
    sameOutcomes(
      f,
      given,
      [
        [1, 2],
        ["a", "other"],
      ],
      given,
    );
  });

  test("an absent result that the program asks about", () => {
    const f = (xs: number[], from: number): number => {
      const found = find(xs, from);
      return (found ?? 5) * xs[0]! + (find(xs, from + 1) === undefined ? xs[1]! : 0);
    };
    sameOutcomes(f, [[1, 2], 0], [[1, 2], 3], [[1, 2], 1]);
  });

  test("an absent result that is used as a number", () => {
    const f = (xs: number[], from: number): number => 2 * find(xs, from)! * xs[0]!;
    sameOutcomes(f, [[1, 2], 0], [[1, 2], 3], [[1, 2], 1]);
  });
});

const table = [0.5, 2, 3];
const settings = { scale: 2, weights: [1, 2] };
const state = [0, 0];

describe("memory of the module", () => {
  const cases: Readonly<Record<string, Fn>> = {
    "that is read": (xs: number[]) => xs.reduce((s, x, i) => s + Math.sin(x * table[i]!) * settings.scale, 0),
    "that is read in a loop, rows of it too": (xs: number[]) => {
      let s = 1;
      for (let i = 0; i < xs.length; i++) s += s * xs[i]! * settings.weights[i % 2]! * table[i]!;
      return s;
    },
    "that is written with what is differentiated": (xs: number[]) => {
      state[0] = xs[0]! * xs[1]!;
      state[1] = state[0] * table[1]!;
      return state[0] * state[1] * xs[2]!;
    },
    "of which an inner derivative is taken": (xs: number[]) => {
      const inner = grad((t: number[]) => t[0]! * t[0]! * xs[0]! + t[1]! * xs[1]! * table[2]!);
      const [a, b] = inner(table) as [number, number];
      return a * b * xs[2]!;
    },
    "that an inner derivative reads": (xs: number[]) => {
      const inner = grad((y: number) => y * y * table[1]! * xs[1]!);
      return inner(xs[0]!) * inner(table[0]!) * xs[2]!;
    },
  };
  test.each(Object.entries(cases))("%s", (_, f) => {
    sameOutcomes(f, [[1, 2, 3]], [[2, 0.5, 1]]);
    const own = hvp as unknown as Operator;
    const other = general.hvp as unknown as Operator;
    const given = [
      [1, 2, 3],
      [1, 0, 2],
    ];
    for (let k = 0; k < 3; k++) expect(own(f)(...given)).toEqual(other(f)(...given));
  });

  test("that is an argument, too", () => {
    const f = (xs: number[]): number => xs[0]! * table[1]! + xs[1]! * table[0]!;
    for (let k = 0; k < 3; k++) expect(gradientOf(f)(table)).toEqual([2, 0.5, 0]);
    expect((hessian as unknown as Operator)(f)(table)).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });
});
