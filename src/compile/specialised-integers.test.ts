// Arrays of integers that a program makes or is given: they round, wrap and end as JavaScript says. And calls with the elements of
// an array, or of a text.

import { describe, expect, test } from "vitest";
import { grad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { codeOf } from "./plans.ts";

type F = (xs: number[], ...others: never[]) => number;

const programs: Readonly<Record<string, readonly [f: F, ...args: unknown[]]>> = {
  "an index that is rounded": [
    (xs) => {
      const at = new Int32Array(4);
      for (let i = 0; i < xs.length; i++) at[i] = i + 0.7;
      let s = 0;
      for (const i of at) s += i * xs[i]! ** 2;
      return s;
    },
  ],
  "one element, written and read": [
    (xs, k: number) => {
      const at = new Int16Array(1);
      at[0] = k * 1.5;
      return at[0] * xs[0]!;
    },
    1.3,
  ],
  "what does not fit wraps, what is beyond the end is lost": [
    (xs, k: number) => {
      const bytes = new Uint8Array(3);
      bytes[1] = k;
      bytes[2] = bytes[1] + 1;
      bytes[5] = 7;
      return (bytes[2] + (bytes[5] ?? 100) + bytes.length) * xs[0]!;
    },
    300,
  ],
  "clamped, and filled": [
    (xs, k: number) => {
      const bytes = new Uint8ClampedArray(3).fill(k);
      return bytes.reduce((a, b) => a + b, 0) * xs[0]!;
    },
    300.5,
  ],
  "a number that is stored loses its derivative": [
    (xs) => {
      const whole = new Uint32Array(2);
      whole[0] = xs[1]! * 1.5;
      return whole[0] * xs[0]!;
    },
  ],
  "methods make arrays of the same kind": [
    (xs, at: Int32Array) => at.map((i) => i * 1.5)[1]! * xs[0]!,
    new Int32Array([1, 3]),
  ],
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- it is what is tested
  "it is no Array": [(xs, at: object) => (at instanceof Array ? 2 : 3) * xs[0]!, new Int32Array([1, 3])],
  "Math.hypot of elements": [(xs) => Math.hypot(...xs.map((x) => 2 * x)) * xs[0]!],
  "Math.hypot of zeros": [(xs) => Math.hypot(...xs.map((x) => x - x)) * xs[0]!],
  "as many elements as parameters": [
    (xs) => {
      const f = (a: number, b: number, c: number, d: number): number => a * b + c ** 2 * d;
      return f(2, ...(xs.map((x) => x * x) as [number, number, number]));
    },
  ],
  "more elements than parameters": [
    (xs) => {
      const f = (a: number, b: number): number => a * b;
      return f(...(xs.map((x) => x * x) as [number, number]));
    },
  ],
  "the letters of a text": [
    // oxlint-disable-next-line typescript/no-misused-spread -- code points are what is tested
    (xs, text: string) => [...text].reduce((s, c, k) => s * xs[0]! + c.charCodeAt(0) + k, 1),
    "a😀b",
  ],
  "letters that are looked for": [
    (xs, text: string) => {
      let s = 0;
      for (const c of text) if (c === "a" || "b😀".includes(c)) s += xs[0]! ** 2;
      return s;
    },
    "xab😀y",
  ],
};

describe("integers, spread elements, letters", () => {
  test.each(Object.entries(programs))("%s", (_, [f, ...others]) => {
    for (const xs of [
      [1.5, 2, 3],
      [0.5, -1, 4],
    ]) {
      const args = [xs, ...others] as never[];
      expect(codeOf(grad(f) as never, ...args)).not.toMatch(/^not special/);
      expect(grad(f as never)(...args)).toEqual(general.grad(f as never)(...args));
    }
  });
});

test("fewer elements than parameters", () => {
  const f = (xs: number[]): number => {
    const g = (a: number, b: number, c = 7): number => a * b + c;
    return g(...(xs.map((x) => x * x) as [number, number]));
  };
  for (let k = 0; k < 5; k++) {
    expect(grad(f)([2, 3])).toEqual([36, 24]);
    expect(grad(f)([2, 3, 4])).toEqual([36, 24, 8]);
  }
});
