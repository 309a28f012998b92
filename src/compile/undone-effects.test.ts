// Functions that change memory that others see: specialised code answers, and where it gives up in the middle of a call, general
// code begins from the same state. Each function is called forty times, with arguments that no longer fit now and then.

import { describe, expect, test } from "vitest";
import { grad } from "../index.ts";
import { withInliningLimits } from "../specialise/index.ts";
import { codeOf } from "./plans.ts";
import { vjp } from "../test-support/general-vjp.ts";

type Args = readonly unknown[];
type F = (...args: never[]) => number;

interface Case {
  readonly f: F;
  /** The arguments of a call: those of odd calls do not fit, behind the function's first effect. */
  readonly args: (k: number) => Args;
}

const state = { list: [1, 2, 3], calls: 0 };
let count = 0;

const isOdd = (k: number): boolean => k > 20 && k % 2 === 1;
/** A number that does not fit in odd calls. */
const odd = (k: number, value: number): number => (isOdd(k) ? (String(value) as never) : value);

/** Reads what may not fit: the guards of the differentiated argument are all checked before anything is written. */
const sumOf = (zs: readonly number[]): number => {
  let s = 0;
  for (const z of zs) s += z;
  return s;
};

const cases: Readonly<Record<string, Case>> = {
  "elements of an argument": {
    f: (xs: readonly number[], ys: number[], zs: readonly number[]) => {
      let s = 0;
      for (let i = 0; i < xs.length; i++) {
        ys[i] = xs[i]! * 2;
        s += ys[i]! ** 2;
      }
      return s * sumOf(zs);
    },
    args: (k) => [
      [1, 2, 3],
      [0, 7],
      [1, odd(k, 2)],
    ],
  },
  "the end of an argument": {
    f: (xs: readonly number[], out: number[], zs: readonly number[]) => {
      let s = 0;
      for (const x of xs) {
        out.push(x * x);
        s += out.at(-1)! * x;
      }
      return s * sumOf(zs);
    },
    args: (k) => [[1, 2, 3], [5], [1, odd(k, 2)]],
  },
  "a stack that is emptied": {
    f: (xs: readonly number[], stack: number[], zs: readonly number[]) => {
      let s = 0;
      while (stack.length > 1) s += xs[stack.pop()!]! ** 2;
      stack.length = 0;
      stack.push(9);
      return s * xs[0]! * sumOf(zs);
    },
    args: (k) => [
      [1, 2, 3],
      [0, 1, 2, 2],
      [1, odd(k, 2)],
    ],
  },
  "the state of the module": {
    f: (xs: readonly number[], zs: readonly number[]) => {
      state.list[0]! += 1;
      state.calls++;
      count++;
      let s = 0;
      for (const x of xs) s += x * x * state.list[0]! * count;
      return s * sumOf(zs);
    },
    args: (k) => [
      [1, 2, 3],
      [1, odd(k, 2)],
    ],
  },
  "the argument itself": {
    f: (xs: number[], zs: readonly number[]) => {
      xs[1] = xs[0]! * 3;
      xs.push(xs[1] * xs[2]!);
      let s = 0;
      for (const x of xs) s += x ** 2;
      return s * sumOf(zs);
    },
    args: (k) => [
      [1, 2, 3],
      [1, odd(k, 2)],
    ],
  },
  "rows that may be one": {
    f: (rows: number[][], zs: readonly number[]) => {
      rows[0]![1] = rows[1]![0]! * 3;
      let s = 0;
      for (const row of rows) for (const v of row) s += v * v;
      return s * sumOf(zs);
    },
    args: (k) => {
      const row = [1, 2];
      return [k % 5 === 4 ? [row, row] : [row, [3, 4]], [1, odd(k, 2)]];
    },
  },
  "an argument that is another one, too": {
    f: (xs: readonly number[], ys: number[], zs: readonly number[]) => {
      const first = xs[0]!;
      ys[0] = 5 * first;
      return (xs[0]! * first + ys[0] * xs[1]!) * sumOf(zs);
    },
    args: (k) => {
      const xs = [2, 3];
      return [xs, k % 3 === 0 ? xs : [7, 8], [1, odd(k, 2)]];
    },
  },
  "memory behind a helper that stays a call": {
    f: (xs: readonly number[], ys: number[], zs: readonly number[]) => {
      const fill = (i: number): number => {
        if (i === xs.length) return 0;
        ys[i] = xs[i]! ** 2;
        return ys[i] + fill(i + 1);
      };
      return fill(0) * xs[0]! * sumOf(zs);
    },
    args: (k) => [
      [1, 2, 3],
      [0, 7],
      [1, odd(k, 2)],
    ],
  },
};

/** The gradient, or the error, with the memory that the call left. */
function outcome(run: () => unknown, args: Args): string {
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    result = String(error);
  }
  return JSON.stringify({ result, args, state, count });
}

describe("effects are taken back", () => {
  test.each(Object.entries(cases))("%s", (_, { f, args }) => {
    expect(codeOf(grad(f) as never, ...args(1))).toMatch(/logSlot|logEnd/);
    for (let k = 0; k < 40; k++) {
      const before = [structuredClone(state), count] as const;
      const given = args(k);
      const gradient = outcome(() => grad(f)(...(given as never[])), given);
      [state.list, state.calls, count] = [before[0].list, before[0].calls, before[1]];
      const again = args(k);
      const expected = outcome(() => vjp(f, ...(again as never[]))[1](1)[0], again);
      expect(gradient, `call ${k}`).toBe(expected);
    }
  });
});

test("a call that writes to what its argument leads to is seen, though the function made the argument", () => {
  withInliningLimits({ least: 0, most: 0 }, () => {
    const f = (x: number, a: number[]): number => {
      const raise = (rows: number[][]): number => {
        rows[0]![0]! += 1;
        return rows[0]![0]! * x;
      };
      const own = raise([[0.5]]);
      const rows = [a];
      let s = own + a[0]! * x;
      s += raise(rows) * a[0]! + raise(rows);
      return s * a[0]!;
    };
    const [given, other] = [
      [1, 2],
      [1, 2],
    ];
    const [, back] = vjp(f, 1.5, other);
    expect(grad(f)(1.5, given)).toBe((back(1) as number[])[0]);
    expect(given).toEqual(other);
  });
});
