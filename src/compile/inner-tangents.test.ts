// Inner derivatives along records that exist before the call, of a module and of an argument, run specialised code.

import { expect, test } from "vitest";
import { grad, jvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isAnswered } from "../test-support/is-answered.ts";

interface Point {
  readonly a: number;
  readonly b: number;
}
const value = (p: Point, q: Point): number => p.a * q.a ** 2 + Math.sin(p.b * q.b);
const along: Point = { a: 0.5, b: -2 };
const several: readonly Point[] = [along, { a: 1, b: 0 }, { a: 0, b: 3 }];
const slope = (p: Point, q: Point, v: Point | null): number => jvp((r: Point) => value(p, r), [q], [v])[1];

test.each<readonly [string, (p: Point, q: Point) => number]>([
  ["a record of the module", (p, q) => slope(p, q, along)],
  ["an element of an array of the module", (p, q) => slope(p, q, several[2]!)],
  ["each element of it", (p, q) => several.reduce((s, v) => s + slope(p, q, v) ** 2, 0)],
  ["an argument", (p, q) => slope(p, q, p)],
  ["what is absent", (p, q) => slope(p, q, null) + p.a],
])("%s", (_, f) => {
  for (const p of [
    { a: 1.5, b: 0.2 },
    { a: -1, b: 2 },
  ]) {
    const q = { a: 0.7, b: 1.1 };
    expectClose(grad(f)(p, q), general.grad(f as never)(p, q), 1e-13, "gradient");
    expect(isAnswered(grad(f), p, q)).toBe(true);
  }
});
