// Length of a Bézier curve of any degree: subdivide at the middle until the control polygon is hardly longer than the chord.

import type { Program } from "../program.ts";

type Point = number[];

const dist = ([ax = 0, ay = 0]: Point, [bx = 0, by = 0]: Point): number => Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
const mid = (a: Point, b: Point): Point => a.map((v, i) => 0.5 * (v + b[i]!));

function halves(points: Point[]): [Point[], Point[]] {
  const left: Point[] = [];
  const right: Point[] = [];
  let row = points;
  while (row.length > 0) {
    left.push(row[0]!);
    right.unshift(row[row.length - 1]!);
    const next: Point[] = [];
    for (let i = 1; i < row.length; i++) next.push(mid(row[i - 1]!, row[i]!));
    row = next;
  }
  return [left, right];
}

function curveLength(points: Point[], tolerance = 0.01, depth = 0): number {
  const chord = dist(points[0]!, points[points.length - 1]!);
  let polygon = 0;
  for (let i = 1; i < points.length; i++) polygon += dist(points[i - 1]!, points[i]!);
  if (polygon - chord < tolerance || depth > 5) {
    const n = points.length - 1;
    return (2 * chord + (n - 1) * polygon) / (n + 1);
  }
  const [a, b] = halves(points);
  return curveLength(a, tolerance, depth + 1) + curveLength(b, tolerance, depth + 1);
}

export const program: Program = {
  f: curveLength,
  inputs: (n) => [Array.from({ length: n }, (_, i) => [i / n + 0.3 * Math.sin(5 * i), Math.cos(2.1 * i)]), 0.05],
  sizes: [12, 40],
  derivatives: ["valueAndGrad"],
};
