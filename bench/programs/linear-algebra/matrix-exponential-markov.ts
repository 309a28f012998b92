// State of a continuous-time Markov chain after some time: the matrix exponential by scaling and squaring.

import type { Program } from "../program.ts";

type Matrix = number[][];

const identity = (n: number): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => +(i === j)));

function matmul(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => b[0]!.map((_, j) => row.reduce((s, v, k) => s + v * b[k]![j]!, 0)));
}

function expm(a: Matrix): Matrix {
  const norm = Math.max(...a.map((row) => row.reduce((s, v) => s + Math.abs(v), 0)));
  const squarings = Math.max(0, Math.ceil(Math.log2(norm)) + 1);
  const scaled = a.map((row) => row.map((v) => v / 2 ** squarings));
  let sum = identity(a.length);
  let term = sum;
  for (let k = 1; k <= 10; k++) {
    term = matmul(term, scaled).map((row) => row.map((v) => v / k));
    sum = sum.map((row, i) => row.map((v, j) => v + term[i]![j]!));
  }
  for (let s = 0; s < squarings; s++) sum = matmul(sum, sum);
  return sum;
}

function distribution(logRates: number[], states: number, time: number): number[] {
  // Birth and death rates of a chain with neighbours, in turn.
  const q = identity(states).map((row) => row.map(() => 0));
  for (let i = 0; i + 1 < states; i++) {
    const up = Math.exp(logRates[2 * i]!);
    const down = Math.exp(logRates[2 * i + 1]!);
    q[i]![i + 1] = up;
    q[i]![i]! -= up;
    q[i + 1]![i] = down;
    q[i + 1]![i + 1]! -= down;
  }
  const p = expm(q.map((row) => row.map((v) => v * time)));
  return p[0]!;
}

export const program: Program = {
  f: distribution,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 0.5 * Math.sin(i)), n / 2 + 1, 0.8],
  sizes: [12, 40],
  derivatives: ["jvp", "vjp"],
};
