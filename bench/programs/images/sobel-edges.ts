// Sharpness of a picture: mean magnitude of the Sobel gradient, weak edges suppressed.

import type { Program } from "../program.ts";

const SOBEL_X = [-1, 0, 1, -2, 0, 2, -1, 0, 1];
const SOBEL_Y = [-1, -2, -1, 0, 0, 0, 1, 2, 1];

export function sharpness(pixels: Float64Array, width: number, threshold = 0.15): number {
  const height = pixels.length / width;
  let sum = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let gx = 0;
      let gy = 0;
      for (let k = 0; k < 9; k++) {
        const p = pixels[(y + Math.floor(k / 3) - 1) * width + x + (k % 3) - 1]!;
        gx += SOBEL_X[k]! * p;
        gy += SOBEL_Y[k]! * p;
      }
      const magnitude = Math.sqrt(gx * gx + gy * gy);
      if (magnitude < threshold) continue;
      sum += magnitude;
    }
  }
  return sum / ((width - 2) * (height - 2));
}

export const program: Program = {
  f: sharpness,
  inputs: (n) => [
    Float64Array.from({ length: n * n }, (_, i) => 0.5 + 0.4 * Math.sin(0.9 * (i % n)) * Math.cos((0.4 * i) / n)),
    n,
  ],
  sizes: [12, 60],
  derivatives: ["grad"],
};
