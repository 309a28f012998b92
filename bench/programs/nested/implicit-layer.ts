// A deep equilibrium layer: z = tanh(W z + U x + b) solved by Newton steps with an inner Jacobian for each sample,
// then a linear read-out and a squared loss.

import { jacobian } from "zeroth";
import type { Program } from "../program.ts";

interface Layer {
  W: number[][];
  U: number[];
  b: number[];
  readout: number[];
}

type Sample = [x: number, y: number];

const matvec = (m: number[][], v: number[]): number[] => m.map((row) => row.reduce((s, a, j) => s + a * v[j]!, 0));

function solve(a: number[][], b: number[]): number[] {
  const n = b.length;
  const m = a.map((row) => [...row]);
  const x = [...b];
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const f = m[i]![k]! / m[k]![k]!;
      for (let j = k; j < n; j++) m[i]![j]! -= f * m[k]![j]!;
      x[i]! -= f * x[k]!;
    }
  }
  return x.map((v, i) => v / m[i]![i]!);
}

function equilibrium(layer: Layer, x: number): number[] {
  const gap = (z: number[]): number[] => {
    const wz = matvec(layer.W, z);
    return z.map((v, i) => v - Math.tanh(wz[i]! + layer.U[i]! * x + layer.b[i]!));
  };
  let z = layer.b.map(() => 0);
  for (let k = 0; k < 3; k++) {
    const step = solve(jacobian(gap)(z), gap(z));
    z = z.map((v, i) => v - step[i]!);
  }
  return z;
}

function loss(layer: Layer, samples: Sample[]): number {
  return (
    samples
      .map(([x, y]) => equilibrium(layer, x).reduce((s, z, i) => s + z * layer.readout[i]!, 0) - y)
      .reduce((s, miss) => s + miss * miss, 0) / samples.length
  );
}

export const program: Program = {
  f: loss,
  inputs: (n) => [
    {
      W: Array.from({ length: 3 }, (_, i) => Array.from({ length: 3 }, (_, j) => 0.4 * Math.sin(2 * i + 3 * j + 1))),
      U: [0.8, -0.5, 0.3],
      b: [0.1, 0.2, -0.1],
      readout: [1, -0.7, 0.5],
    },
    Array.from({ length: n }, (_, i): Sample => [Math.sin(i), Math.cos(1.3 * i)]),
  ],
  sizes: [12, 40],
  derivatives: ["valueAndGrad"],
};
