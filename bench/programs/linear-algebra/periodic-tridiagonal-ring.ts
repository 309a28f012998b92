// Temperatures around a ring of cells that conduct to their neighbours: a cyclic tridiagonal system by Sherman and
// Morrison's formula on top of two tridiagonal solutions.

import type { Program } from "../program.ts";

function tridiagonal(lower: number[], diagonal: number[], upper: number[], right: number[]): number[] {
  const n = diagonal.length;
  const x = [...right];
  const scratch = new Array<number>(n);
  let pivot = diagonal[0]!;
  x[0]! /= pivot;
  for (let i = 1; i < n; i++) {
    scratch[i] = upper[i - 1]! / pivot;
    pivot = diagonal[i]! - lower[i]! * scratch[i]!;
    x[i] = (x[i]! - lower[i]! * x[i - 1]!) / pivot;
  }
  for (let i = n - 2; i >= 0; i--) x[i]! -= scratch[i + 1]! * x[i + 1]!;
  return x;
}

interface Ring {
  conductance: number[]; // between cell i and i + 1
  loss: number[];
  heat: number[];
}

function temperatures({ conductance: k, loss, heat }: Ring): number[] {
  const n = k.length;
  const previous = (i: number): number => k[(i + n - 1) % n]!;
  const diagonal = loss.map((h, i) => h + k[i]! + previous(i));
  const lower = k.map((_, i) => -previous(i));
  const upper = k.map((g) => -g);
  const corner = -k[n - 1]!;
  const gamma = -diagonal[0]!;
  const changed = diagonal.map((d, i) => (i === 0 ? d - gamma : i === n - 1 ? d - (corner * corner) / gamma : d));
  const x = tridiagonal(lower, changed, upper, heat);
  const u = heat.map((_, i) => (i === 0 ? gamma : i === n - 1 ? corner : 0));
  const z = tridiagonal(lower, changed, upper, u);
  const factor = (x[0]! + (corner * x[n - 1]!) / gamma) / (1 + z[0]! + (corner * z[n - 1]!) / gamma);
  return x.map((v, i) => v - factor * z[i]!);
}

export const program: Program = {
  f: temperatures,
  inputs: (n) => [
    {
      conductance: Array.from({ length: n }, (_, i) => 2 + Math.sin(i)),
      loss: Array.from({ length: n }, (_, i) => 0.5 + 0.2 * Math.cos(2 * i)),
      heat: Array.from({ length: n }, (_, i) => (i % 4 === 0 ? 3 : 0.5)),
    },
  ],
  sizes: [12, 250],
  derivatives: ["vjp", "jvp", "linearize"],
};
