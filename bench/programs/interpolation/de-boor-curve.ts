// Points on a B-spline curve with a clamped knot vector, by de Boor's algorithm.

import type { Program } from "../program.ts";

interface Point {
  x: number;
  y: number;
}

function lerp(p: Point, q: Point, t: number): Point {
  return { x: (1 - t) * p.x + t * q.x, y: (1 - t) * p.y + t * q.y };
}

function curvePoint(control: Point[], knots: number[], degree: number, u: number): Point {
  let span = degree;
  while (span < control.length - 1 && u >= knots[span + 1]!) span++;
  const d = control.slice(span - degree, span + 1);
  for (let r = 1; r <= degree; r++) {
    for (let j = degree; j >= r; j--) {
      const i = j + span - degree;
      const alpha = (u - knots[i]!) / (knots[j + 1 + span - r]! - knots[i]!);
      d[j] = lerp(d[j - 1]!, d[j]!, alpha);
    }
  }
  return d[degree]!;
}

function clampedKnots(count: number, degree: number): number[] {
  const inner = count - degree;
  return [
    ...new Array<number>(degree).fill(0),
    ...Array.from({ length: inner + 1 }, (_, i) => i / inner),
    ...new Array<number>(degree).fill(1),
  ];
}

function polyline(control: Point[], degree = 3, samples = 2 * control.length): Point[] {
  const knots = clampedKnots(control.length, degree);
  const out: Point[] = [];
  for (let k = 0; k <= samples; k++) out.push(curvePoint(control, knots, degree, k / samples));
  return out;
}

export const program: Program = {
  f: polyline,
  inputs: (n) => [Array.from({ length: n }, (_, i) => ({ x: i + 0.4 * Math.sin(3 * i), y: 2 * Math.cos(i) }))],
  sizes: [12, 100],
  derivatives: ["vjp", "jvp"],
};
