// Where the numeric primitives are defined and differentiable: the one place that says so.
//
// A row gives the number of operands to try, how a random operand is drawn, and points that are always tried: `points`
// in the interior, where laws of derivatives hold, `edges` at borders, kinks and conventions, where only the rules
// themselves say what the derivative is. The table is total over the primitives that have a derivative.

import type { SmoothPrim } from "../../src/interp/dual-rules.ts";

export type Point = readonly number[];

/** A number from one that is uniform between 0 and 1. */
export type Draw = (uniform: number) => number;

export interface Domain {
  /** The numbers of operands that are tried; one, unless the primitive takes any number. */
  readonly counts: readonly number[];
  /** For each operand; further ones are drawn as the last. */
  readonly draws: readonly Draw[];
  readonly points: readonly Point[];
  readonly edges: readonly Point[];
  /** Whether differences over steps of a hundredth tell the derivative there. */
  readonly isClear: (point: Point) => boolean;
  /** Whether it is a function of complex numbers that can be differentiated. */
  readonly isAnalytic: boolean;
  /** What its values are relatively uncertain by. */
  readonly noise: number;
}

const between =
  (low: number, high: number): Draw =>
  (u) =>
    low + (high - low) * u;
/** Positive, from tiny to large. */
const positive: Draw = (u) => 10 ** (6 * u - 4);
/** The same, of either sign. */
const anything: Draw = (u) => (u < 0.5 ? -1 : 1) * positive((2 * u) % 1);
/** Between −1 and 1, and near to both as often as not. */
const bounded: Draw = (u) => Math.tanh(6 * (2 * u - 1));

type Given = Partial<Pick<Domain, "counts" | "points" | "edges" | "isClear" | "isAnalytic" | "noise">>;

const domain = (draws: readonly Draw[], given: Given = {}): Domain => ({
  counts: [draws.length],
  draws,
  points: [],
  edges: [],
  isClear: () => true,
  isAnalytic: true,
  noise: Number.EPSILON,
  ...given,
});

/** Points of one operand. */
const at = (...numbers: readonly number[]): readonly Point[] => numbers.map((x) => [x]);

const distance = (a: number, b: number): number => Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b));
/** No two operands that could both win are close. */
const isApart = (point: Point): boolean =>
  point.every((a, i) => point.every((b, k) => i === k || distance(a, b) > 1e-6));
const isAwayFromOrigin = (point: Point): boolean => Math.hypot(...point) > 1e-6;
/** A change of both operands by a hundredth does not take the quotient to a whole number, where it jumps. */
const isBetweenJumps = ([x = NaN, y = NaN]: Point): boolean => {
  const q = Math.abs(x / y);
  return q < 10 && Math.abs(q - Math.round(q)) > 0.25;
};
const anyNumber = [1, 2, 3, 5];

export const domains: Readonly<Record<SmoothPrim, Domain>> = {
  add: domain([anything, anything]),
  sum: domain([anything, anything]),
  sub: domain([anything, anything]),
  mul: domain([anything, anything], { points: [[0, 5]] }),
  div: domain([anything, anything], { points: [[0, 5]], edges: [[1e-200, 1e-100]] }),
  rem: domain([between(-20, 20), (u) => (u < 0.5 ? -1 : 1) * (3 + 4 * u)], {
    isAnalytic: false,
    isClear: isBetweenJumps,
    points: [
      [7, 3],
      [-7, 3],
      [7, -3],
      [-7, -2],
    ],
    edges: [
      [6, 3],
      [0, 2],
    ],
  }),
  pow: domain([positive, between(-9, 9)], {
    // Where the value leaves the range, differences say nothing.
    isClear: ([x = NaN, y = NaN]) => Math.abs(y * Math.log(x)) < 300,
    points: [
      [5, 0],
      [2, 10],
      [3, -2],
      [1, 40],
      [1.5, 0.5],
      [0.7, 0.5],
      [1, 0],
    ],
    edges: [
      [0, 0],
      [0, 1],
      [0, 2],
      [0, 3.5],
      [0, -1],
      [-2, 0],
      [-2, 3],
      [-0.5, -2],
    ],
  }),
  neg: domain([anything]),
  plus: domain([anything]),
  numeric: domain([anything]),
  number: domain([anything]),
  copy: domain([anything]),
  returned: domain([anything]),
  "guard-number": domain([anything]),
  abs: domain([anything], { isAnalytic: false, isClear: ([x = 0]) => Math.abs(x) > 1e-6 }),
  acos: domain([bounded], { points: at(0), edges: at(-1, 1, 2) }),
  acosh: domain([(u) => 1 + positive(u)], { points: at(1.5), edges: at(1) }),
  asin: domain([bounded], { points: at(0), edges: at(-1, 1, 2) }),
  asinh: domain([anything], { points: at(0) }),
  atan: domain([anything], { points: at(0, 1, -1) }),
  atanh: domain([bounded], { points: at(0), edges: at(-1, 1, 2) }),
  atan2: domain([anything, anything], {
    // On the other side of the cut the value is another one.
    isClear: (point) => isAwayFromOrigin(point) && !((point[1] as number) < 0 && Math.abs(point[0] as number) < 1e-6),
    points: [
      [1, 0],
      [-1, 0],
      [0, 1],
    ],
    edges: [
      [0, 0],
      [0, -1],
      [1e200, 1e200],
      [1e-160, 1e-160],
    ],
  }),
  cbrt: domain([anything], { edges: at(0, 1e-300, -1e300) }),
  cos: domain([between(-30, 30)], { points: at(0) }),
  cosh: domain([between(-300, 300)], { points: at(0) }),
  exp: domain([between(-300, 300)], { points: at(0), edges: at(-700, 700, 710) }),
  expm1: domain([between(-30, 300)], { points: at(0), edges: at(-700, 700) }),
  fround: domain([anything], { isAnalytic: false, noise: 2 ** -23 }),
  log: domain([positive], { points: at(1), edges: at(0) }),
  log10: domain([positive], { points: at(1) }),
  log1p: domain([(u) => positive(u) - 1], { points: at(0), edges: at(-1, -2) }),
  log2: domain([positive], { points: at(1) }),
  sin: domain([between(-30, 30)], { points: at(0) }),
  sinh: domain([between(-300, 300)], { points: at(0) }),
  sqrt: domain([positive], { points: at(1), edges: at(0, 1e-300, Infinity) }),
  tan: domain([between(-1.57, 1.57)], { points: at(0, 9) }),
  tanh: domain([between(-40, 40)], { points: at(0, 7, -19, 30), edges: at(300, 360, -372, 720) }),
  max: domain([anything], {
    counts: anyNumber,
    isAnalytic: false,
    isClear: isApart,
    points: [[1, 5, 2, 3, 4], [3]],
    edges: [
      [1, 1, 0],
      [2, 2, 2],
      [0, -0],
      [NaN, 1],
    ],
  }),
  min: domain([anything], {
    counts: anyNumber,
    isAnalytic: false,
    isClear: isApart,
    points: [[5, 1, 2, 3, 4], [3]],
    edges: [
      [1, 1, 2],
      [2, 2, 2],
      [0, -0],
      [NaN, 1],
    ],
  }),
  hypot: domain([anything], {
    counts: anyNumber,
    isClear: isAwayFromOrigin,
    points: [
      [0, 3],
      [3, 0, 4],
    ],
    edges: [[0], [0, 0], [0, 0, 0], [1e200, 1e200], [1e-200, 1e-200]],
  }),
  scale: domain([anything, anything], {
    edges: [
      [0, Infinity],
      [0, NaN],
      [0, 2],
    ],
  }),
  ratio: domain([anything, anything], {
    edges: [
      [0, Infinity],
      [0, 0],
      [1e-200, 1e-100],
    ],
  }),
  carry: domain([anything, anything, anything]),
};

export const differentiable: readonly SmoothPrim[] = Object.keys(domains) as SmoothPrim[];

/** A point of so many operands from numbers between 0 and 1. */
export function drawn({ draws }: Domain, uniform: readonly number[]): Point {
  return uniform.map((u, i) => (draws[Math.min(i, draws.length - 1)] as Draw)(u));
}

const allNumbers: Point = [-Infinity, -1e300, -2, -1, -0, 0, 5e-324, 1e-300, 0.5, 1, 2, 1e300, Infinity, NaN];
const fewNumbers: Point = [-Infinity, -0, 2, NaN];

/** Points of so many operands where something may go wrong: zeros, tiny and huge numbers, infinities, NaN, borders. */
export function edgesOf({ edges }: Domain, count: number): readonly Point[] {
  const numbers = count <= 2 ? allNumbers : fewNumbers;
  let points: readonly Point[] = [[]];
  for (let i = 0; i < Math.min(count, count > 3 ? 2 : 3); i++)
    points = points.flatMap((point) => numbers.map((x) => [...point, x]));
  const filled = points.map((point) => [...point, ...new Array<number>(count - point.length).fill(1)]);
  return [...filled, ...edges.filter((point) => point.length === count)];
}
