// What holds of the rule of a primitive in the interior of its domain, away from kinks, at first and second order: its
// derivatives are those that differences, dual numbers, the complex step and forward mode give.

import { ok } from "node:assert/strict";
import * as zeroth from "zeroth";
import { agrees, complexStep, difference, gradientByDuals, hessianByDuals } from "../../src/interp/index.ts";
import type { SmoothPrim } from "../../src/interp/dual-rules.ts";
import { oracleHost } from "../../src/testing/oracle-host.ts";
import { checkShape, isNear, knowledge, show, slopesOf } from "./anywhere.ts";
import { domains, type Point } from "./domains.ts";
import { primFunction, type NumberFunction } from "./prim-function.ts";

const { grad, jacobian } = zeroth;

/** Steps from a hundredth to 1e-8, relative to the size of the number. Powers of 2, which change it exactly. */
const stepsAt = (x: number, noise: number): { readonly step: number; readonly halvings: number; noise: number } => ({
  step: 2 ** Math.floor(Math.log2(1e-2 * Math.max(1e-3, Math.min(Math.abs(x), 1e3)))),
  halvings: 20,
  noise,
});

/** What differences say of a derivative along a line; they must be able to tell. */
function checkDifference(along: (t: number) => number, slope: number, size: number, noise: number): string | null {
  const found = difference(along, stepsAt(size, noise));
  const scale = Math.max(Math.abs(found.value), Math.abs(along(0)) / Math.max(Math.abs(size), 1e-3), 1e-300);
  if (!(found.error <= Math.max(1e-4, 1e4 * noise) * scale))
    return `differences cannot tell: ${found.value} ± ${found.error}`;
  const near = Math.abs(slope - found.value) <= found.error + 1e-9 * scale;
  return near || agrees(slope, found, 0) ? null : `${slope}, by differences ${found.value} ± ${found.error}`;
}

const demandNone = (problem: string | null, what: string): void => {
  if (problem !== null) throw new Error(`${what}: ${problem}`);
};

/** The primitive as a function of one array: its whole gradient and Hessian are those of argument 0. */
const packed =
  (f: NumberFunction) =>
  (p: readonly number[]): number =>
    f(...p);

/** The laws of derivatives, at a point of the interior, for a function that does the primitive. */
export function checkInside(prim: SmoothPrim, point: Point, directions: readonly Point[]): void {
  const { isAnalytic, noise } = domains[prim];
  for (const known of knowledge) {
    const f = primFunction(prim, point.length, known);
    checkFirstOrder(f, point, show(prim, point), { noise, directions, skipDifferences: prim === "carry" });
    if (isAnalytic) checkComplexStep(f, point, show(prim, point));
    checkSecondOrder(f, point, show(prim, point), prim === "carry");
  }
}

interface FirstOrder {
  readonly noise: number;
  readonly directions: readonly Point[];
  /** The derivative is not that of the value. */
  readonly skipDifferences: boolean;
}

function checkFirstOrder(
  f: NumberFunction,
  point: Point,
  what: string,
  { noise, directions, skipDifferences }: FirstOrder,
): void {
  const slopes = slopesOf(f, point);
  const byDuals = gradientByDuals(f, point, [...point.keys()], oracleHost) as readonly number[];
  slopes.forEach((slope, k) => {
    const expected = byDuals[k] as number;
    ok(isNear(slope, expected, 1e-12), `∂${what} by operand ${k}: ${slope}, ${expected} by dual numbers`);
  });
  if (!skipDifferences) checkDirections(f, point, slopes, what, { noise, directions });
}

/** Each operand alone, and each direction. */
function checkDirections(
  f: NumberFunction,
  point: Point,
  slopes: readonly number[],
  what: string,
  { noise, directions }: Pick<FirstOrder, "noise" | "directions">,
): void {
  slopes.forEach((slope, k) => {
    const x = point[k] as number;
    const along = (t: number): number => f(...point.with(k, x + t));
    demandNone(checkDifference(along, slope, x, noise), `∂${what} by operand ${k}`);
    checkForward(f, point, unit(point.length, k), slopes, what);
  });
  if (point.length === 1) return;
  const least = Math.min(...point.map((x) => Math.max(Math.abs(x), 1e-3)));
  for (const direction of directions) {
    const v = direction.map((along, k) => roundedSpeed(along * Math.max(Math.abs(point[k] as number) / least, 1)));
    const slope = slopes.reduce((total, s, k) => total + s * (v[k] as number), 0);
    const along = (t: number): number => f(...point.map((x, k) => x + t * (v[k] as number)));
    demandNone(checkDifference(along, slope, least, noise), `∂${what} along (${v.join(", ")})`);
    checkForward(f, point, v, slopes, what);
  }
}

const unit = (n: number, k: number): Point => Array.from({ length: n }, (_, i) => (i === k ? 1 : 0));

/** A power of 2: small steps then change a number exactly, which matters near the border of a domain. */
const roundedSpeed = (v: number): number => (v === 0 ? 0 : Math.sign(v) * 2 ** Math.floor(Math.log2(Math.abs(v))));

type Jvp = (f: NumberFunction, primals: Point, tangents: Point) => readonly [value: number, tangent: number];

/** Forward mode's pushforward against the pullback; it switches on when `jvp` exists. */
function checkForward(f: NumberFunction, point: Point, v: Point, slopes: readonly number[], what: string): void {
  const { jvp } = zeroth as { readonly jvp?: Jvp };
  if (jvp === undefined) return;
  const [value, tangent] = jvp(f, point, v);
  ok(Object.is(value, f(...point)), `${what}: the value by forward mode is ${value}`);
  const parts = slopes.map((slope, k) => slope * (v[k] as number));
  const expected = parts.reduce((total, part) => total + part, 0);
  const size = parts.reduce((total, part) => total + Math.abs(part), 0);
  ok(isNear(tangent, expected, 1e-12, size), `∂${what}: ${tangent} forward, ${expected} in reverse`);
}

function checkComplexStep(f: NumberFunction, point: Point, what: string): void {
  slopesOf(f, point).forEach((slope, k) => {
    const direction = point.map((_, i) => (i === k ? 1 : 0));
    const expected = complexStep(f, point, direction, oracleHost, "by real part").tangent as number;
    ok(isNear(slope, expected, 1e-10), `∂${what} by operand ${k}: ${slope}, ${expected} by complex step`);
  });
}

/** The Hessian: nested reverse mode, against nested dual numbers and differences of the gradient. */
function checkSecondOrder(f: NumberFunction, point: Point, what: string, skipDifferences = false): void {
  const g = packed(f);
  const hessian = jacobian(grad(g))(point);
  const byDuals = hessianByDuals(g, [point], oracleHost) as readonly (readonly number[])[];
  const first = grad(g)(point);
  hessian.forEach((row, i) => {
    row.forEach((entry, k) => {
      const size = Math.max(
        Math.abs(byDuals[i]?.[k] as number),
        1e-3 * Math.abs((first[i] as number) / Math.max(1, Math.abs(point[k] as number))),
      );
      const expected = byDuals[i]?.[k] as number;
      const at = `second derivative of ${what} (J of J) by operands ${i} and ${k}`;
      ok(isNear(entry, expected, 1e-10, size), `${at}: ${entry}, ${expected} by dual numbers`);
      if (skipDifferences) return;
      const x = point[k] as number;
      const along = (t: number): number => grad(g)(point.with(k, x + t))[i] as number;
      demandNone(checkDifference(along, entry, x, 1e-14), at);
    });
  });
}

/** A function of two numbers that moves cotangents; differences are the oracle, as such code is not run on lifted numbers. */
export function checkMovement(f: NumberFunction, point: Point, what: string): void {
  checkShape(f, f(...point), point, what);
  const g = packed(f);
  const slopes = grad(g)(point);
  checkDirections(f, point, slopes, what, { noise: Number.EPSILON, directions: [point.map((_, k) => 1 - 1.5 * k)] });
  const hessian = jacobian(grad(g))(point);
  hessian.forEach((row, i) => {
    row.forEach((entry, k) => {
      const x = point[k] as number;
      const along = (t: number): number => grad(g)(point.with(k, x + t))[i] as number;
      const at = `second derivative of ${what} (J of J) by operands ${i} and ${k}`;
      demandNone(checkDifference(along, entry, x, 1e-15), at);
    });
  });
}
