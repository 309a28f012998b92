// The two tables of derivatives, compared: what src/ad emits, calculated, against the rules of dual numbers.

import { describe, expect, test } from "vitest";
import { rules, type Scope } from "../ad/rules/index.ts";
import { constant, prims, type Operand, type PrimName } from "../ir/index.ts";
import { dualRules, type DualRule, type SmoothPrim } from "./dual-rules.ts";
import { standardOf } from "./lifted.ts";

type Table = Readonly<Record<SmoothPrim, DualRule>>;
type Point = readonly number[];

const valueOf = (operand: Operand | number): unknown =>
  typeof operand === "number" ? operand : operand.kind === "const" ? operand.value : 0;
const evaluate = (prim: PrimName, args: readonly unknown[]): unknown =>
  (prims[prim].evaluate as (...args: readonly unknown[]) => unknown)(...args);

/** The partial derivative that the transforms emit, calculated. */
function emitted(prim: PrimName, k: number, point: Point): number {
  const arg = (i: number): Operand => constant(point[i] ?? NaN);
  const scope: Scope = {
    x: arg(0),
    y: arg(1),
    arg,
    count: point.length,
    result: constant(evaluate(prim, point) as number),
    emit: (name, ...args) => constant(evaluate(name, args.map(valueOf)) as number),
  };
  const rule = rules[prim];
  // Those that move cotangents: the sums, and `carry r, x, p`.
  if (rule.kind === "structural") return prim !== "carry" || k === 0 ? 1 : k === 1 ? (point[2] as number) : 0;
  if (rule.kind === "none") return 0;
  const partial = rule.kind === "variadic" ? rule.partial(k) : rule.partials[k];
  return typeof partial === "function" ? (valueOf(partial(scope)) as number) : (partial ?? 0);
}

/** A generator of numbers that are the same everywhere. */
function randomly(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

const between =
  (low: number, high: number) =>
  (random: () => number): number =>
    low + (high - low) * random();
/** Of either sign, from tiny to large. */
const anything = (random: () => number): number => (random() < 0.5 ? -1 : 1) * 10 ** (6 * random() - 4);
const positive = (random: () => number): number => 10 ** (6 * random() - 4);

/** Where the numbers of each operand come from. */
const domains: Readonly<Record<SmoothPrim, readonly ((random: () => number) => number)[]>> = {
  add: [anything, anything],
  sum: [anything, anything],
  sub: [anything, anything],
  mul: [anything, anything],
  div: [anything, anything],
  rem: [anything, anything],
  pow: [positive, between(-9, 9)],
  neg: [anything],
  plus: [anything],
  numeric: [anything],
  number: [anything],
  copy: [anything],
  abs: [anything],
  acos: [between(-1, 1)],
  acosh: [between(1, 20)],
  asin: [between(-1, 1)],
  asinh: [anything],
  atan: [anything],
  atanh: [between(-1, 1)],
  atan2: [anything, anything],
  cbrt: [anything],
  cos: [between(-30, 30)],
  cosh: [between(-20, 20)],
  exp: [between(-30, 30)],
  expm1: [between(-30, 30)],
  fround: [anything],
  log: [positive],
  log10: [positive],
  log1p: [between(-0.99, 20)],
  log2: [positive],
  sin: [between(-30, 30)],
  sinh: [between(-20, 20)],
  sqrt: [positive],
  tan: [between(-1.5, 1.5)],
  tanh: [between(-5, 5)],
  max: [anything, anything, anything],
  min: [anything, anything, anything],
  hypot: [anything, anything, anything],
  scale: [anything, anything],
  carry: [anything, anything, anything],
};

/** Special points: whole powers, negative bases, and where a derivative is a choice. */
const special: { readonly [P in SmoothPrim]?: readonly Point[] } = {
  abs: [[0], [-0], [NaN]],
  max: [[1, 1, 0], [2, 2, 2], [0, -0], [3], [NaN, 1]],
  min: [[1, 1, 2], [2, 2, 2], [0, -0], [3], [NaN, 1]],
  pow: [
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3.5],
    [5, 0],
    [-2, 0],
    [2, 10],
    [3, -2],
    [1, 40],
    [1.5, 0.5],
    [0.7, 0.5],
  ],
  hypot: [[0, 0], [0, 3], [1e200, 1e200], [1e-200, 1e-200], [0]],
  atan2: [
    [0, 0],
    [0, -1],
    [1, 0],
    [1e200, 1e200],
    [1e-160, 1e-160],
  ],
  sqrt: [[0], [Infinity], [1e-300]],
  cbrt: [[0], [1e-300], [-1e300]],
  rem: [
    [7, 3],
    [-7, 3],
    [7, -3],
    [6, 3],
    [0, 2],
  ],
  log: [[0]],
  acos: [[1]],
  asin: [[1]],
  acosh: [[1]],
  atanh: [[1], [-1]],
  mul: [[0, 5]],
  div: [
    [0, 5],
    [1e-200, 1e-100],
  ],
  scale: [
    [0, Infinity],
    [0, 2],
  ],
  tanh: [[0], [7]],
  exp: [[-700], [700]],
};

/** Relative to the size of the derivative; generous only where the formulas of the transforms cancel. */
const tolerances: { readonly [P in SmoothPrim]?: number } = { tanh: 1e-8, acos: 1e-11, asin: 1e-11, atanh: 1e-11 };

/** The points where the tables differ, described. */
function differences(prim: SmoothPrim, table: Table): readonly string[] {
  const random = randomly(prim.length * 7919 + prim.charCodeAt(0));
  const points: Point[] = Array.from({ length: 200 }, () => domains[prim].map((from) => from(random)));
  const found: string[] = [];
  for (const point of [...points, ...(special[prim] ?? [])]) {
    const result = evaluate(prim, point) as number;
    point.forEach((_, k) => {
      const expected = emitted(prim, k, point);
      const actual = standardOf(table[prim](k, point, result));
      const error = Math.abs(actual - expected);
      const near = Object.is(actual, expected) || actual === expected;
      if (!near && !(error <= (tolerances[prim] ?? 1e-13) * Math.abs(expected))) {
        found.push(`∂${prim}(${point.join(", ")}) by operand ${k}: ${actual} here, ${expected} in the transforms`);
      }
    });
  }
  return found;
}

const names = Object.keys(dualRules) as SmoothPrim[];

describe("rules of dual numbers", () => {
  test("cover what the transforms differentiate, and nothing else", () => {
    const moving = ["add", "sum", "carry"];
    const scalar = Object.entries(rules).flatMap(([prim, { kind }]) =>
      kind === "partials" || kind === "variadic" ? [prim] : [],
    );
    expect([...names].sort()).toEqual([...scalar, ...moving].sort());
  });

  test.each(names)("%s", (prim) => {
    expect(differences(prim, dualRules)).toEqual([]);
  });

  test.each(names)("a wrong sign in %s is found", (prim) => {
    const wrong: DualRule = (...args) => -standardOf(dualRules[prim](...args));
    expect(differences(prim, { ...dualRules, [prim]: wrong })).not.toEqual([]);
  });

  test.each(names)("a derivative that is a little too large in %s is found", (prim) => {
    const wrong: DualRule = (...args) => standardOf(dualRules[prim](...args)) * (1 + 1e-8);
    expect(differences(prim, { ...dualRules, [prim]: wrong })).not.toEqual([]);
  });
});
