// Area and perimeter of the convex hull of points in the plane, by quickhull: perimeter squared over area.

import type { Program } from "../program.ts";

interface Point {
  x: number;
  y: number;
}

const cross = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

// Hull points strictly to the left of a -> b, in order from a to b.
function side(points: Point[], a: Point, b: Point): Point[] {
  let far: Point | undefined;
  let most = 0;
  for (const p of points) {
    const d = cross(a, b, p);
    if (d > most) {
      most = d;
      far = p;
    }
  }
  if (far === undefined) return [];
  const c = far;
  const outsideAC = points.filter((p) => cross(a, c, p) > 0);
  const outsideCB = points.filter((p) => cross(c, b, p) > 0);
  return [...side(outsideAC, a, c), c, ...side(outsideCB, c, b)];
}

function hull(points: Point[]): Point[] {
  let left = points[0]!;
  let right = points[0]!;
  for (const p of points) {
    if (p.x < left.x) left = p;
    if (p.x > right.x) right = p;
  }
  return [left, ...side(points, left, right), right, ...side(points, right, left)];
}

function compactness(points: Point[]): number {
  const h = hull(points);
  let area = 0;
  let perimeter = 0;
  for (let i = 0; i < h.length; i++) {
    const p = h[i]!;
    const q = h[(i + 1) % h.length]!;
    area += (q.x * p.y - p.x * q.y) / 2;
    perimeter += Math.hypot(q.x - p.x, q.y - p.y);
  }
  return perimeter ** 2 / area;
}

export const program: Program = {
  f: compactness,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      x: Math.sin(12.3 * i) * (1 + 0.5 * Math.cos(5.1 * i)),
      y: Math.cos(7.7 * i + 0.4) + 0.2 * Math.sin(3.9 * i),
    })),
  ],
  sizes: [12, 600],
  derivatives: ["grad", "hvp"],
};
