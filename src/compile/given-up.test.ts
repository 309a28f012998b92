// What the specialiser gives up before it has done much in vain.

import { expect, test, vi } from "vitest";
import { grad, implicit, linearize } from "zeroth";
import { withLeastWork } from "../specialise/index.ts";
import { withMostBlocks } from "../specialise/unrolling.ts";
import { Work } from "../specialise/work.ts";
import { NoWorkLeft } from "../specialise/not-specialised.ts";
import { codeOf } from "./plans.ts";

const reasonOf = (entry: unknown, ...args: readonly unknown[]): string => codeOf(entry as never, ...args);

test("data whose structure is not known, at once and not sixty calls deep", () => {
  const arcsin = implicit(
    (y: number) => Math.asin(y),
    (x: number, y: number) => Math.sin(x) - y,
  );
  const f = (y: number): number => arcsin(y) * y;
  expect(reasonOf(grad(f), 0.3)).toContain("data of a structure that is not known");
  expect(grad(f)(0.3)).toBeCloseTo(Math.asin(0.3) + 0.3 / Math.sqrt(1 - 0.09), 12);
});

test("operators in operators that take more work than is worth it", () => {
  const f = (x: number[]): number => {
    const [, map] = linearize(
      grad((y: number[]) => (y[0] as number) ** 3 * (y[1] as number)),
      x,
    );
    const h = map(x);
    return (h[0] as number) + 2 * (h[1] as number);
  };
  expect(withLeastWork(10_000, () => reasonOf(grad(f), [0.8, 1.5]))).toContain("more code than is worth specialising");
  // f = 9 a² b + 6 a³
  const [byA, byB] = grad(f)([0.8, 1.5]);
  expect(byA).toBeCloseTo(18 * 0.8 * 1.5 + 18 * 0.64, 10);
  expect(byB).toBeCloseTo(9 * 0.64, 10);
});

test("unrolled loops that take more work than is worth it, for loops that are not unrolled", () => {
  const f = (x: readonly number[]): number => {
    let s = 0;
    for (let a = -1; a <= 1; a++)
      for (let b = -1; b <= 1; b++)
        for (let c = -1; c <= 1; c++)
          for (let d = -1; d <= 1; d++) for (const y of x) s += Math.sin(y + a * b * y) * (c - d * y);
    return s;
  };
  expect(withLeastWork(1000, () => codeOf(grad(f), [0.3, 0.5]))).toContain("for (");
});

test("not for good what another call has left no work for", () => {
  const go = (x: number, n: number, ...more: readonly number[]): number =>
    n === 0 ? x * more.length : Math.sin(go(x, n - 1, ...more)) * x;
  const beside = (x: number, n: number, ...more: readonly number[]): number => go(x, n, ...more) * x;
  const alone = (x: number, n: number, ...more: readonly number[]): number => go(x, n, ...more) + x;
  let [spent, most] = [0, Infinity];
  vi.spyOn(Work.prototype, "spend").mockImplementation((count, span) => {
    spent += count;
    if (spent > most) throw new NoWorkLeft("more code than is worth specialising", span);
  });
  // Functions of other numbers of arguments are others.
  const codeFor = (f: typeof alone, count: number): string =>
    codeOf(grad(f), 0.5, 3, ...Array.from({ length: count }, (_, k) => k));
  expect(codeFor(beside, 1)).toContain("go_gradient(");
  const all = spent;
  for (let count = 2; count < 10; count++) {
    [spent, most] = [0, (count / 10) * all];
    expect(codeFor(beside, count)).toContain("more code than is worth specialising");
    most = Infinity;
    expect(codeFor(alone, count)).toContain("go_gradient(");
  }
});

test("more branches than are worth it, before the function is differentiated", () => {
  function* scaled(x: number, n: number): Generator<number> {
    try {
      for (let k = 0; k < n; k++) yield x * k;
    } finally {
      if (x > n) n = 0;
    }
  }
  const f = (x: number, n: number): number => {
    let s = 0;
    for (const v of scaled(x, n)) {
      try {
        for (const w of scaled(v, n)) {
          if (w > n) throw new RangeError("far");
          s += w * x;
        }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        s -= v;
      }
    }
    return s;
  };
  const [slope, other] = [grad(f), grad((x: number, n: number) => f(x, n))];
  expect(withMostBlocks(60, () => reasonOf(slope, 0.5, 3))).toContain("more branches than are worth specialising");
  expect(slope(0.5, 3)).toBeCloseTo(slopeOf(f, 0.5, 3), 5);
  expect(reasonOf(other, 0.5, 3)).not.toContain("not specialised");
  expect(other(0.5, 3)).toBeCloseTo(slopeOf(f, 0.5, 3), 5);
});

function slopeOf(f: (x: number, n: number) => number, x: number, n: number): number {
  const h = 1e-6;
  return (f(x + h, n) - f(x - h, n)) / (2 * h);
}
