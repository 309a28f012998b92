// The lift of a cam: a curve put together from segments (dwell, cycloid, polynomial, spline), each a function of the angle from its
// start, linked to the next. How far the follower is accelerated, and how much the valve lets through, by the timing.

import type { Program } from "../program.ts";

interface Segment {
  length: number;
  lift: (u: number) => number;
  next?: Segment;
}

interface Timing {
  rise: number;
  dwell: number;
  fall: number;
  height: number;
  knots: number[];
}

const cycloid =
  (length: number, from: number, to: number) =>
  (u: number): number =>
    from + (to - from) * (u / length - Math.sin((2 * Math.PI * u) / length) / (2 * Math.PI));

const polynomial345 = (length: number, from: number, to: number) => {
  const coefficients = [0, 0, 0, 10, -15, 6];
  return (u: number): number => from + (to - from) * coefficients.reduceRight((s, c) => s * (u / length) + c, 0);
};

function hermite(length: number, [y0, s0]: [number, number], [y1, s1]: [number, number]): (u: number) => number {
  const [a, b] = [s0 * length, s1 * length];
  return (u) => {
    const x = u / length;
    return y0 + x * (a + x * (3 * (y1 - y0) - 2 * a - b + x * (a + b - 2 * (y1 - y0))));
  };
}

/** Closes the valve gently through the given heights. */
function ramp(knots: number[], length: number): Segment[] {
  const h = length / (knots.length - 1);
  const slopeAt = (k: number): number =>
    k === 0 || k === knots.length - 1 ? 0 : (knots[k + 1]! - knots[k - 1]!) / (2 * h);
  return knots.slice(1).map((y, k) => ({
    length: h,
    lift: hermite(h, [knots[k]!, slopeAt(k)], [y, slopeAt(k + 1)]),
  }));
}

function camOf({ rise, dwell, fall, height, knots }: Timing): Segment {
  const segments: Segment[] = [
    { length: 0.3, lift: () => 0 },
    { length: rise, lift: cycloid(rise, 0, height) },
    { length: dwell, lift: () => height },
    { length: fall, lift: polynomial345(fall, height, knots[0]!) },
    ...ramp(knots, 0.8),
  ];
  const used = segments.reduce((s, { length }) => s + length, 0);
  const rest: Segment = { length: 2 * Math.PI - used, lift: () => knots.at(-1)! };
  return segments.reduceRight((next, segment) => ({ ...segment, next }), rest);
}

function liftAt(cam: Segment, angle: number): number {
  let segment = cam;
  let u = angle;
  while (u > segment.length && segment.next) {
    u -= segment.length;
    segment = segment.next;
  }
  return segment.lift(u);
}

function cost(timing: Timing, count: number, engine: { closed: number; stiffness: number }): number {
  const cam = camOf(timing);
  const d = (2 * Math.PI) / count;
  let flow = 0;
  let shake = 0;
  for (let k = 0; k < count; k++) {
    const angle = (k + 0.37) * d;
    const lift = liftAt(cam, angle);
    const jolt = liftAt(cam, angle + 0.05) - 2 * lift + liftAt(cam, angle < 0.05 ? angle : angle - 0.05);
    flow += d * Math.tanh(lift / engine.closed);
    shake += d * (jolt / 0.0025) ** 2;
  }
  return engine.stiffness * shake - flow;
}

export const program: Program = {
  f: cost,
  inputs: (n) => [
    { rise: 1.32, dwell: 0.41, fall: 1.53, height: 1.02, knots: [0.11, 0.06, 0.025, 0] },
    n,
    { closed: 0.3, stiffness: 0.02 },
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
