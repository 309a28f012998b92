// Consumption and saving over a life with wages, by backward induction on a grid of wealth with linear interpolation.

import type { Program } from "../program.ts";

interface Household {
  patience: number;
  riskAversion: number;
  interest: number;
  wages: number[];
}

function interpolate(grid: number[], values: number[], x: number): number {
  const last = grid.length - 1;
  if (x >= grid[last]!) return values[last]!;
  let i = 0;
  while (i < last - 1 && grid[i + 1]! < x) i++;
  const t = (x - grid[i]!) / (grid[i + 1]! - grid[i]!);
  return (1 - t) * values[i]! + t * values[i + 1]!;
}

function welfare(h: Household, gridSize: number, initialWealth: number): number {
  const grid = Array.from({ length: gridSize }, (_, i) => 0.1 + 9.9 * (i / (gridSize - 1)) ** 2);
  const u = (c: number): number => c ** (1 - h.riskAversion) / (1 - h.riskAversion);
  const shares = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];

  // In the last period everything is eaten.
  let value = grid.map(u);
  for (const wage of h.wages.slice().reverse()) {
    value = grid.map((wealth) => {
      let best = Number.NEGATIVE_INFINITY;
      for (const share of shares) {
        const eaten = share * wealth;
        const next = (wealth - eaten) * (1 + h.interest) + wage;
        const total = u(eaten) + h.patience * interpolate(grid, value, next);
        if (total > best) best = total;
      }
      return best;
    });
  }
  return interpolate(grid, value, initialWealth);
}

export const program: Program = {
  f: welfare,
  inputs: (n) => [{ patience: 0.95, riskAversion: 2.2, interest: 0.031, wages: [0.8, 1, 1.2, 1.1, 0.4] }, n, 2.37],
  sizes: [12, 60],
  derivatives: ["grad"],
};
