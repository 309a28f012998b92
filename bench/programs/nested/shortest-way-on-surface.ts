// The length and energy of a way over a wavy ring, which is given in the two coordinates of a chart: the metric at the middle
// of each leg is that of the jacobian of the chart. By the points of the way.

import { jacobian } from "zeroth";
import type { Program } from "../program.ts";

type Place = number[];
type Chart = (p: Place) => number[];

const wavyTorus =
  (radius: number, tube: number, wave: number): Chart =>
  ([u, v]: Place) => {
    const r = tube * (1 + wave * Math.cos(3 * u!));
    const out = radius + r * Math.cos(v!);
    return [out * Math.cos(u!), out * Math.sin(u!), r * Math.sin(v!)];
  };

function metric(chart: Chart, p: Place): [e: number, f: number, g: number] {
  const rows = jacobian(chart)(p);
  let e = 0;
  let f = 0;
  let g = 0;
  for (const [du, dv] of rows) {
    e += du! * du!;
    f += du! * dv!;
    g += dv! * dv!;
  }
  return [e, f, g];
}

function effort(way: Place[], start: Place, goal: Place, stiffness: number): number {
  const chart = wavyTorus(2, 0.7, 0.2);
  const points = [start, ...way, goal];
  let energy = 0;
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const middle = a.map((v, k) => 0.5 * (v + b[k]!));
    const [du, dv] = [b[0]! - a[0]!, b[1]! - a[1]!];
    const [e, f, g] = metric(chart, middle);
    const square = e * du * du + 2 * f * du * dv + g * dv * dv;
    energy += square * (points.length - 1);
    length += Math.sqrt(square);
  }
  return length + stiffness * energy;
}

export const program: Program = {
  f: effort,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => {
      const s = (i + 1) / (n + 1);
      return [2 * s + 0.05 * Math.sin(5 * i), 0.3 + 1.4 * s * s + 0.05 * Math.cos(3 * i)];
    }),
    [0, 0.3],
    [2, 1.7],
    0.5,
  ],
  sizes: [10, 80],
  derivatives: ["grad", "hvp"],
};
