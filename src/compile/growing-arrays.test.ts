// What is in arrays that grow and shrink: elements that are taken out of them, and rows that are filled in place.

import { describe, expect, test } from "vitest";
import { ready, vjp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameGradients, type Fn } from "../test-support/same-gradients.ts";

describe("elements that are taken out of arrays", () => {
  const cases: readonly (readonly [string, Fn, first: readonly unknown[], empty: readonly unknown[]])[] = [
    [
      "pop",
      (xs: number[]) => {
        const s = xs.slice();
        const top = s.pop()!;
        return top * top + s.length;
      },
      [[1, 2]],
      [[]],
    ],
    [
      "shift and push",
      (xs: number[], n: number) => {
        const queue = [...xs];
        let s = 0;
        for (let i = 0; i < n; i++) {
          const x = queue.shift()!;
          s += x * x;
          if (i % 2 === 0) queue.push(x * s);
        }
        return s;
      },
      [[1, 2, 3], 4],
      [[1], 3],
    ],
    [
      "a stack of operands",
      (xs: number[], code: string[]) => {
        const stack = xs.map((x) => x * 2);
        for (const op of code) stack.push(op === "+" ? stack.pop()! + stack.pop()! : stack.pop()! * stack.pop()!);
        return stack[0]!;
      },
      [
        [1, 2, 3],
        ["+", "*"],
      ],
      [[1], ["+"]],
    ],
    [
      "records",
      (xs: number[], n: number) => {
        const waiting = xs.map((x) => ({ x, y: x * x }));
        let s = 0;
        for (let i = 0; i < n; i++) {
          const one = waiting.pop()!;
          s += one.x * one.y;
        }
        return s;
      },
      [[1, 2, 3], 2],
      [[1], 1],
    ],
  ];
  test.each(cases)("%s", (_, f, first, empty) => {
    sameGradients(f, first, empty, first);
    expect(isAnswered(gradientOf(f), ...first)).toBe(true);
  });

  test("whether there is one is asked", () => {
    const f = (xs: number[], n: number): number => {
      const stack = xs.slice();
      let s = 0;
      for (let i = 0; i < n; i++) {
        const x = stack.pop();
        s += x === undefined ? 10 : x * x;
      }
      return s;
    };
    sameGradients(f, [[1, 2], 4], [[1, 2], 2], [[], 1]);
    expect(isAnswered(gradientOf(f), [1, 2], 4)).toBe(true);
  });
});

describe("rows that are filled in place", () => {
  const cases: readonly (readonly [string, Fn, readonly unknown[]])[] = [
    [
      "by index",
      (m: number[][]) => {
        const out: number[][] = [];
        for (let i = 0; i < m.length; i++) {
          out[i] = [];
          for (let j = 0; j < m[i]!.length; j++) out[i]![j] = m[i]![j]! * m[j]![i]!;
        }
        return out.reduce((s, row) => s + row.reduce((t, x) => t + x * x, 0), 0);
      },
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    [
      "by push, three deep",
      (m: number[][]) => {
        const out: number[][][] = [];
        for (const row of m) {
          out.push([]);
          for (const x of row) {
            out[out.length - 1]!.push([]);
            out[out.length - 1]![out[out.length - 1]!.length - 1]!.push(x, x * x);
          }
        }
        return out.reduce((s, rows) => s + rows.reduce((t, [a, b]) => t + a! * b!, 0), 0);
      },
      [[[1, 2], [3]]],
    ],
    [
      "by what is no number in the end",
      (m: number[][]) => {
        const out: (number | string)[][] = [];
        for (let i = 0; i < m.length; i++) {
          out[i] = [];
          out[i]!.push(m[i]![0]! ** 2);
          if (m[i]!.length > 1) out[i]!.push("more");
        }
        return out.reduce((s, row) => s + (row[0] as number) * (row[1] === "more" ? 2 : 1), 0);
      },
      [[[1, 2], [3]]],
    ],
  ];
  test.each(cases)("%s", (_, f, args) => {
    sameGradients(f, args, args);
  });
  test.each(cases.slice(0, 2))("%s, by specialised code", (_, f, args) => {
    expect(isAnswered(gradientOf(f), ...structuredClone(args))).toBe(true);
  });

  test("and returned", async () => {
    const f = (m: number[][]): number[][] => {
      const out: number[][] = [];
      for (let i = 0; i < m.length; i++) {
        out[i] = [];
        for (let j = 0; j < m[i]!.length; j++) out[i]![j] = m[i]![j]! * m[j]![i]!;
      }
      return out;
    };
    const given = [
      [1, 2],
      [3, 4],
    ];
    await (ready as unknown as (...given: unknown[]) => Promise<unknown>)(vjp, f, given);
    const [, pullback] = vjp(f, given);
    expect(
      isAnswered(pullback, [
        [1, 1],
        [1, 0.5],
      ]),
    ).toBe(true);
    expect(
      pullback([
        [1, 1],
        [1, 0.5],
      ]),
    ).toEqual(
      general.vjp(f as never, given)[1]([
        [1, 1],
        [1, 0.5],
      ]),
    );
  });
});
