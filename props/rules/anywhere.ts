// What holds of the rule of a primitive at any point, borders, kinks and infinities too.
//
// The derived function returns the primitive's own value, and a pullback that gives a number for each operand, the same
// again when it is called again, and nothing but zeros for a zero cotangent. Where the rules of dual numbers have an
// opinion of the partial derivatives, it is theirs.

import { equal, ok } from "node:assert/strict";
import { vjp } from "zeroth";
import { engine } from "../../src/host/enter.ts";
import { resolve } from "../../src/host/resolve.ts";
import { interpretedClosure } from "../../src/interp/index.ts";
import { Context, stampOf, type AnyFunction } from "../../src/runtime/index.ts";
import { dualRules, type DualRule, type SmoothPrim } from "../../src/interp/dual-rules.ts";
import { standardOf } from "../../src/interp/lifted.ts";
import type { Point } from "./domains.ts";
import { primFunction, valueOf, type Knowledge, type NumberFunction } from "./prim-function.ts";

export const knowledge: readonly Knowledge[] = ["num", "any"];

export const show = (prim: string, point: Point): string =>
  `${prim}(${point.map((x) => (Object.is(x, -0) ? "-0" : String(x))).join(", ")})`;

type Pullback = (context: Context, cotangent: number) => readonly unknown[];
type Derived = (...args: Point) => readonly [value: unknown, pullback: Pullback];

/** The derived function, by generated code and by the interpreter, without what operators do around it. */
function derivedOf(f: AnyFunction): readonly Derived[] {
  const stamp = stampOf(f);
  if (stamp === undefined) throw new Error("the function has no IR");
  const code = stamp.code.program.derivative(stamp.code, "J");
  const closures = [engine.closureOf(code, stamp.env), interpretedClosure(code, stamp.env, { resolve })];
  return closures as unknown as readonly Derived[];
}

/** The shape of what a derived function returns, and that it computes what its primal does. */
export function checkShape(f: NumberFunction, value: unknown, point: Point, what: string): void {
  for (const derived of derivedOf(f)) {
    const pair = derived(...point);
    equal(pair.length, 2, `${what}: a value and a pullback`);
    ok(Object.is(pair[0], value), `${what}: the value is ${String(value)}, in the derived function ${String(pair[0])}`);
    const pull = (g: number): readonly unknown[] => pair[1](new Context(), g);
    const cotangents = pull(0.75);
    equal(cotangents.length, point.length + 2, `${what}: cotangents of self, this and each operand`);
    equal(cotangents[0], 0, `${what}: the cotangent of a function without captures`);
    equal(cotangents[1], 0, `${what}: the cotangent of this`);
    ok(
      cotangents.every((g) => typeof g === "number"),
      `${what}: the cotangents are numbers`,
    );
    ok(
      pull(0).every((g) => g === 0),
      `${what}: of a zero cotangent ${String(pull(0))}`,
    );
    const again = pull(0.75);
    ok(
      again.every((g, i) => Object.is(g, cotangents[i])),
      `${what}: called again`,
    );
  }
}

/** The partial derivatives, as one pullback gives them. */
export function slopesOf(f: NumberFunction, point: Point): readonly number[] {
  return vjp(f, ...point)[1](1);
}

/** Whether two derivatives are equal up to rounding, relative to their size; or infinite or NaN alike. */
export const isNear = (
  actual: number,
  expected: number,
  tolerance: number,
  size: number = Math.abs(expected),
): boolean => {
  if (Object.is(actual, expected) || actual === expected) return true;
  const error = Math.abs(actual - expected);
  // Nothing but itself is near to an infinity.
  return error < Infinity && error <= tolerance * size;
};

const tableTolerance = 1e-13;

/** Numbers this small have lost digits. */
const isSubnormal = (x: number): boolean => x !== 0 && Math.abs(x) < 2.3e-308;

/** Exponents above 2⁵³ have no predecessor: `y − 1` is `y`, and the sign of a negative base's power is lost. */
const isLostParity = (prim: SmoothPrim, [x = 0, y = 0]: Point): boolean =>
  prim === "pow" && x < 0 && Math.abs(y) > 2 ** 53;

/** What dual numbers say, or null where they have no opinion: outside of the domain, or lost in ∞ − ∞ or 0 · ∞. */
function opinion(table: DualTable, prim: SmoothPrim, k: number, point: Point, value: number): number | null {
  if (Number.isNaN(value) && !point.some(Number.isNaN)) return null;
  const expected = standardOf(table[prim](k, point, value, 1));
  const isInfinite = point.some((x) => Math.abs(x) === Infinity);
  return (Number.isNaN(expected) && isInfinite) || isSubnormal(expected) ? null : expected;
}

export type DualTable = Readonly<Record<SmoothPrim, DualRule>>;

/** The partial derivatives against those of dual numbers: two tables that share nothing. */
export function checkAgainstTable(prim: SmoothPrim, point: Point, table: DualTable = dualRules): void {
  const value = valueOf(prim, point) as number;
  if (isLostParity(prim, point) || [value, ...point].some(isSubnormal)) return;
  for (const known of knowledge) {
    const slopes = slopesOf(primFunction(prim, point.length, known), point);
    point.forEach((_, k) => {
      const expected = opinion(table, prim, k, point, value);
      if (expected === null) return;
      const actual = slopes[k] as number;
      const message = `∂${show(prim, point)} by operand ${k}: ${actual}, ${expected} by dual numbers (operands ${known})`;
      ok(isNear(actual, expected, tableTolerance), message);
    });
  }
}

/** Everything that holds at any point. */
export function checkAnywhere(prim: SmoothPrim, point: Point): void {
  for (const known of knowledge) {
    checkShape(primFunction(prim, point.length, known), valueOf(prim, point), point, show(prim, point));
  }
  checkAgainstTable(prim, point);
}
