// Outflow of a steady convection–diffusion problem, by GMRES with Arnoldi's method and Givens rotations.

import type { Program } from "../program.ts";

interface Flow {
  diffusion: number;
  velocity: number[];
}

const norm = (v: number[]): number => Math.sqrt(v.reduce((s, x) => s + x * x, 0));

function operator({ diffusion, velocity }: Flow, x: number[]): number[] {
  return x.map((here, i) => {
    const left = x[i - 1] ?? 0;
    const right = x[i + 1] ?? 0;
    return (1 + 2 * diffusion) * here - diffusion * (left + right) + velocity[i]! * (here - left);
  });
}

function gmres(flow: Flow, b: number[], maxSize: number): number[] {
  const beta = norm(b);
  const basis: number[][] = [b.map((x) => x / beta)];
  const H: number[][] = []; // columns, after the rotations
  const rotations: [number, number][] = [];
  const g = [beta];
  for (let k = 0; k < maxSize; k++) {
    let w = operator(flow, basis[k]!);
    const h: number[] = [];
    for (const v of basis) {
      const c = v.reduce((s, x, i) => s + x * w[i]!, 0);
      w = w.map((x, i) => x - c * v[i]!);
      h.push(c);
    }
    const last = norm(w);
    rotations.forEach(([c, s], i) => {
      const t = c * h[i]! + s * h[i + 1]!;
      h[i + 1] = c * h[i + 1]! - s * h[i]!;
      h[i] = t;
    });
    const r = Math.hypot(h[k]!, last);
    const c = h[k]! / r;
    const s = last / r;
    h[k] = r;
    rotations.push([c, s]);
    H.push(h);
    g.push(-s * g[k]!);
    g[k]! *= c;
    if (Math.abs(g[k + 1]!) < 1e-9 * beta) break;
    basis.push(w.map((x) => x / last));
  }
  const y: number[] = [];
  for (let i = H.length - 1; i >= 0; i--) {
    let s = g[i]!;
    for (let j = i + 1; j < H.length; j++) s -= H[j]![i]! * y[j]!;
    y[i] = s / H[i]![i]!;
  }
  return b.map((_, i) => y.reduce((s, c, j) => s + c * basis[j]![i]!, 0));
}

function outflow(flow: Flow, source: number[]): number {
  const u = gmres(flow, source, 25);
  return flow.velocity[u.length - 1]! * u[u.length - 1]!;
}

export const program: Program = {
  f: outflow,
  inputs: (n) => [
    { diffusion: 0.6, velocity: Array.from({ length: n }, (_, i) => 1 + 0.5 * Math.sin(i)) },
    Array.from({ length: n }, (_, i) => Math.exp(-((n - i) / 4))),
  ],
  sizes: [12, 100],
  derivatives: ["grad"],
};
