// Image coding by 8 × 8 block cosine transforms with a soft quantiser: rate plus distortion as a function of the table
// of quantiser steps.

import type { Program } from "../program.ts";

const B = 8;
const COS: number[][] = Array.from({ length: B }, (_, u) =>
  Array.from(
    { length: B },
    (_, x) => Math.sqrt((u === 0 ? 1 : 2) / B) * Math.cos(((2 * x + 1) * u * Math.PI) / (2 * B)),
  ),
);

const ZIGZAG: number[] = [...Array(B * B).keys()].sort((a, b) => {
  const [ra, ca, rb, cb] = [a >> 3, a & 7, b >> 3, b & 7];
  if (ra + ca !== rb + cb) return ra + ca - (rb + cb);
  return (ra + ca) % 2 === 0 ? ca - cb : ra - rb;
});

function dct2(block: Float64Array): Float64Array {
  const half = new Float64Array(B * B);
  const out = new Float64Array(B * B);
  for (let r = 0; r < B; r++)
    for (let u = 0; u < B; u++) for (let c = 0; c < B; c++) half[r * B + u]! += COS[u]![c]! * block[r * B + c]!;
  for (let v = 0; v < B; v++)
    for (let u = 0; u < B; u++) for (let r = 0; r < B; r++) out[v * B + u]! += COS[v]![r]! * half[r * B + u]!;
  return out;
}

// rounding with a slope: exact at integers, smooth between
const softRound = (x: number): number => x - Math.sin(2 * Math.PI * x) / (2 * Math.PI);

interface Quantiser {
  base: number;
  slope: number;
  dcStep: number;
}

function rateDistortion(q: Quantiser, image: Float64Array, width: number, lambda: number): number {
  const height = image.length / width;
  let rate = 0;
  let distortion = 0;
  let lastDc = 0;
  for (let top = 0; top < height; top += B) {
    for (let left = 0; left < width; left += B) {
      const block = new Float64Array(B * B);
      for (let i = 0; i < B * B; i++) block[i] = image[(top + (i >> 3)) * width + left + (i & 7)]!;
      const coefficients = dct2(block);
      ZIGZAG.forEach((position, order) => {
        const step = order === 0 ? q.dcStep : q.base + q.slope * order;
        const c = coefficients[position]!;
        const level = softRound(c / step);
        distortion += (level * step - c) ** 2;
        if (order === 0) {
          rate += Math.log2(1 + (level - lastDc) ** 2);
          lastDc = level;
        } else rate += Math.log2(1 + level * level);
      });
    }
  }
  return (distortion + lambda * rate) / image.length;
}

export const program: Program = {
  f: rateDistortion,
  inputs: (n) => {
    const blocks = Math.max(1, Math.floor(n / 12));
    const width = B * blocks;
    return [
      { base: 0.31, slope: 0.023, dcStep: 0.27 },
      Float64Array.from(
        { length: width * B },
        (_, i) => Math.sin(i / 5) + 0.5 * Math.cos((i % width) / 3) + 0.1 * Math.sin(i * i),
      ),
      width,
      0.05,
    ];
  },
  sizes: [12, 96],
  derivatives: ["grad"],
};
