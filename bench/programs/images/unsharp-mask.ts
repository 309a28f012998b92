// Unsharp masking of a photograph kept as Float32Array: how far the sharpened picture is from a reference,
// as a function of amount, threshold and the mixing of three blur radii.

import type { Program } from "../program.ts";

interface Mask {
  amount: number;
  threshold: number;
  mix: [number, number, number];
}

function boxBlur(src: Float32Array, width: number, radius: number): Float32Array {
  const height = src.length / width;
  const rows = new Float32Array(src.length);
  const out = new Float32Array(src.length);
  const area = 2 * radius + 1;
  for (let y = 0; y < height; y++) {
    // running sum along the row, edges repeated
    let sum = 0;
    for (let x = -radius; x <= radius; x++) sum += src[y * width + Math.min(Math.max(x, 0), width - 1)]!;
    for (let x = 0; x < width; x++) {
      rows[y * width + x] = sum / area;
      sum += src[y * width + Math.min(x + radius + 1, width - 1)]! - src[y * width + Math.max(x - radius, 0)]!;
    }
  }
  for (let x = 0; x < width; x++) {
    let sum = 0;
    for (let y = -radius; y <= radius; y++) sum += rows[Math.min(Math.max(y, 0), height - 1) * width + x]!;
    for (let y = 0; y < height; y++) {
      out[y * width + x] = sum / area;
      sum += rows[Math.min(y + radius + 1, height - 1) * width + x]! - rows[Math.max(y - radius, 0) * width + x]!;
    }
  }
  return out;
}

export function sharpenError(mask: Mask, photo: Float32Array, reference: Float32Array, width: number): number {
  const blurred = [1, 2, 4].map((radius) => boxBlur(photo, width, radius));
  let error = 0;
  for (let i = 0; i < photo.length; i++) {
    let soft = 0;
    for (let k = 0; k < 3; k++) soft += mask.mix[k]! * blurred[k]![i]!;
    const detail = photo[i]! - soft;
    const size = Math.abs(detail);
    const boost = size > mask.threshold ? mask.amount * (size - mask.threshold) * Math.sign(detail) : 0;
    const value = Math.min(1, Math.max(0, photo[i]! + boost));
    error += (value - reference[i]!) ** 2;
  }
  return Math.sqrt(error / photo.length);
}

const photograph = (n: number, contrast: number): Float32Array =>
  Float32Array.from(
    { length: n * n },
    (_, i) => 0.5 + contrast * Math.sin(0.8 * (i % n)) * Math.sin((0.6 * i) / n + 1),
  );

export const program: Program = {
  f: sharpenError,
  inputs: (n) => [{ amount: 0.8, threshold: 0.02, mix: [0.5, 0.3, 0.2] }, photograph(n, 0.25), photograph(n, 0.4), n],
  sizes: [12, 60],
  derivatives: ["valueAndGrad", "hessian"],
};
