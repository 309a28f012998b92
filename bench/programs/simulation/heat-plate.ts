// Heat spreads over a plate with variable conductivity, explicit steps on a 2-d grid (five-point stencil, insulated edges).
// Compares the temperature at sensors with readings; the unknown is the conductivity field.

import type { Program } from "../program.ts";

interface Sensor {
  row: number;
  column: number;
  reading: number;
}

function mismatch(conductivity: number[][], initial: number[][], sensors: Sensor[], steps: number, dt = 0.1): number {
  const rows = conductivity.length;
  const columns = conductivity[0]!.length;
  let u = initial;
  for (let s = 0; s < steps; s++) {
    const next = u.map((row) => row.slice());
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        let flux = 0;
        for (const [di, dj] of [
          [-1, 0],
          [1, 0],
          [0, -1],
          [0, 1],
        ] as const) {
          const k = i + di;
          const l = j + dj;
          if (k < 0 || k >= rows || l < 0 || l >= columns) continue;
          const a = conductivity[i]![j]!;
          const b = conductivity[k]![l]!;
          flux += ((2 * a * b) / (a + b)) * (u[k]![l]! - u[i]![j]!);
        }
        next[i]![j]! += dt * flux;
      }
    }
    u = next;
  }
  return sensors.reduce((sum, { row, column, reading }) => sum + (u[row]![column]! - reading) ** 2, 0);
}

export const program: Program = {
  f: mismatch,
  inputs: (n) => {
    const side = Math.floor(n / 2);
    const grid = (g: (i: number, j: number) => number): number[][] =>
      Array.from({ length: side }, (_, i) => Array.from({ length: side }, (_, j) => g(i, j)));
    return [
      grid((i, j) => 1 + 0.3 * Math.sin(i + 2 * j)),
      grid((i, j) => Math.exp(-0.1 * ((i - side / 3) ** 2 + (j - side / 2) ** 2))),
      Array.from({ length: side }, (_, k) => ({ row: (3 * k) % side, column: k, reading: 0.3 + 0.1 * Math.sin(k) })),
      8,
    ];
  },
  sizes: [12, 48],
  derivatives: ["grad"],
};
