// An in-place radix-2 FFT on typed arrays with bit reversal, used to convolve a sound with a room's impulse response;
// the loudness in frames, in decibels, as a function of the response.

import type { Program } from "../program.ts";

function transform(re: Float64Array, im: Float64Array, inverse: boolean): void {
  const n = re.length;
  const bits = 31 - Math.clz32(n);
  for (let i = 0; i < n; i++) {
    let j = 0;
    for (let b = 0; b < bits; b++) j |= ((i >>> b) & 1) << (bits - 1 - b);
    if (j > i) {
      const tr = re[i]!;
      re[i] = re[j]!;
      re[j] = tr;
      const ti = im[i]!;
      im[i] = im[j]!;
      im[j] = ti;
    }
  }
  for (let len = 2; len <= n; len <<= 1) {
    const half = len >> 1;
    const angle = ((inverse ? 2 : -2) * Math.PI) / len;
    for (let k = 0; k < half; k++) {
      const c = Math.cos(angle * k);
      const s = Math.sin(angle * k);
      for (let i = k; i < n; i += len) {
        const ur = re[i + half]! * c - im[i + half]! * s;
        const ui = re[i + half]! * s + im[i + half]! * c;
        re[i + half] = re[i]! - ur;
        im[i + half] = im[i]! - ui;
        re[i]! += ur;
        im[i]! += ui;
      }
    }
  }
  if (inverse) {
    for (let i = 0; i < n; i++) {
      re[i]! /= n;
      im[i]! /= n;
    }
  }
}

function loudness(response: Float64Array, sound: Float64Array): number[] {
  let size = 1;
  while (size < response.length + sound.length) size *= 2;
  // the two real signals share one complex transform
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  re.set(response);
  im.set(sound);
  transform(re, im, false);
  const pr = new Float64Array(size);
  const pi = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    const m = (size - k) & (size - 1);
    const hr = (re[k]! + re[m]!) / 2;
    const hi = (im[k]! - im[m]!) / 2;
    const xr = (im[k]! + im[m]!) / 2;
    const xi = (re[m]! - re[k]!) / 2;
    pr[k] = hr * xr - hi * xi;
    pi[k] = hr * xi + hi * xr;
  }
  transform(pr, pi, true);
  const levels: number[] = [];
  for (let from = 0; from + 8 <= size; from += 8) {
    const frame = pr.subarray(from, from + 8);
    levels.push(10 * Math.log10(frame.reduce((s, v) => s + v * v, 1e-2)));
  }
  return levels;
}

export const program: Program = {
  f: loudness,
  inputs: (n) => [
    Float64Array.from({ length: n }, (_, i) => Math.exp(-i / 10) * Math.cos(i * i)),
    Float64Array.from({ length: n }, (_, i) => Math.sin(i / 2)),
  ],
  sizes: [12, 200],
  derivatives: ["vjp", "linearize"],
};
