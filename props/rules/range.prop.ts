// The first three derivatives of the rules over the whole range of doubles, subnormal to largest, of both signs, against
// numbers of more than a hundred digits: right to 12 digits by both modes and by power series.
//
// A few binades are tried as a test; `ZEROTH_RANGE=all npx vitest run props/rules/range` tries all.

import { describe, expect, test, vi } from "vitest";
import type { SmoothPrim } from "../../src/interp/dual-rules.ts";
import { differentiable } from "./domains.ts";
import { several, unary } from "./precise/functions.ts";
import { line, type Jet } from "./precise/jet.ts";
import { isRight, trueDerivatives, ways, type Curve, type Way } from "./precise/ways.ts";
import { primFunction } from "./prim-function.ts";

vi.setConfig({ testTimeout: 3_600_000 });

const isWhole = process.env["ZEROTH_RANGE"] === "all";
const every = (few: number): number => (isWhole ? 1 : few);

/** Numbers of every so many binades, both signs; towards 0 they have fewer digits. */
function spread(step: number, from = -1074, to = 1023): readonly number[] {
  const numbers: number[] = [];
  for (let e = from; e <= to; e += step)
    for (const digits of isWhole ? [1, 1.37, 1.9] : [1.37]) numbers.push(2 ** e * (e < -1022 ? 1 : digits));
  return numbers.flatMap((x) => [x, -x]);
}

/** Where functions turn, end, saturate or overflow. */
const special: readonly number[] = [
  0.5, 1, 1.3, 19, 300, 354, 360, 372, 373, 400, 600, 700, 708, 709.5, 710.4, 711, 720, 745, 746, 1e-155, 1e-160, 1e-17,
  1e60, 1e155, 5e-324, 179e306,
].flatMap((x) => [x, -x]);

/** Numbers near ±1, from both sides. */
const nearOne: readonly number[] = Array.from({ length: 53 }, (_, k) => 2 ** -k)
  .filter((_, k) => k % every(9) === 0)
  .flatMap((d) => [1 - d, 1 + d, d - 1]);

const names = ["first", "second", "third"];

type Derivatives = readonly (readonly [way: string, of: ReturnType<Way>])[];

/** What is wrong with the derivatives of a curve at a number; `sizes` are those of the terms of what is a sum. */
function faultsAt(all: Derivatives, t: number, jet: Jet, at: string, sizes: readonly number[] = [0, 0, 0]): string[] {
  const expected = trueDerivatives(jet);
  return all.flatMap(([way, of]) =>
    of(t).flatMap((actual, k) =>
      isRight(actual, expected[k] as number, sizes[k] as number)
        ? []
        : [`${names[k]} derivative of ${at} by ${way}: ${actual}, not ${String(expected[k])}`],
    ),
  );
}

const allWays = (f: Curve): Derivatives => Object.entries(ways).map(([name, way]) => [name, way(f)] as const);

/** Those that are linear, or constant by pieces. */
const plain: readonly SmoothPrim[] =
  "add sum sub neg plus numeric number copy returned guard-number abs fround max min rem carry scale ratio".split(
    " ",
  ) as SmoothPrim[];

test("every rule is held against numbers of many digits", () => {
  const held = [...Object.keys(unary), ...Object.keys(several), ...plain].sort();
  expect(held).toEqual([...differentiable].sort());
});

describe("of one operand", () => {
  test.each(Object.keys(unary) as SmoothPrim[])("%s", (prim) => {
    const f = primFunction(prim, 1);
    const derivatives = allWays(f);
    const points = new Set([...spread(every(109)), ...spread(every(9), -60, 12), ...special, ...nearOne]);
    const faults: string[] = [];
    for (const x of points) {
      const jet = (unary[prim] as (x: number) => Jet | null)(x);
      if (jet === null) continue;
      // A jet of derivatives, not of coefficients.
      const [d0, d1, d2, d3] = jet;
      faults.push(...faultsAt(derivatives, x, [d0, d1, d2.div(2), d3.div(6)], `${prim}(${x})`));
    }
    expect(faults).toEqual([]);
  });
});

/** Pairs of numbers: of like size, and far apart; of any size, and alike. */
const pairs = (): readonly (readonly [number, number])[] => {
  const some = isWhole ? [-200, -150, -40, -3, 0, 2, 40, 150, 200] : [-200, 0, 3, 200];
  const numbers = some.flatMap((e) => [1.37 * 2 ** e, -1.37 * 2 ** e]);
  return numbers.flatMap((x) => numbers.map((y) => [x, 1.2 * y] as const));
};
const alike = spread(every(301), -1000, 1000).flatMap((x) => [[x, 0.4 * x] as const, [x, -6.2 * x] as const]);
/** Bases whose logarithm has derivatives that are doubles. */
const powers = spread(every(165), -330, 330).flatMap((x) =>
  [-3, -2.5, -2, -1, -0.5, 0.25, 0.5, 1, 1.5, 2, 3, 4, 7].map((y) => [x, y] as const),
);

/** One operand moves, or both. */
const lines = [
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

describe("of two operands", () => {
  test.each(Object.keys(several) as SmoothPrim[])("%s", (prim) => {
    const f = primFunction(prim, 2);
    const jetAt = several[prim] as (...operands: readonly Jet[]) => Jet | null;
    const faults: string[] = [];
    const check = ([x, y]: readonly [number, number], a: number, b: number, all: readonly string[]): void => {
      const along = (p: number, q: number): Jet | null => jetAt(line(x, p), line(y, q));
      const jet = along(a, b);
      if (jet === null) return;
      const curve: Curve = (t) => f(x + a * t, y + b * t);
      const one = a === 0 || b === 0;
      // Terms may cancel: what the same line gives with other signs says how large they are.
      const others = one ? [] : [along(a, -b), along(a, 0), along(0, b)];
      const sizes = [0, 1, 2].map((k) =>
        Math.max(0, ...others.map((other) => (other === null ? 0 : Math.abs(trueDerivatives(other)[k] ?? 0)))),
      );
      const derivatives = allWays(curve).filter(([way]) => all.includes(way));
      faults.push(...faultsAt(derivatives, 0, jet, `${prim}(${x}, ${y}) along (${a}, ${b})`, sizes));
    };
    for (const pair of prim === "pow" ? powers : pairs())
      for (const [a, b] of lines) check(pair, a, b, Object.keys(ways));
    // In proportion to the operands. The cotangent of a number that is reversed through must be a double itself.
    for (const pair of prim === "pow" ? powers : alike)
      for (const [a, b] of lines) check(pair, a * pair[0], 0.7 * b * pair[1], ["power series", "forward mode"]);
    expect(faults).toEqual([]);
  });
});
