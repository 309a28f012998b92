// Period of a pendulum with a quartic correction by Gauss–Legendre quadrature; the nodes come from Newton's method.

import type { Program } from "../program.ts";

function legendreRule(n: number): { x: number; w: number }[] {
  const rule: { x: number; w: number }[] = [];
  for (let i = 1; i <= n; i++) {
    let x = Math.cos((Math.PI * (i - 0.25)) / (n + 0.5));
    let dp = 0;
    for (;;) {
      let p0 = 1;
      let p1 = x;
      for (let k = 2; k <= n; k++) [p0, p1] = [p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k];
      dp = (n * (x * p1 - p0)) / (x * x - 1);
      const step = p1 / dp;
      x -= step;
      if (Math.abs(step) < 1e-14) break;
    }
    rule.push({ x, w: 2 / ((1 - x * x) * dp * dp) });
  }
  return rule;
}

function period([amplitude, stiffness, quartic]: [number, number, number], nodes: number): number {
  // T = 4 ∫ dθ / sqrt(2 (V(A) - V(A sin θ))) · A cos θ
  let sum = 0;
  for (const { x, w } of legendreRule(nodes)) {
    const theta = (Math.PI / 4) * (x + 1);
    const s = Math.sin(theta);
    const denominator = stiffness + 0.5 * quartic * amplitude ** 2 * (1 + s * s);
    sum += (w * (Math.PI / 4)) / Math.sqrt(denominator);
  }
  return 4 * sum;
}

export const program: Program = {
  f: period,
  inputs: (n) => [[0.8, 2.5, 1.7], n],
  sizes: [12, 60],
  derivatives: ["grad", "hessian"],
};
