// The lasso by cyclic coordinate descent with soft thresholding: the coefficients as a function of the observations.

import type { Program } from "../program.ts";

const soft = (z: number, lambda: number): number => (z > lambda ? z - lambda : z < -lambda ? z + lambda : 0);

function lasso(y: number[], columns: number[][], lambda: number, sweeps: number): number[] {
  const beta: number[] = columns.map(() => 0);
  const residual = [...y];
  const scale = columns.map((c) => c.reduce((s, v) => s + v * v, 0));
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let moved = 0;
    for (const [j, column] of columns.entries()) {
      const old = beta[j]!;
      let rho = 0;
      for (let i = 0; i < column.length; i++) rho += column[i]! * (residual[i]! + old * column[i]!);
      const fresh = soft(rho, lambda) / scale[j]!;
      if (fresh === old) continue;
      beta[j] = fresh;
      moved = Math.max(moved, Math.abs(fresh - old));
      for (let i = 0; i < column.length; i++) residual[i]! -= (fresh - old) * column[i]!;
    }
    if (moved < 1e-9) break;
  }
  return beta;
}

export const program: Program = {
  f: lasso,
  inputs: (n) => {
    const columns = Array.from({ length: Math.min(20, n / 2) }, (_, j) =>
      Array.from({ length: n }, (_, i) => Math.sin((j + 1.3) * i + j)),
    );
    const y = Array.from(
      { length: n },
      (_, i) => 1.5 * columns[0]![i]! - 0.8 * columns[3]![i]! + 0.2 * Math.cos(i * i),
    );
    return [y, columns, n / 20, 15];
  },
  sizes: [12, 120],
  derivatives: ["jvp", "vjp"],
};
