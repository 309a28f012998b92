// Iterators of arrays where they are walked at once: spread, destructuring declarations, Array.from, for-of.

import { expect, test } from "vitest";
import { grad } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const programs: readonly AnyProgram[] = [
  program(
    "spread",
    (x: number[]) => {
      let sum = 0;
      [...x.entries()].forEach(([i, v]) => (sum += i * v * v));
      [...x.keys()].forEach((i) => (sum += i * (x[i] as number)));
      return [...x.values(), 1].reduce((a, b) => a + b ** 2, sum);
    },
    [[[2, 3, 5]]],
    (x) => [x.map((v, i) => 2 * i * v + i + 2 * v)],
  ),
  program(
    "spread among arguments",
    (x: number[]) => Math.max(...x.values()) * [...x.keys(), 7].length,
    [[[2, 3, 5]]],
    () => [[0, 0, 4]],
  ),
  program(
    "of typed arrays",
    (x: Float64Array) => {
      const [, second = 0] = x.values();
      return [...x.entries()].reduce((sum, [i, v]) => sum + i * v * v, 0) * second;
    },
    [[Float64Array.of(2, 3)]],
    ([, v = 0]) => [Float64Array.of(0, 3 * v * v)],
  ),
  program(
    "destructuring",
    (x: number[]) => {
      const [[i = 9, v = 0] = [], ...rest] = x.entries();
      const [, , k, none] = x.keys();
      const [a = 0] = x.values();
      return (i + 1) * v * a + rest.reduce((sum, [j, w]) => sum + j * w, 0) * (k as number) + (none ?? 0);
    },
    [[[2, 3, 5]]],
    ([a = 0]) => [[2 * a, 2, 4]],
  ),
  program(
    "Array.from",
    (x: number[]) => {
      const a = Array.from(x.entries(), ([i, v]) => i * v);
      const b = Array.from(x.keys(), (i) => (x[i] as number) ** 2);
      const c = Array.from(x.values());
      const d = Float64Array.from(x.values(), (v, i) => v * i);
      const e = Array.from(x.entries()).length;
      return [...a, ...b, ...c, ...d, e].reduce((s, v) => s + v, 0);
    },
    [[[2, 3, 5]]],
    (x) => [x.map((v, i) => 2 * i + 2 * v + 1)],
  ),
  program(
    "Array.from whose function writes to the array",
    (x: number[]) => {
      const xs = x.slice();
      const products = Array.from(xs.entries(), ([i, v]) => {
        if (i + 1 < xs.length) xs[i + 1] = v * (xs[i + 1] as number);
        return v;
      });
      return products.at(-1) as number;
    },
    [[[2, 3, 5]]],
    ([a = 0, b = 0, c = 0]) => [[b * c, a * c, a * b]],
  ),
  program(
    "methods of records of the same name",
    (x: number) => {
      const o = { values: () => [x, x * x], entries: () => [[x, 1]] };
      const [first = 0] = o.values();
      return [...o.values()].reduce((a, b) => a * b) + first + Array.from(o.entries(), ([a = 0]) => a)[0]!;
    },
    [[3]],
    (x) => [3 * x * x + 2],
  ),
];

test.each(programs.map((p) => [p.name, p] as const))("%s", (_, p) => {
  checkProgram(p);
});

test("an iterator as a value is refused", () => {
  const f = (x: number[]): number => {
    const iterator = x.values();
    return iterator.next().value as number;
  };
  expect(() => grad(f)([2])).toThrow(/iterators\.test\.ts:\d+:\d+: .*`values` has no derivative[^]*for-of/);
});
