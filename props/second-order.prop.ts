// Products with the Hessian agree with dual numbers of dual numbers and with differences of gradients, and the Hessian is
// symmetric.

import { grad, hvp } from "zeroth";
import { directional } from "../src/interp/index.ts";
import { oracleHost } from "../src/testing/oracle-host.ts";
import { leavesOf, withLeaves } from "../src/testing/trees.ts";
import { agrees, slopeOf } from "./differences.ts";
import { law } from "./law.ts";
import { demand, demandClose, type Callable, type Subject } from "./subject.ts";

type Operator = (f: Callable) => Callable;

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

/** The Hessian in argument 0 times a direction. */
function product({ f, args }: Subject, direction: unknown): readonly number[] {
  const [x, ...rest] = args();
  return leavesOf((hvp as unknown as Operator)(f)(x, structuredClone(direction), ...rest));
}

const smooth = { size: 45, isSmooth: true, weights: { derivatives: 0.3 } };

law(
  "second derivatives agree with differences of gradients and are symmetric",
  { options: smooth, share: 0.3 },
  (subject) => {
    const { f, args } = subject;
    const [v, w] = directions(args()[0]);
    const [alongV, alongW] = [product(subject, v), product(subject, w)];
    const [vHw, wHv] = [dot(leavesOf(v), alongW), dot(leavesOf(w), alongV)];
    const size = Math.max(1, ...alongV.map(Math.abs), ...alongW.map(Math.abs));
    demand(Math.abs(vHw - wHv) <= 1e-8 * size, () => `not symmetric: ${vHw} and ${wHv}`);

    const gradientAt = (t: number): readonly number[] => {
      const [x, ...rest] = args();
      const moved = leavesOf(x).map((leaf, i) => leaf + t * (leavesOf(v)[i] as number));
      return leavesOf((grad as unknown as Operator)(f)(withLeaves(x, moved), ...rest));
    };
    for (const [i, second] of alongV.entries()) {
      const slope = slopeOf((t) => gradientAt(t)[i] as number);
      const isRight = agrees(second, slope) !== false;
      demand(isRight, () => `component ${i} is ${second}; by differences ${slope.value} ± ${slope.error}`);
    }
  },
);

law(
  "second derivatives are those of dual numbers of dual numbers",
  { options: { size: 45 }, share: 0.3 },
  (subject) => {
    const [v] = directions(subject.args()[0]);
    const { tangent } = directional((grad as unknown as Operator)(subject.f), subject.args(), [v], oracleHost);
    demandClose(product(subject, v), tangent, 1e-8, "the Hessian times a direction");
  },
);
