// Blurs an image by a separable Gaussian of given width and compares it with a blurred photograph:
// the derivative with respect to the sharp image is what deblurring needs.

import type { Program } from "../program.ts";

const kernel = (sigma: number): number[] => {
  const radius = Math.ceil(3 * sigma);
  const taps: number[] = [];
  for (let i = -radius; i <= radius; i++) taps.push(Math.exp(-(i * i) / (2 * sigma * sigma)));
  const sum = taps.reduce((a, b) => a + b, 0);
  return taps.map((t) => t / sum);
};

const clamp = (i: number, length: number): number => Math.min(length - 1, Math.max(0, i));

const blurRow = (row: number[], taps: number[]): number[] => {
  const radius = (taps.length - 1) / 2;
  return row.map((_, x) => taps.reduce((sum, w, k) => sum + w * row[clamp(x + k - radius, row.length)]!, 0));
};

const transpose = (image: number[][]): number[][] => image[0]!.map((_, x) => image.map((row) => row[x]!));

function blurMisfit(sharp: number[][], blurred: number[][], sigma: number): number {
  const taps = kernel(sigma);
  const horizontally = sharp.map((row) => blurRow(row, taps));
  const both = transpose(transpose(horizontally).map((column) => blurRow(column, taps)));
  return both.reduce((sum, row, y) => sum + row.reduce((s, v, x) => s + (v - blurred[y]![x]!) ** 2, 0), 0);
}

export const program: Program = {
  f: blurMisfit,
  inputs: (n) => {
    const picture = (phase: number): number[][] =>
      Array.from({ length: n }, (_, y) => Array.from({ length: n }, (_, x) => 0.5 + 0.5 * Math.sin(x * y + phase + x)));
    return [picture(0), picture(1), 0.9];
  },
  sizes: [12, 40],
  derivatives: ["grad", "hvp"],
};
