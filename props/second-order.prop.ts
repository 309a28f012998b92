// Products with the Hessian agree with differences of gradients, and the Hessian is symmetric.

import { expect, test } from "vitest";
import { grad, hvp } from "zeroth";
import { leavesOf, withLeaves } from "../src/testing/trees.ts";
import { agrees, slopeOf } from "./arbitrary/differences.ts";
import { demand, holdsFor, type Callable } from "./arbitrary/law.ts";

const timeout = 600_000;

type Hvp = (f: Callable) => Callable;

/** Two directions with the shape of an argument. */
const directions = (x: unknown): readonly [unknown, unknown] => {
  const leaves = leavesOf(x);
  return [
    withLeaves(
      x,
      leaves.map((_, i) => 1 - 0.75 * (i % 3)),
    ),
    withLeaves(
      x,
      leaves.map((_, i) => 0.25 + 0.5 * (i % 2)),
    ),
  ];
};

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((s, x, i) => s + x * (b[i] as number), 0);

test("second derivatives agree with differences of gradients and are symmetric", { timeout }, async () => {
  await holdsFor({ size: 45, isSmooth: true, weights: { derivatives: 0.3 } }, 0.3, ({ f, args }) => {
    const [v, w] = directions(args()[0]);
    const product = (u: unknown): readonly number[] => {
      const [x, ...rest] = args();
      return leavesOf((hvp as unknown as Hvp)(f)(x, structuredClone(u), ...rest));
    };
    const [alongV, alongW] = [product(v), product(w)];
    const [vHw, wHv] = [dot(leavesOf(v), alongW), dot(leavesOf(w), alongV)];
    const size = Math.max(1, ...alongV.map(Math.abs), ...alongW.map(Math.abs));
    expect(Math.abs(vHw - wHv) <= 1e-8 * size, `symmetric: ${vHw} and ${wHv}`).toBe(true);

    const gradientAt = (t: number): readonly number[] => {
      const [x, ...rest] = args();
      const moved = leavesOf(x).map((leaf, i) => leaf + t * (leavesOf(v)[i] as number));
      return leavesOf((grad as unknown as Hvp)(f)(withLeaves(x, moved), ...rest));
    };
    for (const [i, second] of alongV.entries()) {
      const slope = slopeOf((t) => gradientAt(t)[i] as number);
      const isRight = agrees(second, slope) !== false;
      demand(isRight, () => `component ${i} is ${second}; by differences ${slope.value} ± ${slope.error}`);
    }
  });
});
