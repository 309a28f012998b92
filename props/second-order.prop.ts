// Products with the Hessian are the same in every nesting of modes and agree with differences of gradients, and the Hessian
// is symmetric.

import { directional } from "../src/interp/index.ts";
import { grad, hvp, J } from "../src/prelude/derivatives.ts";
import { oracleHost } from "../src/testing/oracle-host.ts";
import { leavesOf, withLeaves } from "../src/testing/trees.ts";
import { renderClosed } from "./arbitrary/index.ts";
import { agrees, slopeOf } from "./differences.ts";
import { law } from "./law.ts";
import { forward, type Pushforward } from "./pushforwards.ts";
import { demand, demandClose, type Callable, type Subject } from "./subject.ts";

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
  return leavesOf(hvp(f)(x, structuredClone(direction), ...rest));
}

const smooth = { size: 45, isSmooth: true, weights: { derivatives: 0.3 } };

law(
  "second derivatives agree with differences of gradients and are symmetric",
  { options: smooth, except: ["throws", "stops", "rounds"], share: 0.2, turns: 4 },
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
      return leavesOf(grad(f)(withLeaves(x, moved), ...rest));
    };
    for (const [i, second] of alongV.entries()) {
      const slope = slopeOf((t) => gradientAt(t)[i] as number);
      const isRight = agrees(second, slope) !== false;
      demand(isRight, () => `component ${i} is ${second}; by differences ${slope.value} ± ${slope.error}`);
    }
  },
);

type Nesting = readonly [name: string, product: (subject: Subject, v: unknown) => unknown];

const byDuals: Nesting = [
  "dual numbers of dual numbers",
  ({ f, args }, v) => directional(grad(f), args(), [v], oracleHost).tangent,
];

const reverseOverReverse: Nesting = ["reverse over reverse", ({ f, args }, v) => pulledBack(grad(f), args(), v)];

/** Products with the Hessian by the nestings of forward and reverse mode besides that of `hvp`. */
const nestings: readonly Nesting[] = nestingsWith(forward);

/** A symmetric Jacobian of argument 0 times a cotangent. */
function pulledBack(f: Callable, args: readonly unknown[], v: unknown): unknown {
  const [, pullback] = (J as unknown as Callable)(f, ...args) as readonly [unknown, (g: unknown) => readonly unknown[]];
  return pullback(v)[1];
}

function nestingsWith({ along }: Pushforward): readonly Nesting[] {
  /** The derivative along a direction of argument 0, as a function of the arguments. */
  const slope =
    (f: Callable, v: unknown): Callable =>
    (x, ...rest) =>
      along(f, [x, ...rest], [v, ...rest.map(() => null)]);
  const unit = (x: unknown, i: number): unknown =>
    withLeaves(
      x,
      leavesOf(x).map((_, j) => (i === j ? 1 : 0)),
    );
  return [
    reverseOverReverse,
    ["reverse over forward", ({ f, args }, v) => grad(slope(f, v))(...args())],
    [
      "forward over forward",
      ({ f, args }, v) => leavesOf(args()[0]).map((_, i) => slope(slope(f, v), unit(args()[0], i))(...args())),
    ],
  ];
}

const looping = { size: 30, weights: { loops: 6, derivatives: 0, operators: 0 } };

law("two tapes of a loop are read in their own order", { options: looping, share: 0.15, turns: 32 }, (subject) => {
  const [v] = directions(subject.args()[0]);
  const [, twice] = reverseOverReverse;
  const [, expected] = byDuals;
  demandClose(expected(subject, v), twice(subject, v), 1e-8, "reverse over reverse");
});

law("second derivatives are the same in every nesting", { options: { size: 45 }, share: 0.2, turns: 12 }, (subject) => {
  const [v] = directions(subject.args()[0]);
  const twice = product(subject, v);
  // Each takes time to compile: they take turns, another for another text.
  const turn = nestings[renderClosed(subject.program).length % nestings.length] as Nesting;
  for (const [name, nested] of [byDuals, turn]) demandClose(twice, nested(subject, v), 1e-8, `hvp and ${name}`);
});
