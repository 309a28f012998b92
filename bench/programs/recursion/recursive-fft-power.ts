// Power spectrum of a real signal (padded with zeros to a power of two) by the recursive Cooley–Tukey transform.

import type { Program } from "../program.ts";

type Complex = [re: number, im: number];

function fft(xs: Complex[]): Complex[] {
  const n = xs.length;
  if (n === 1) return xs;
  const even = fft(xs.filter((_, i) => i % 2 === 0));
  const odd = fft(xs.filter((_, i) => i % 2 === 1));
  const out: Complex[] = new Array<Complex>(n);
  for (let k = 0; k < n / 2; k++) {
    const [er, ei] = even[k]!;
    const [or, oi] = odd[k]!;
    const c = Math.cos((-2 * Math.PI * k) / n);
    const s = Math.sin((-2 * Math.PI * k) / n);
    const tr = c * or - s * oi;
    const ti = c * oi + s * or;
    out[k] = [er + tr, ei + ti];
    out[k + n / 2] = [er - tr, ei - ti];
  }
  return out;
}

function power(signal: number[]): number[] {
  let size = 1;
  while (size < signal.length) size *= 2;
  const padded: Complex[] = signal.map((v): Complex => [v, 0]);
  while (padded.length < size) padded.push([0, 0]);
  return fft(padded)
    .slice(0, size / 2 + 1)
    .map(([re, im]) => (re * re + im * im) / size);
}

export const program: Program = {
  f: power,
  inputs: (n) => [Array.from({ length: n }, (_, i) => Math.sin(0.9 * i) + 0.4 * Math.cos(2.3 * i + 1))],
  sizes: [12, 250],
  derivatives: ["vjp", "jvp"],
};
