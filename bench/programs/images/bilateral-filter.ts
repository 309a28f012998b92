// A bilateral filter: each pixel becomes a mean of its neighbours weighted by distance and by likeness of value.

import type { Program } from "../program.ts";

interface Options {
  radius?: number;
  spatial?: number;
  tonal?: number;
}

function bilateral(image: number[][], { radius = 2, spatial = 1.5, tonal = 0.2 }: Options = {}): number[][] {
  const height = image.length;
  const width = image[0]!.length;
  const out: number[][] = [];
  for (let y = 0; y < height; y++) {
    out[y] = [];
    for (let x = 0; x < width; x++) {
      const centre = image[y]![x]!;
      let weights = 0;
      let values = 0;
      for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
        for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
          const value = image[v]![u]!;
          const far = ((u - x) ** 2 + (v - y) ** 2) / (2 * spatial ** 2);
          const unlike = (value - centre) ** 2 / (2 * tonal ** 2);
          const w = Math.exp(-far - unlike);
          weights += w;
          values += w * value;
        }
      }
      out[y]![x] = values / weights;
    }
  }
  return out;
}

export const program: Program = {
  f: bilateral,
  inputs: (n) => [
    Array.from({ length: n }, (_, y) =>
      Array.from({ length: n }, (_, x) => (x + y > n ? 0.8 : 0.3) + 0.1 * Math.sin(13 * x + 29 * y)),
    ),
    { tonal: 0.25 },
  ],
  sizes: [12, 40],
  derivatives: ["vjp", "jvp"],
};
