// Stein variational descent: particles that follow the gradient of a banana-shaped log density and repel each other by
// a kernel. The result is how well they match given moments, by where they start.

import { grad } from "zeroth";
import type { Program } from "../program.ts";

const bend = 0.3;

function logDensity([x, y]: number[]): number {
  const w = y! - bend * (x! * x! - 1);
  return (-0.5 * (x! * x!)) / 1.5 - w * w;
}

const kernel = (a: number[], b: number[], h: number): number =>
  Math.exp(-a.reduce((s, v, i) => s + (v - b[i]!) ** 2, 0) / h);

function step(particles: number[][], rate: number, h: number): number[][] {
  const n = particles.length;
  const scores = particles.map((p) => grad(logDensity)(p));
  return particles.map((p) => {
    const drift = p.map(() => 0);
    particles.forEach((q, j) => {
      const k = kernel(q, p, h);
      const push = grad((z: number[]) => kernel(z, p, h))(q);
      drift.forEach((_, d) => {
        drift[d]! += (k * scores[j]![d]! + push[d]!) / n;
      });
    });
    return p.map((v, d) => v + rate * drift[d]!);
  });
}

function mismatch(start: number[][], { steps = 4, rate = 0.3, bandwidth = 1.5 } = {}): number {
  let particles = start;
  for (let k = 0; k < steps; k++) particles = step(particles, rate, bandwidth);
  const mean = (f: (p: number[]) => number): number => particles.reduce((s, p) => s + f(p), 0) / particles.length;
  return mean(([x]) => x!) ** 2 + (mean(([x]) => x! * x!) - 1.5) ** 2 + mean(([, y]) => y!) ** 2;
}

export const program: Program = {
  f: mismatch,
  inputs: (n) => [Array.from({ length: n }, (_, i) => [1.5 * Math.sin(2.3 * i), Math.cos(1.1 * i * i)])],
  sizes: [10, 24],
  derivatives: ["grad"],
};
