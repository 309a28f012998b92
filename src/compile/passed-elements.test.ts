// Elements that may be absent, where they are passed on, captured, kept and chosen between before the program asks for them.

import { describe, expect, test } from "vitest";
import { hvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameGradients, type Fn, type Operator } from "../test-support/same-gradients.ts";

type Case = readonly [title: string, f: Fn, ...calls: (readonly unknown[])[]];

const orElse = (x: number | undefined, other: number): number => (x === undefined ? other : x * x);

describe("are typed", () => {
  const cases: readonly Case[] = [
    [
      "in a list of neighbours that is filtered",
      (x: number[]) =>
        x
          .map((v, i) => [x[i - 1], x[i + 1]].filter((w) => w !== undefined).reduce((s, w) => s + (w - v) ** 2, 0))
          .reduce((a, b) => a + b, 0),
      [[1, 2, 4]],
      [[3]],
    ],
    [
      "in a list of neighbours, one by one",
      (x: number[]) => {
        let s = 0;
        for (let i = 0; i < x.length; i++) {
          const near = [x[i - 1], x[i], x[i + 1]];
          const [left] = near;
          for (const w of near) if (w !== undefined) s += w * x[i]!;
          s += left ?? x[i]! ** 2;
        }
        return s;
      },
      [[1, 2, 4]],
      [[3]],
    ],
    [
      "words of a command, of which some have fewer",
      (x: number[], text: string) => {
        let s = x[0]!;
        for (const line of text.split(";")) {
          const [op, a, b] = line.split(" ");
          if (op === "add") s += x[Number(a)]!;
          else if (op === "scale") s *= Number(a) + Number(b) * x[1]!;
          else if (op === "square") s *= s;
        }
        return s;
      },
      [[1, 2, 4], "add 1;scale 2 0.5;square;add 2"],
      [[3, 5], "square;square;scale 1 1"],
    ],
    [
      "words that are kept in records",
      (x: number[], text: string) => {
        const code: { op: string | undefined; args: string[] }[] = [];
        for (const line of text.split(";")) {
          const [op, ...args] = line.split(" ");
          code.push({ op, args });
        }
        let s = x[0]!;
        for (const { op, args } of code) {
          const [a] = args;
          s = op === "add" ? s + x[Number(a)]! : s * s;
        }
        return s;
      },
      [[1, 2, 4], "add 1;square;add 2"],
      [[3, 5], "square;square"],
    ],
    [
      "the last of a list that grows",
      (x: number[][]) => {
        const rows: number[][] = [];
        for (const row of x) {
          const last = rows.at(-1);
          rows.push(row.map((v, i) => v * (last ? last[i]! : 1)));
        }
        return rows.reduce((s, row) => s + row[0]! * row[1]!, 0);
      },
      [
        [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      ],
      [[[1, 2]]],
    ],
    [
      "captured by a callback",
      (u: number[][]) => {
        let s = 0;
        u.forEach((row, i) => {
          const below = u[i + 1];
          row.forEach((x, j) => {
            const dy = below === undefined ? 0.5 : below[j]! - x;
            s += dy * dy * x;
          });
        });
        return s;
      },
      [
        [
          [1, 2],
          [3, 5],
        ],
      ],
      [[[1, 2]]],
    ],
    [
      "parameters of a callback",
      (x: number[], seen: (number | undefined)[]) => {
        let s = 0;
        seen.forEach((y, i) => {
          if (y === undefined) return;
          s += Math.sin(x[i]! * y);
        });
        return s;
      },
      [
        [1, 2, 3],
        [0.5, undefined, 2],
      ],
      [
        [1, 2],
        [undefined, undefined],
      ],
    ],
    [
      "arguments of a function",
      (x: number[], n: number) => {
        let s = 0;
        for (let i = 0; i < n; i++) s += orElse(x[i], 0.25) * x[0]!;
        return s;
      },
      [[1.5, 2], 4],
      [[1.5, 2], 1],
    ],
    [
      "rows as conditions",
      (u: number[][]) => {
        let s = 0;
        for (let i = -1; i <= 2; i++) {
          const row = u[i];
          if (!row) continue;
          s += row[0]! ** 2 * (u[i + 1] ? 2 : 3);
        }
        return s;
      },
      [[[1], [2]]],
      [[[1], [2], [3], [4]]],
    ],
    [
      "asked again and again in a loop",
      (x: number[], k: number) => {
        const v = x[k];
        let s = 0;
        for (const y of x) {
          if (v === undefined) {
            s += y;
            continue;
          }
          s += v * y;
        }
        return v === undefined ? 2 * s : s * v;
      },
      [[1, 2, 3], 1],
      [[1, 2, 3], 5],
    ],
    [
      "the first of two that is there",
      (x: number[], k: number) => {
        let s = 0;
        for (let i = 0; i < 4; i++) s += (x[i + k] ?? x[i - k] ?? 0.5) * x[0]!;
        return s;
      },
      [[1.5, 2, 3], 1],
      [[1.5, 2, 3], 3],
    ],
    [
      "asked on one path",
      (x: number[], k: number) => {
        const v = x[k];
        let s = 1;
        if (x[0]! > 1) s += v === undefined ? 2 : v * x[0]!;
        return v === undefined ? s * x[0]! : s * v;
      },
      [[1.5, 2], 1],
      [[1.5, 2], 5],
      [[0.5, 2], 5],
      [[0.5, 2], 1],
    ],
    [
      "asked in a loop that ends where it is absent",
      (x: number[], k: number) => {
        const v = x[k];
        let s = 1;
        for (const y of x) {
          if (v === undefined) break;
          s += v * y;
        }
        return v === undefined ? s * x[0]! : s * v;
      },
      [[1.5, 2], 1],
      [[1.5, 2], 5],
    ],
    [
      "asked again where the answer is known",
      (x: number[], u: number[][], k: number) => {
        const [v, row] = [x[k], u[k]];
        if (row === undefined) return x[0]! * (row ? 2 : 3);
        if (v === undefined) return x[0]! * (v ? 5 : 7);
        return v ? x[0]! * v * (row ? 11 : 13) : x[0]!;
      },
      [[1.5, 2], [[1], [2]], 1],
      [[1.5, 2], [[1], [2]], 2],
      [[1.5, 2], [[1], [2], [3]], 2],
    ],
    [
      "compared in a loop, where they are there",
      (x: number[], k: number) => {
        const v = x[k];
        let s = x[0]!;
        for (const y of x) if (v !== undefined && v > 1) s += y * v;
        return s;
      },
      [[1.5, 2], 1],
      [[1.5, 2], 5],
    ],
    [
      "captured as a default",
      (x: number[], k: number) => {
        const v = x[k];
        const scale = (y: number): number => (v ?? 3) * y;
        return x.reduce((s, y) => s + scale(y) * scale(s), 1);
      },
      [[1, 2, 3], 1],
      [[1, 2, 3], 5],
    ],
  ];
  test.each(cases.map(([title, f, ...calls]) => ({ title, f, calls })))("$title", ({ f, calls }) => {
    sameGradients(f, ...calls, ...calls);
    for (const args of calls) expect(isAnswered(gradientOf(f), ...structuredClone(args))).toBe(true);
    const twice = (hvp as unknown as Operator)(f);
    const [x, ...rest] = calls[0] as unknown[];
    expect(twice(x, structuredClone(x), ...rest)).toEqual(
      (general.hvp as unknown as Operator)(f)(x, structuredClone(x), ...rest),
    );
  });
});

describe("are left to general code where they are used without being there", () => {
  const cases: readonly Case[] = [
    [
      "before the question",
      (x: number[], k: number) => {
        const v = x[k];
        const w = v! * 2;
        return v === undefined ? x[0]! * 5 : v * w;
      },
      [[1, 2], 1],
      [[1, 2], 3],
    ],
    [
      "where it is absent",
      (x: number[], k: number) => {
        const v = x[k];
        return v === undefined ? x[0]! * (v! + 1 > 0 ? 1 : 2) : v * v;
      },
      [[1, 2], 1],
      [[1, 2], 3],
    ],
    [
      "asked for something else first",
      (x: number[], d: (number | null)[], k: number) => {
        const v = d[k];
        return (v === null ? 2 : 3) * (v === undefined ? 5 : 7) * x[0]!;
      },
      [[1, 2], [1, null], 0],
      [[1, 2], [1, null], 1],
      [[1, 2], [1, null], 2],
      [[1, 2], [1, undefined], 1],
    ],
    [
      "kept for the next iteration",
      (x: number[], d: (number | undefined)[]) => {
        let last: number | undefined;
        let s = 0;
        for (const v of d) {
          if (last !== undefined) s += last * x[0]!;
          s += v === undefined ? x[1]! : v * x[1]!;
          last = v;
        }
        return s;
      },
      [
        [1.5, 2],
        [1, 2, 3],
      ],
      [
        [1.5, 2],
        [1, undefined, 3],
      ],
    ],
    [
      "chosen between",
      (x: number[], d: (number | undefined)[], k: number) => {
        const v = k > 0 ? d[k] : x[k + 5];
        return v === undefined ? x[0]! * 3 : x[0]! * v * x[1]!;
      },
      [[1.5, 2], [1, 4], 1],
      [[1.5, 2], [1, 4], 2],
      [[1.5, 2], [1, 4], 0],
      [[1.5, 2, 3, 4, 5, 6], [1, 4], 0],
    ],
    [
      "asked for what they are",
      (x: number[], k: number) => {
        const v = x[k];
        return (typeof v === "number" ? 3 : 5) * x[0]! * (v === undefined ? x[0]! : v);
      },
      [[1.5, 2], 1],
      [[1.5, 2], 2],
    ],
    [
      "asked in several ways, in turn",
      (x: number[], d: (number | null | undefined)[], k: number) => {
        let [a, b] = [d[k], d[k + 1]];
        let s = (a == null ? 2 : a) * x[0]! * (b == null ? 3 : b);
        for (const y of x) {
          s += y * (a === null ? 2 : 3);
          [a, b] = [b, a];
        }
        return s;
      },
      [[1.5, 2, 3], [1, 2, 3], 0],
      [[1.5, 2, 3], [null, null], 0],
      [[1.5, 2, 3], [undefined, null], 0],
      [[1.5, 2, 3], [1, null], 0],
    ],
    [
      "used where they are absent, of two kinds",
      (x: number[], d: (number | null | undefined)[], k: number) => {
        const v = d[k];
        return x[0]! * x[0]! * (v == null ? 3 - (v as unknown as number) : v);
      },
      [[1.5], [1, null, undefined], 0],
      [[1.5], [1, null, undefined], 1],
      [[1.5], [1, null, undefined], 2],
    ],
    [
      "negated numbers",
      (x: number[], k: number) => {
        const v = x[k];
        const no = !v;
        return (no ? x[0]! * 3 : x[0]!) * (v === undefined ? 2 : x[0]! + v);
      },
      [[1.5, 0], 0],
      [[1.5, 0], 1],
      [[1.5, 0], 2],
    ],
    [
      "numbers as conditions",
      (x: number[], k: number) => {
        const v = x[k];
        return v ? x[0]! * v : x[0]! * (v === undefined ? 3 : 4);
      },
      [[1.5, 0], 0],
      [[1.5, 0], 1],
      [[1.5, 0], 2],
    ],
  ];
  test.each(cases.map(([title, f, ...calls]) => ({ title, f, calls })))("$title", ({ f, calls }) => {
    sameGradients(f, ...calls, ...calls);
  });
});
