// Coefficients of the product of two polynomials by Karatsuba's method.

import type { Program } from "../program.ts";

const add = (a: number[], b: number[]): number[] =>
  a.length < b.length ? add(b, a) : a.map((v, i) => (i < b.length ? v + b[i]! : v));

function schoolbook(a: number[], b: number[]): number[] {
  const out = new Array<number>(a.length + b.length - 1).fill(0);
  for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) out[i + j]! += a[i]! * b[j]!;
  return out;
}

function multiply(a: number[], b: number[]): number[] {
  if (a.length < 8 || b.length < 8) return schoolbook(a, b);
  const m = Math.ceil(Math.max(a.length, b.length) / 2);
  if (a.length <= m || b.length <= m) return schoolbook(a, b);
  const a0 = a.slice(0, m);
  const a1 = a.slice(m);
  const b0 = b.slice(0, m);
  const b1 = b.slice(m);
  const low = multiply(a0, b0);
  const high = multiply(a1, b1);
  const mixed = multiply(add(a0, a1), add(b0, b1));
  const out = new Array<number>(a.length + b.length - 1).fill(0);
  low.forEach((v, i) => {
    out[i]! += v;
    out[i + m]! -= v;
  });
  high.forEach((v, i) => {
    out[i + 2 * m]! += v;
    out[i + m]! -= v;
  });
  for (const [i, v] of mixed.entries()) out[i + m]! += v;
  return out;
}

export const program: Program = {
  f: multiply,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => Math.cos(i * i)),
    Array.from({ length: n }, (_, i) => 1 / (1 + i) - 0.1 * Math.sin(i)),
  ],
  sizes: [12, 120],
  derivatives: ["vjp", "linearize"],
};
