// Robertson's stiff chemical kinetics by implicit Euler with growing steps; each step solved by Newton's method on three equations.

import type { Program } from "../program.ts";

type Triple = [number, number, number];

function det3(m: Triple[]): number {
  const [[a, b, c], [d, e, f], [g, h, i]] = m as [Triple, Triple, Triple];
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function cramer(m: Triple[], r: Triple): Triple {
  const d = det3(m);
  const column = (k: number): number => det3(m.map((row, i) => row.map((v, j) => (j === k ? r[i]! : v)) as Triple)) / d;
  return [column(0), column(1), column(2)];
}

function product(logRates: number[], steps: number): number {
  const [k1, k2, k3] = logRates.map(Math.exp) as Triple;
  let y: Triple = [1, 0, 0];
  let h = 1e-4;
  for (let n = 0; n < steps; n++) {
    let u: Triple = [...y];
    for (let it = 0; it < 8; it++) {
      const [a, b, c] = u;
      const r: Triple = [
        a - y[0] - h * (-k1 * a + k3 * b * c),
        b - y[1] - h * (k1 * a - k3 * b * c - k2 * b * b),
        c - y[2] - h * k2 * b * b,
      ];
      const jacobian: Triple[] = [
        [1 + h * k1, -h * k3 * c, -h * k3 * b],
        [-h * k1, 1 + h * (k3 * c + 2 * k2 * b), h * k3 * b],
        [0, -2 * h * k2 * b, 1],
      ];
      const d = cramer(jacobian, r);
      u = [a - d[0], b - d[1], c - d[2]];
      if (Math.abs(d[0]) + Math.abs(d[1]) + Math.abs(d[2]) < 1e-12) break;
    }
    y = u;
    h *= 1.3;
  }
  return y[2];
}

export const program: Program = {
  f: product,
  inputs: (n) => [[Math.log(0.04), Math.log(3e7), Math.log(1e4)], n + 20],
  sizes: [12, 60],
  derivatives: ["grad", "hessian"],
};
