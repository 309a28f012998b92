// Registration of two pictures: warps one by an affine map (bilinear sampling) and returns one minus the
// normalised cross-correlation with the other.

import type { Program } from "../program.ts";

interface Affine {
  matrix: [[number, number], [number, number]];
  shift: [number, number];
}

interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

const pixel = ({ width, height, data }: Picture, x: number, y: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? 0 : data[y * width + x]! / 255;

function sample(picture: Picture, x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const top = pixel(picture, x0, y0) * (1 - fx) + pixel(picture, x0 + 1, y0) * fx;
  const bottom = pixel(picture, x0, y0 + 1) * (1 - fx) + pixel(picture, x0 + 1, y0 + 1) * fx;
  return top + fy * (bottom - top);
}

export function dissimilarity({ matrix: [[a, b], [c, d]], shift }: Affine, fixed: Picture, moving: Picture): number {
  const cx = fixed.width / 2;
  const cy = fixed.height / 2;
  let [count, sf, sm, sff, smm, sfm] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < fixed.height; y++) {
    for (let x = 0; x < fixed.width; x++) {
      const u = a * (x - cx) + b * (y - cy) + cx + shift[0];
      const v = c * (x - cx) + d * (y - cy) + cy + shift[1];
      if (u < 0 || v < 0 || u > moving.width - 1 || v > moving.height - 1) continue;
      const f = pixel(fixed, x, y);
      const m = sample(moving, u, v);
      count++;
      sf += f;
      sm += m;
      sff += f * f;
      smm += m * m;
      sfm += f * m;
    }
  }
  const covariance = sfm - (sf * sm) / count;
  return 1 - covariance / Math.sqrt((sff - (sf * sf) / count) * (smm - (sm * sm) / count));
}

const picture = (n: number, phase: number): Picture => ({
  width: n,
  height: n,
  data: Uint8ClampedArray.from(
    { length: n * n },
    (_, i) => 128 + 100 * Math.sin(0.5 * (i % n) + phase) * Math.cos((0.35 * i) / n),
  ),
});

export const program: Program = {
  f: dissimilarity,
  inputs: (n) => [
    {
      matrix: [
        [1.031, 0.053],
        [-0.047, 0.967],
      ],
      shift: [0.37, -0.59],
    },
    picture(n, 0),
    picture(n, 0.3),
  ],
  sizes: [12, 40],
  derivatives: ["valueAndGrad"],
};
