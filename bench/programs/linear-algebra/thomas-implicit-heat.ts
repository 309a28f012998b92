// Heat in a rod with conductivity that varies along it: implicit steps, each a tridiagonal system (Thomas' algorithm).

import type { Program } from "../program.ts";

function thomas(lower: number[], diag: number[], upper: number[], rhs: number[]): number[] {
  const n = diag.length;
  const c = new Array<number>(n);
  const d = new Array<number>(n);
  c[0] = upper[0]! / diag[0]!;
  d[0] = rhs[0]! / diag[0]!;
  for (let i = 1; i < n; i++) {
    const m = diag[i]! - lower[i]! * c[i - 1]!;
    c[i] = upper[i]! / m;
    d[i] = (rhs[i]! - lower[i]! * d[i - 1]!) / m;
  }
  const x = new Array<number>(n);
  x[n - 1] = d[n - 1]!;
  for (let i = n - 2; i >= 0; i--) x[i] = d[i]! - c[i]! * x[i + 1]!;
  return x;
}

function temperatureAtProbe(conductivity: number[], probe: number, steps: number): number {
  const n = conductivity.length - 1;
  const dt = 0.4;
  let u = Array.from({ length: n }, (_, i) => Math.exp(-(((i - n / 3) / (n / 8)) ** 2)));
  const lower = u.map((_, i) => -dt * conductivity[i]!);
  const upper = u.map((_, i) => -dt * conductivity[i + 1]!);
  const diag = u.map((_, i) => 1 + dt * (conductivity[i]! + conductivity[i + 1]!));
  for (let t = 0; t < steps; t++) u = thomas(lower, diag, upper, u);
  return u[probe]!;
}

export const program: Program = {
  f: temperatureAtProbe,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 1 + 0.4 * Math.sin(0.9 * i)), n >> 1, 10],
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
