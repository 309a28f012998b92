// What is there, and of what kind: specialised code takes elements for what they were at the first call, and must notice where a
// question about one is answered by that.

import { describe, expect, test } from "vitest";
import { grad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";

type Call = (...args: unknown[]) => unknown;
// oxlint-disable-next-line typescript/no-explicit-any -- arguments of all kinds are what this is about
type Fn = (...args: any[]) => number;

/** Calls one entry again and again, with what general code gives. */
function alike(f: Fn, ...calls: readonly (readonly unknown[])[]): void {
  const [gradient, expected] = [grad(f) as Call, (general.grad as unknown as (f: Fn) => Call)(f)];
  for (const args of calls) expect(gradient(...structuredClone(args))).toEqual(expected(...structuredClone(args)));
}

describe("questions about elements of arguments", () => {
  const numbers = [1, [1, 2]];
  const rows = [1, [[1], [2]]];
  const cases: readonly (readonly [string, Fn, ...(readonly (readonly unknown[])[])])[] = [
    ["=== undefined", (x, d) => x * (d[1] === undefined ? 2 : 3), numbers, [1, [1]]],
    ["typeof", (x, d) => x * (typeof d[1] === "string" ? 2 : 3), numbers, [1, [1, "a"]]],
    ["as a condition", (x, d) => x * (d[1] ? 3 : 2), rows, [1, [[1]]]],
    ["not", (x, d) => x * (!d[1] ? 3 : 2), rows, [1, [[1]]]],
    ["Array.isArray", (x, d) => x * (Array.isArray(d[1]) ? 3 : 2), rows, [1, [[1], 4]]],
    ["== null", (x, d) => x * (d[1] == null ? 3 : 2), rows, [1, [[1], null]]],
    ["instanceof", (x, d) => x * (d[1] instanceof Array ? 3 : 2), rows, [1, [[1], null]]],
    ["?.", (x, d) => x * (d[1]?.length ?? 4), rows, [1, [[1]]]],
    ["identity", (x, d) => x * (d[1] === d[0] ? 3 : 2), rows, [1, [undefined, undefined]]],
    [
      "in a loop",
      (x, d) => d.reduce((s: number, e: unknown) => s + (e === undefined ? x : x * x), 0),
      numbers,
      [3, [1, undefined]],
    ],
    ["after arithmetic", (x, d) => x * (typeof (d[1] + 1) === "string" ? 2 : 3), numbers, [1, [1, "a"]]],
  ];
  test.each(cases)("%s", (_, f, ...calls) => {
    alike(f, ...calls);
    expect(grad(f)(...(calls[0] as unknown[]))).not.toEqual(grad(f)(...(calls[1] as unknown[])));
  });
});

describe("holes of arrays that are being filled", () => {
  test.each<readonly [string, Fn]>([
    [
      "read in the loop that fills",
      (xs) => {
        const ys: number[] = new Array(xs.length);
        for (let i = 0; i < xs.length; i++) ys[i] = xs[i] * (ys[i + 1] ?? 5);
        return ys.reduce((s, y) => s + y, 0);
      },
    ],
    [
      "compared in the loop that fills",
      (xs) => {
        const ys: number[] = new Array(xs.length);
        for (let i = 0; i < xs.length; i++) ys[i] = xs[i] * (ys[xs.length - 1 - i] === undefined ? 2 : 3);
        return ys.reduce((s, y) => s + y * y, 0);
      },
    ],
    [
      "read before",
      (xs) => {
        const ys: number[] = new Array(xs.length);
        const first = ys[0] ?? 7;
        for (let i = 0; i < xs.length; i++) ys[i] = xs[i] * first;
        return ys.reduce((s, y) => s + y * y, 0);
      },
    ],
  ])("%s", (_, f) => {
    alike(f, [[1, 2, 3]], [[4, 5]]);
  });
});

test("copies in a loop around copy each time", () => {
  alike(
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
