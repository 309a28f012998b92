// Soft k-means clustering with a temperature: the centres reached after a number of rounds, as a function of the points.

import type { Program } from "../program.ts";

interface Vec {
  x: number;
  y: number;
}

const gap2 = (p: Vec, q: Vec): number => (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);

function farthest(points: Vec[], centres: Vec[]): Vec {
  let far = points[0]!;
  let most = -1;
  for (const p of points) {
    const d = Math.min(...centres.map((c) => gap2(p, c)));
    if (d > most) {
      most = d;
      far = p;
    }
  }
  return far;
}

function cluster(points: Vec[], k: number, stiffness: number, rounds: number): Vec[] {
  const centres = [points[0]!];
  while (centres.length < k) centres.push(farthest(points, centres));

  for (let round = 0; round < rounds; round++) {
    const sums = centres.map(() => ({ x: 0, y: 0, weight: 1e-12 }));
    for (const p of points) {
      const d = centres.map((c) => gap2(p, c));
      const near = Math.min(...d);
      const scores = d.map((v) => Math.exp(-stiffness * (v - near)));
      const norm = scores.reduce((a, b) => a + b);
      scores.forEach((s, c) => {
        const sum = sums[c]!;
        sum.x += (s / norm) * p.x;
        sum.y += (s / norm) * p.y;
        sum.weight += s / norm;
      });
    }
    sums.forEach(({ x, y, weight }, c) => {
      centres[c] = { x: x / weight, y: y / weight };
    });
  }
  return centres;
}

export const program: Program = {
  f: cluster,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      x: 3 * (i % 3) + 0.6 * Math.sin(i * i + 0.5),
      y: 2 * ((i * i) % 3) + 0.6 * Math.cos(i * 2.3),
    })),
    4,
    1.5,
    6,
  ],
  sizes: [12, 100],
  derivatives: ["jvp", "vjp"],
};
