// What is there, and of what kind: specialised code takes elements for what they were at the first call, and must notice where a
// question about one is answered by that.

import { describe, expect, test } from "vitest";
import { hvp, ready } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameGradients, type Fn, type Operator } from "../test-support/same-gradients.ts";

describe("questions about elements of arguments", () => {
  const numbers = [1, [1, 2]];
  const rows = [1, [[1], [2]]];
  const cases: readonly (readonly [string, Fn, readonly unknown[], readonly unknown[]])[] = [
    ["=== undefined", (x: number, d: unknown[]) => x * (d[1] === undefined ? 2 : 3), numbers, [1, [1]]],
    ["typeof", (x: number, d: unknown[]) => x * (typeof d[1] === "string" ? 2 : 3), numbers, [1, [1, "a"]]],
    ["as a condition", (x: number, d: unknown[]) => x * (d[1] ? 3 : 2), rows, [1, [[1]]]],
    ["not", (x: number, d: unknown[]) => x * (!d[1] ? 3 : 2), rows, [1, [[1]]]],
    ["Array.isArray", (x: number, d: unknown[]) => x * (Array.isArray(d[1]) ? 3 : 2), rows, [1, [[1], 4]]],
    ["== null", (x: number, d: unknown[]) => x * (d[1] == null ? 3 : 2), rows, [1, [[1], null]]],
    ["instanceof", (x: number, d: unknown[]) => x * (d[1] instanceof Object ? 3 : 2), rows, [1, [[1], null]]],
    ["?.", (x: number, d: number[][]) => x * (d[1]?.length ?? 4), rows, [1, [[1]]]],
    ["identity", (x: number, d: unknown[]) => x * (d[1] === d[0] ? 3 : 2), rows, [1, [undefined, undefined]]],
    [
      "in a loop",
      (x: number, d: unknown[]) => d.reduce((s: number, e) => s + (e === undefined ? x : x * x), 0),
      numbers,
      [3, [1, undefined]],
    ],
    [
      "after arithmetic",
      (x: number, d: number[]) => x * (typeof (d[1]! + 1) === "string" ? 2 : 3),
      numbers,
      [1, [1, "a"]],
    ],
  ];
  test.each(cases)("%s", (_, f, first, second) => {
    sameGradients(f, first, second);
    expect(gradientOf(f)(...first)).not.toEqual(gradientOf(f)(...second));
  });
});

describe("holes of arrays that are being filled", () => {
  test.each<readonly [string, Fn]>([
    [
      "read in the loop that fills",
      (xs: number[]) => {
        const ys = new Array<number>(xs.length);
        for (let i = 0; i < xs.length; i++) ys[i] = xs[i]! * (ys[i + 1] ?? 5);
        return ys.reduce((s, y) => s + y, 0);
      },
    ],
    [
      "compared in the loop that fills",
      (xs: number[]) => {
        const ys = new Array<number>(xs.length);
        for (let i = 0; i < xs.length; i++) ys[i] = xs[i]! * (ys[xs.length - 1 - i] === undefined ? 2 : 3);
        return ys.reduce((s, y) => s + y * y, 0);
      },
    ],
    [
      "looked for in the loop that fills",
      (xs: number[]) => {
        const ys = new Array<number>(xs.length);
        let count = 0;
        for (let i = 0; i < xs.length; i++) {
          if (i + 1 in ys) count++;
          ys[i] = Math.floor(xs[i]!);
        }
        let s = count * xs[0]!;
        for (let i = 0; i < xs.length; i++) s += ys[xs.length - 1 - i]! * xs[i]!;
        return s;
      },
    ],
    [
      "looked for before",
      (xs: number[]) => {
        const ys = new Array<number>(xs.length);
        let s = (0 in ys ? 5 : 1) * xs[0]!;
        for (let i = 0; i < xs.length; i++) ys[i] = Math.floor(xs[i]!);
        for (let i = 0; i < xs.length; i++) s += ys[xs.length - 1 - i]! * xs[i]!;
        return s;
      },
    ],
    [
      "read before",
      (xs: number[]) => {
        const ys = new Array<number>(xs.length);
        const first = ys[0] ?? 7;
        for (let i = 0; i < xs.length; i++) ys[i] = xs[i]! * first;
        return ys.reduce((s, y) => s + y * y, 0);
      },
    ],
  ])("%s", (_, f) => {
    sameGradients(f, [[1, 2, 3]], [[4, 5]]);
  });
});

test("copies in a loop around copy each time", () => {
  sameGradients(
    (xs: Float64Array, m: number) => {
      const n = xs.length;
      const base = new Float64Array(n);
      for (let i = 0; i < n; i++) base[i] = xs[i]! * 2;
      let s = 0;
      for (let k = 0; k < m; k++) {
        const c = new Float64Array(n);
        for (let i = 0; i < n; i++) c[i] = base[i]!;
        c[0]! *= xs[1]! + k;
        s += c[0]! * c[1]!;
      }
      return s;
    },
    [Float64Array.of(1, 2, 3), 100],
    [Float64Array.of(1, 2), 3],
  );
});

test("an array of which some elements are set is read where it is not known which", () => {
  sameGradients(
    (p: readonly number[]) => {
      const a: number[] = new Array<number>(3);
      a[0] = p[0]!;
      a[2] = p[1]! * 2;
      let s = 0;
      for (let i = 0; i < p.length; i++) s += (a[i] ?? 5) * p[i]!;
      return s;
    },
    [[1.5, 2]],
    [[1.5, 2, 3]],
    [[1.5, 2, 3, 4]],
  );
});

describe("elements beyond the ends, where the program asks for them", () => {
  const cases: readonly (readonly [string, Fn, ...calls: (readonly unknown[])[]])[] = [
    [
      "neighbours, with a default",
      (x: number[]) => x.reduce((s, v, i) => s + ((x[i - 1] ?? 0) - 2 * v + (x[i + 1] ?? 0.5)) ** 2, 0),
      [[1, 2, 3.5]],
      [[1, 2, 3, 4, 5]],
      [[1]],
      [[]],
    ],
    [
      "=== undefined",
      (x: number[], k: number) => {
        const v = x[k];
        if (v === undefined) return x[0]! * 7;
        return v * v * 3;
      },
      [[1, 2], 1],
      [[1, 2], 2],
      [[1, 2], -1],
      [[1, 2], 0.5],
      [[1, 2], Number.NaN],
    ],
    [
      "!== undefined",
      (x: number[], n: number) => {
        let s = 1;
        for (let j = 0; j < n; j++) {
          const v = x[j];
          if (v !== undefined) s *= v;
          else s += 0.5 * s;
        }
        return s;
      },
      [[1.5, 2], 5],
      [[1.5, 2], 1],
    ],
    [
      "rows and what is in them",
      (g: number[][]) => {
        let s = 0;
        for (let i = 0; i < g.length; i++) {
          for (let j = 0; j < g[i]!.length; j++) {
            const up = g[i - 1];
            s +=
              (up === undefined ? 2 : up[j]!) * g[i]![j]! + (g[i + 1]?.[j] ?? 1) * g[i]![j]! + (g[i]![j + 1] ?? 3) ** 2;
          }
        }
        return s;
      },
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [[[1]]],
    ],
    [
      "a typed array",
      (x: Float64Array) => x.reduce((s, v, i) => s + v * (x[i + 1] ?? 0), 0),
      [Float64Array.of(1, 2, 3)],
      [Float64Array.of(2)],
    ],
    [
      "records",
      (ps: { a: number }[]) => {
        let s = 0;
        for (let i = 0; i < ps.length; i++) {
          const next = ps[i + 1];
          s += next === undefined ? 1 : next.a * ps[i]!.a ** 2;
        }
        return s;
      },
      [[{ a: 1 }, { a: 2 }, { a: 3 }]],
    ],
    [
      "an array that grows, and a table",
      (x: number[]) => {
        const a = [x[0]!];
        const powers = [1, 2, 3];
        for (let i = 1; i < 6; i++) a.push(a[i - 1]! * (x[i] ?? 1.5) ** (powers[i] ?? 0.5));
        return a[5]! * (a[9] ?? 2);
      },
      [[1, 2, 3]],
      [[1, 2, 3, 4, 5, 6, 7]],
    ],
  ];
  test.each(cases.map(([title, f, ...calls]) => ({ title, f, calls })))("$title", ({ f, calls }) => {
    sameGradients(f, ...calls, ...calls);
    const [first] = calls;
    expect(isAnswered(gradientOf(f), ...(first as unknown[]))).toBe(true);
    const twice = (hvp as unknown as Operator)(f);
    const [x, ...rest] = first as unknown[];
    expect(isAnswered(twice, x, structuredClone(x), ...rest)).toBe(true);
    expect(twice(x, x, ...rest)).toEqual((general.hvp as unknown as Operator)(f)(x, x, ...rest));
  });

  test("an element that a function captures before it asks", () => {
    sameGradients(
      (x: number[]) => {
        let s = 0;
        for (let i = 0; i < x.length; i++) {
          const next = x[i + 1];
          [1, 2].forEach((c) => {
            s += c * (next === undefined ? 0.5 : next) * x[i]!;
          });
        }
        return s;
      },
      [[1, 2, 3]],
      [[4]],
    );
  });

  test("an element that is compared with itself", () => {
    const f: Fn = (x: number[], k: number): number => {
      const v = x[k];
      // oxlint-disable-next-line no-self-compare
      if (v === v) return x[1]! * 3;
      return x[1]! * 2 * v!;
    };
    sameGradients(f, [[Number.NaN, 2], 1], [[Number.NaN, 2], 5], [[Number.NaN, 2], 0]);
  });

  test("an element that is there and undefined or null", () => {
    sameGradients(
      (x: (number | null | undefined)[]) => x[0]! * (x[1] ?? 2) + (x[2] ?? 3),
      [[1, 2]],
      [[1, null]],
      [[1, undefined, 4]],
    );
  });

  test("reduceRight, unshift and splice look at no element before the first", () => {
    const f = (x: number[]): number => {
      const list = x.map((v) => v * v);
      list.unshift(x[1]! * 3);
      list.splice(1, 0, x[0]!);
      return list.reduceRight((s, v) => s * 0.5 + v, 1);
    };
    sameGradients(f, [[1, 2, 3]], [[4, 5]]);
    expect(isAnswered(gradientOf(f as Fn), [1, 2, 3])).toBe(true);
  });
});

describe("elements that functions return, of lists that are empty at first", () => {
  const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1];
  const lastOf = <T>(list: readonly T[], isAsked: boolean): T | undefined => (isAsked ? last(list) : undefined);
  interface Run {
    readonly k: number;
    v: number;
  }
  const cases: Readonly<Record<string, (xs: number[]) => number>> = {
    "by index": (xs) => {
      const ys: number[] = [];
      let s = 0;
      for (const x of xs) {
        const before = ys[ys.length - 1];
        if (before !== undefined) s += before * x;
        ys.push(x * x);
      }
      return s;
    },
    "by at": (xs) => {
      const ys: number[] = [];
      let s = 0;
      for (const x of xs) {
        s += (ys.at(-1) ?? 0.5) * x;
        ys.push(x * x);
      }
      return s;
    },
    "by functions of the program": (xs) => {
      const ys: number[] = [];
      let s = 0;
      for (const x of xs) {
        const before = lastOf(ys, x > 0);
        s += before === undefined ? x : before * x + (last(ys) ?? 1);
        ys.push(x * x);
      }
      return s;
    },
    "by at, records": (xs) => {
      const runs: Run[] = [];
      for (const [k, x] of xs.entries()) {
        const run = runs.at(-1);
        if (run && run.k === k % 2) run.v *= x;
        else if (runs.length > 2) runs.at(-1)!.v += x;
        else runs.push({ k: k % 2, v: x });
      }
      return runs.reduce((s, { k, v }) => s + v * v * (k + 1), 0);
    },
    "by find and pop": (xs) => {
      const runs: Run[] = [];
      let s = 0;
      for (const [k, x] of xs.entries()) {
        const run = runs.find((one) => one.k === k % 3);
        if (run) run.v += x * x;
        else runs.push({ k: k % 3, v: x });
        if (k % 4 === 3) s += runs.pop()?.v ?? 2;
      }
      return runs.reduce((t, { v }) => t + v * v, s);
    },
    texts: (xs) => {
      const names: string[] = [];
      let s = 0;
      for (const x of xs) {
        s += (names.at(-1)?.length ?? 3) * x * x;
        names.push("n".repeat(names.length + 1));
      }
      return s;
    },
  };
  test.each(Object.entries(cases))("%s", async (_, f) => {
    const xs = [1.2, 0.7, 1.9, 0.3, 2.1];
    await ready(gradientOf(f), xs);
    expect(isAnswered(gradientOf(f), xs)).toBe(true);
    sameGradients(f, [xs], [[0.4]], [[]], [[-1, 2, -3]], [[0, 0, 1, Number.NaN]]);
  });
});
