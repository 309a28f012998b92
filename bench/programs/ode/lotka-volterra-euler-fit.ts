// How badly a predator–prey model, stepped by Euler's method, fits counts of hares and lynxes.

import type { Program } from "../program.ts";

function misfit(p: number[], hares: number[], lynxes: number[]): number {
  const [birth, hunt, death, feed] = p as [number, number, number, number];
  const substeps = 4;
  const dt = 0.25 / substeps;
  let x = p[4]!;
  let y = p[5]!;
  let sum = 0;
  for (let year = 0; year < hares.length; year++) {
    sum += (Math.log(x) - Math.log(hares[year]!)) ** 2;
    sum += (Math.log(y) - Math.log(lynxes[year]!)) ** 2;
    for (let k = 0; k < substeps; k++) {
      const dx = x * (birth - hunt * y);
      const dy = y * (feed * x - death);
      x += dt * dx;
      y += dt * dy;
    }
  }
  return sum / hares.length;
}

export const program: Program = {
  f: misfit,
  inputs: (n) => [
    [0.55, 0.028, 0.8, 0.024, 30, 5],
    Array.from({ length: n }, (_, i) => 35 + 28 * Math.sin(0.16 * i)),
    Array.from({ length: n }, (_, i) => 20 + 14 * Math.cos(0.16 * i + 3)),
  ],
  sizes: [12, 500],
  derivatives: ["grad", "hessian"],
};
