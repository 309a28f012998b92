// Area, centre, water volume and moment of a lake with a polygon for a shore: integrals over the inside are turned into
// integrals around the edges, and each edge is done by a Gauss rule of three points. All in one record, by the shore.

import type { Program } from "../program.ts";

interface Point {
  x: number;
  y: number;
}

const nodes = [
  [0.5 - Math.sqrt(0.15), 5 / 18],
  [0.5, 4 / 9],
  [0.5 + Math.sqrt(0.15), 5 / 18],
] as const;

/** The integral around the shore of g dy. */
const around = (shore: Point[], g: (p: Point) => number): number =>
  shore
    .map((from, i) => {
      const to = shore[(i + 1) % shore.length]!;
      const rise = to.y - from.y;
      return nodes
        .map(([t, w]) => w * rise * g({ x: from.x + t * (to.x - from.x), y: from.y + t * rise }))
        .reduce((a, b) => a + b);
    })
    .reduce((a, b) => a + b, 0);

function moments(shore: Point[], slope = 0.1) {
  const area = around(shore, ({ x }) => x);
  const centre = {
    x: around(shore, ({ x }) => (x * x) / 2) / area,
    y: around(shore, ({ x, y }) => x * y) / area,
  };
  const volume = around(shore, ({ x, y }) => 3 * x + slope * ((x - centre.x) ** 3 / 3 + x * (y - centre.y) ** 2));
  const spread = around(shore, ({ x, y }) => (x - centre.x) ** 3 / 3 + x * (y - centre.y) ** 2);
  return { area, centre, volume, roundness: (area * area) / (2 * Math.PI * spread) };
}

export const program: Program = {
  f: moments,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => {
      const angle = (2 * Math.PI * i) / n;
      const reach = 2 + 0.4 * Math.sin(3 * angle + 0.5) + 0.2 * Math.cos(7 * i);
      return { x: 1 + reach * Math.cos(angle), y: reach * Math.sin(angle) };
    }),
  ],
  sizes: [12, 240],
  derivatives: ["vjp", "jacobian"],
};
