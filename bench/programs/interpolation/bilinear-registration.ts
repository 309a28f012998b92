// How well an image, moved by an affine map and sampled bilinearly, agrees with a reference image.

import type { Program } from "../program.ts";

interface Image {
  width: number;
  height: number;
  pixels: Float32Array;
}

interface Affine {
  linear: [[number, number], [number, number]];
  shift: [number, number];
}

function clamp(v: number, lo: number, hi: number): number {
  return v < lo ? lo : v > hi ? hi : v;
}

function sample({ width, height, pixels }: Image, x: number, y: number): number {
  const cx = clamp(x, 0, width - 1.001);
  const cy = clamp(y, 0, height - 1.001);
  const ix = cx | 0;
  const iy = cy | 0;
  const fx = cx - ix;
  const fy = cy - iy;
  const k = iy * width + ix;
  const top = pixels[k]! + fx * (pixels[k + 1]! - pixels[k]!);
  const bottom = pixels[k + width]! + fx * (pixels[k + width + 1]! - pixels[k + width]!);
  return top + fy * (bottom - top);
}

function disagreement({ linear: [[a, b], [c, d]], shift: [sx, sy] }: Affine, moving: Image, fixed: Image): number {
  let sum = 0;
  for (let y = 0; y < fixed.height; y++) {
    for (let x = 0; x < fixed.width; x++) {
      const u = x - fixed.width / 2;
      const v = y - fixed.height / 2;
      const got = sample(moving, a * u + b * v + fixed.width / 2 + sx, c * u + d * v + fixed.height / 2 + sy);
      sum += (got - fixed.pixels[y * fixed.width + x]!) ** 2;
    }
  }
  return sum / (fixed.width * fixed.height);
}

function picture(size: number, offset: number): Image {
  const pixels = new Float32Array(size * size);
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = Math.sin(0.5 * (i % size) + offset) * Math.cos(0.4 * Math.floor(i / size));
  return { width: size, height: size, pixels };
}

export const program: Program = {
  f: disagreement,
  inputs: (n) => [
    {
      linear: [
        [1.03, 0.051],
        [-0.047, 0.98],
      ],
      shift: [0.37, -0.21],
    },
    picture(n, 0),
    picture(n, 0.3),
  ],
  sizes: [12, 50],
  derivatives: ["valueAndGrad", "hessian"],
};
