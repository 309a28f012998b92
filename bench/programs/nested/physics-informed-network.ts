// A physics-informed network for u'' + u = sin(3 t) / 2 with u(0) = 1, u'(0) = 0: the mean squared residual at
// collocation points (with inner derivatives of the network by its input) plus the misfit of the initial conditions.

import { derivative } from "zeroth";
import type { Program } from "../program.ts";

interface Layer {
  w: number[][];
  b: number[];
}

function forward(layers: Layer[], t: number): number {
  let a = [t];
  layers.forEach(({ w, b }, depth) => {
    const z = w.map((row, i) => row.reduce((s, v, j) => s + v * a[j]!, b[i]!));
    a = depth < layers.length - 1 ? z.map((v) => Math.tanh(v)) : z;
  });
  return a[0]!;
}

function loss(layers: Layer[], times: number[]): number {
  const u = (t: number): number => forward(layers, t);
  const du = derivative(u);
  const d2u = derivative(u, 2);
  let residual = 0;
  for (const t of times) residual += (d2u(t) + u(t) - 0.5 * Math.sin(3 * t)) ** 2;
  return residual / times.length + 10 * (u(0) - 1) ** 2 + 10 * du(0) ** 2;
}

const layer = (rows: number, cols: number, seed: number): Layer => ({
  w: Array.from({ length: rows }, (_, i) =>
    Array.from({ length: cols }, (_, j) => Math.sin(seed + 3 * i + 7 * j) / Math.sqrt(cols)),
  ),
  b: Array.from({ length: rows }, (_, i) => 0.3 * Math.cos(seed * i)),
});

export const program: Program = {
  f: loss,
  inputs: (n) => [[layer(5, 1, 1), layer(4, 5, 2), layer(1, 4, 3)], Array.from({ length: n }, (_, i) => (2 * i) / n)],
  sizes: [12, 60],
  derivatives: ["valueAndGrad"],
};
