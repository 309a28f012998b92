// Truncated Newton: each outer step solves for the direction by a few conjugate gradient iterations with inner
// Hessian-vector products, on a regularised image-like smoothing problem; the minimum as a function of the data.

import { grad, hvp } from "zeroth";
import type { Program } from "../program.ts";

const dot = (a: number[], b: number[]): number => {
  let s = 0;
  for (let i = 0; i < a.length; i++) s += a[i]! * b[i]!;
  return s;
};

const axpy = (alpha: number, x: number[], y: number[]): number[] => y.map((v, i) => v + alpha * x[i]!);

function smooth(data: number[], edgeWidth: number): number {
  const cost = (u: number[]): number => {
    let c = 0;
    for (let i = 0; i < u.length; i++) {
      c += 0.5 * (u[i]! - data[i]!) ** 2;
      if (i > 0) c += Math.sqrt((u[i]! - u[i - 1]!) ** 2 + edgeWidth);
    }
    return c;
  };

  let u = data.slice();
  for (let outer = 0; outer < 2; outer++) {
    const g = grad(cost)(u);
    let d = g.map(() => 0);
    let r = g.map((v) => -v);
    let p = r;
    let rr = dot(r, r);
    for (let k = 0; k < 4; k++) {
      const hp = hvp(cost)(u, p);
      const alpha = rr / dot(p, hp);
      d = axpy(alpha, p, d);
      r = axpy(-alpha, hp, r);
      const next = dot(r, r);
      if (next < 1e-12) break;
      p = axpy(next / rr, p, r);
      rr = next;
    }
    u = axpy(0.9, d, u);
  }
  return cost(u);
}

export const program: Program = {
  f: smooth,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => Math.sin(i / 4) + (i % 7 > 3 ? 0.6 : 0) + 0.1 * Math.sin(7 * i)),
    0.3,
  ],
  sizes: [12, 150],
  derivatives: ["grad"],
};
