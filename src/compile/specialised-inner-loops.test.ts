// Inner gradients with respect to arrays and records that a loop makes: specialised code answers, with what general code gives, and
// so does its derivative.

import { describe, expect, test } from "vitest";
import { grad, hvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { codeOf } from "./plans.ts";

type F = (m: number[], ...others: never[]) => number;
interface Point {
  readonly x: number;
  readonly y: number;
}
interface Part {
  readonly at: Point;
  readonly v: readonly number[];
}

const distance = (m: readonly number[], p: readonly number[]): number =>
  (p[0]! - m[0]!) ** 2 + Math.sin(p[1]! * m[1]!) * p[0]!;
const energy = (m: readonly number[], { x, y }: Point): number => {
  let s = x ** 2;
  for (const v of m) s += v * Math.sin(x + v * y);
  return s;
};

const programs: Readonly<Record<string, readonly [f: F, ...args: unknown[]]>> = {
  "descent of an array": [
    (m, steps: number) => {
      const slope = grad((q: number[]) => distance(m, q));
      let p = [1, 2];
      for (let k = 0; k < steps; k++) {
        const g = slope(p);
        p = p.map((v, i) => v - 0.1 * g[i]!);
      }
      return p[0]! * p[1]!;
    },
    5,
  ],
  "descents in a loop": [
    (m, steps: number) => {
      let sum = 0;
      for (let w = 0; w < 3; w++) {
        let p = [1, w];
        for (let k = 0; k < steps; k++) {
          const [gx, gy] = grad((q: number[]) => distance(m, q))(p) as [number, number];
          p = [p[0]! - 0.1 * gx, p[1]! - 0.1 * gy];
        }
        sum += p[0]! * p[1]!;
      }
      return sum;
    },
    4,
  ],
  "an array that is written, too": [
    (m, steps: number) => {
      const p = [1, 2];
      for (let k = 0; k < steps; k++) {
        const g = grad((q: number[]) => distance(m, q))(p);
        p[0]! -= 0.1 * g[0]!;
        p[1]! -= 0.1 * g[1]!;
      }
      return p[0]! * p[1]!;
    },
    4,
  ],
  "a record for each element": [
    (m, points: readonly Point[]) => {
      let sum = 0;
      for (const { x, y } of points) {
        const g = grad((q: Point) => energy(m, q))({ x: x + m[0]!, y });
        sum += g.x * g.y;
      }
      return sum;
    },
    [
      { x: 1, y: 2 },
      { x: 2, y: -1 },
    ],
  ],
  "a record of records": [
    (m, steps: number) => {
      let p: Part = { at: { x: 1, y: 2 }, v: [0.5, m[1]!] };
      for (let k = 0; k < steps; k++) {
        const g = grad((q: Part) => energy(m, q.at) * q.v[0]! + q.v[1]! ** 2)(p);
        p = { at: { x: p.at.x - 0.1 * g.at.x, y: p.at.y - 0.1 * g.at.y }, v: p.v.map((v, i) => v - 0.1 * g.v[i]!) };
      }
      return p.at.x * p.v[0]! + p.at.y * p.v[1]!;
    },
    3,
  ],
  "an array that the function captures, too": [
    (m, steps: number) => {
      let sum = 0;
      let p = [1, 2];
      for (let k = 0; k < steps; k++) {
        const held = p;
        const g = grad((q: number[]) => q[0]! * held[1]! * m[0]! + q[1]! ** 2)(p);
        p = [p[0]! - 0.1 * g[0]!, p[1]! - 0.1 * g[1]!];
        sum += g[0]!;
      }
      return sum * p[0]!;
    },
    3,
  ],
  "a record twice": [
    (m, steps: number) => {
      let sum = 0;
      for (let k = 0; k < steps; k++) {
        const p: Point = { x: m[0]! + k, y: m[1]! };
        const [a, b] = grad((q: Point, r: Point) => q.x * r.y ** 2 + energy(m, r), { argnums: [0, 1] })(p, p);
        sum += a.x + b.y;
      }
      return sum;
    },
    3,
  ],
};
/** These share memory, which general code copies. */
const shared = ["an array that the function captures, too", "a record twice"];

describe("inner gradients in loops", () => {
  test.each(Object.entries(programs))("%s", (name, [f, ...others]) => {
    const points = [
      [0.7, 1.1],
      [-0.3, 0.4],
    ];
    const isSpecialised = !codeOf(grad(f), points[0], ...others).startsWith("not special");
    expect(isSpecialised).toBe(!shared.includes(name));
    for (const m of points) {
      const args = others as never[];
      expectClose(grad(f)(m, ...args), general.grad(f as never)(m, ...args), 1e-12, name);
      const v = [0.3, -1];
      expectClose(hvp(f)(m, v, ...args), general.hvp(f as never)(m, v, ...args), 1e-11, name);
    }
  });
});
