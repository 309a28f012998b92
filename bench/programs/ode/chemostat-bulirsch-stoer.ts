// Bacteria in a tank that is fed and drained: two feeds, one kind of cell and a poison that the cells make. Integrated by
// the modified midpoint rule with extrapolation to step zero. The result is the yield, by the constants of growth.

import type { Program } from "../program.ts";

interface Growth {
  fastest: number;
  half: number;
  dilution: number;
  toxicity: number;
  decay: number;
}

type Rhs = (t: number, y: readonly number[]) => number[];

function midpoint(rhs: Rhs, t: number, y: readonly number[], big: number, pieces: number): number[] {
  const h = big / pieces;
  let before = [...y];
  let now = y.map((v, i) => v + h * rhs(t, y)[i]!);
  for (let k = 1; k < pieces; k++) {
    const slope = rhs(t + k * h, now);
    [before, now] = [now, before.map((v, i) => v + 2 * h * slope[i]!)];
  }
  const last = rhs(t + big, now);
  return now.map((v, i) => 0.5 * (v + before[i]! + h * last[i]!));
}

function extrapolate(rhs: Rhs, t: number, y: readonly number[], big: number, orders = [2, 4, 6]): number[] {
  const table: number[][][] = [];
  for (let k = 0; k < orders.length; k++) {
    table[k] = [midpoint(rhs, t, y, big, orders[k]!)];
    for (let j = 1; j <= k; j++) {
      const ratio = (orders[k]! / orders[k - j]!) ** 2 - 1;
      const finer = table[k]![j - 1]!;
      const coarser = table[k - 1]![j - 1]!;
      table[k]!.push(finer.map((v, i) => v + (v - coarser[i]!) / ratio));
    }
  }
  return table[orders.length - 1]![orders.length - 1]!;
}

function harvest(growth: Growth, steps: number): number {
  const tank: Rhs = (t, [food, cells, poison]: readonly number[]) => {
    const feed = 2 + 0.5 * Math.sin(0.7 * t);
    const rate = (growth.fastest * food!) / (growth.half + food! + (food! * poison!) / growth.toxicity);
    return [
      growth.dilution * (feed - food!) - rate * cells! * 1.6,
      (rate - growth.dilution - growth.decay * poison!) * cells!,
      0.2 * rate * cells! - growth.dilution * poison!,
    ];
  };
  let y = [1.5, 0.2, 0];
  let yieldSoFar = 0;
  for (let s = 0; s < steps; s++) {
    const next = extrapolate(tank, 0.5 * s, y, 0.5);
    yieldSoFar += 0.25 * growth.dilution * (y[1]! + next[1]!);
    y = next;
  }
  return yieldSoFar / steps;
}

export const program: Program = {
  f: harvest,
  inputs: (n) => [{ fastest: 0.9, half: 0.4, dilution: 0.35, toxicity: 0.6, decay: 0.1 }, n],
  sizes: [12, 120],
  derivatives: ["grad", "hessian"],
};
