// Inner Jacobians and Hessians, of arrays whose lengths are known when the call runs: specialised code answers, with what general
// code gives, and so does its derivative.

import { describe, expect, test } from "vitest";
import { grad, hessian, hvp, jacfwd, jacobian, jacrev } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isSpecialised } from "../test-support/is-specialised.ts";

type F = (m: number[], ...others: never[]) => number;

const sum = (xs: readonly number[]): number => xs.reduce((s, x) => s + x, 0);

/** Gauss's elimination in place, without pivots. */
function solve(a: number[][], b: number[]): number[] {
  const n = b.length;
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const factor = a[i]![k]! / a[k]![k]!;
      for (let j = k; j < n; j++) a[i]![j]! -= factor * a[k]![j]!;
      b[i]! -= factor * b[k]!;
    }
  }
  const x = b.slice();
  for (let i = n - 1; i >= 0; i--) {
    let s = b[i]!;
    for (let j = i + 1; j < n; j++) s -= a[i]![j]! * x[j]!;
    x[i] = s / a[i]![i]!;
  }
  return x;
}

const programs: Readonly<Record<string, readonly [f: F, ...args: unknown[]]>> = {
  "Newton's method by jacobian": [
    (m) => {
      const gap = (z: number[]): number[] => z.map((v, i) => v - Math.tanh(0.3 * sum(z) + m[i]!));
      let z = m.map(() => 0);
      for (let k = 0; k < 3; k++) {
        const step = solve(jacobian(gap)(z), gap(z));
        z = z.map((v, i) => v - step[i]!);
      }
      return sum(z.map((v) => v * v));
    },
  ],
  // The tapes of rows that are only made for their lengths are empty.
  "rows of which few numbers are used": [
    (m) => {
      const gap = (z: number[]): number[] => z.map((v, i) => v - Math.tanh(0.3 * sum(z) + m[i]!));
      let z = m.map(() => 0);
      for (let k = 0; k < 2; k++) {
        const rows = jacrev(gap)(z);
        z = z.map((v, i) => v - rows[i]![0]!);
      }
      return z[0]! * z[1]!;
    },
  ],
  "a map's columns": [
    (m) => {
      const columns = jacfwd((z: number[]) => z.map((v, i) => v - Math.tanh(0.3 * z[0]! + m[i]!)))(m.map((v) => v * v));
      return columns.reduce((s, row, i) => s + row[0]! * row[i]!, 0);
    },
  ],
  "a minimum by Hessians": [
    (m) => {
      const bowl = (z: number[]): number => {
        let s = 0;
        for (let i = 0; i < z.length; i++) s += z[i]! ** 4 / 4 + (z[i]! - m[i]!) ** 2 + z[0]! * z[i]!;
        return s;
      };
      let z = m.map((v) => 0.5 * v);
      for (let k = 0; k < 2; k++) {
        const step = solve(hessian(bowl)(z), grad(bowl)(z));
        z = z.map((v, i) => v - step[i]!);
      }
      return sum(z);
    },
  ],
  "a Jacobian with more rows than columns": [
    (m, times: number[]) => {
      const [a, b] = [m[0]!, m[1]!];
      const rows = jacobian((p: number[]) => times.map((t) => p[0]! * Math.exp(-t * p[1]!)))([a * b, b]);
      return rows.reduce((s, row) => s + row[0]! * row[1]!, 0);
    },
    [0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4, 2.7],
  ],
};

describe("inner Jacobians and Hessians", () => {
  test.each(Object.entries(programs))("%s", (name, [f, ...others]) => {
    const [first, second] = [
      [0.7, 1.1],
      [-0.3, 0.4, 0.2],
    ];
    expect(isSpecialised(grad(f), first, ...others)).toBe(true);
    for (const m of [first, second]) {
      const args = others as never[];
      expectClose(grad(f)(m, ...args), general.grad(f as never)(m, ...args), 1e-12, name);
    }
    const [args, v] = [others as never[], [0.3, -1]];
    expectClose(hvp(f)(first, v, ...args), general.hvp(f as never)(first, v, ...args), 1e-11, name);
  });
});

test("functions that can tell how often they run are run as often as by general code", () => {
  const counted =
    (operator: typeof jacfwd): F =>
    (m) => {
      let runs = 0;
      const f = (z: number[]): number[] => {
        runs++;
        return z.map((v) => v * v * runs);
      };
      const rows = operator(f)(m.map((v) => v * v));
      return rows[1]![1]! * runs;
    };
  const summed: F = (m) => {
    let runs = 0;
    const f = (z: number[]): number => {
      runs++;
      return z.reduce((s, v) => s + v ** 3 * runs, 0);
    };
    const rows = hessian(f)(m.map((v) => v * v));
    return rows[1]![1]! * runs;
  };
  for (const f of [counted(jacfwd), counted(jacobian), counted(jacrev), summed])
    for (const m of [
      [0.7, 1.1],
      [0.5, 0.6, 0.9],
    ])
      expectClose(grad(f)(m), general.grad(f as never)(m), 1e-13, String(f));
});
