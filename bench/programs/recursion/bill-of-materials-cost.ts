// What an assembly costs: parts bought or assembled from other parts, with waste, quantity discounts and labour.

import type { Program } from "../program.ts";

interface Part {
  price?: number;
  labour?: number;
  waste?: number;
  uses?: { amount: number; part: Part }[];
}

const WAGE = 38;

function unitCost(part: Part, amount: number): number {
  const { price = 0, labour = 0, waste = 0, uses = [] } = part;
  const discount = amount > 10 ? 0.9 + 0.1 * (10 / amount) : 1;
  const bought = price * discount;
  const made = uses.reduce((sum, { amount: each, part: child }) => sum + each * unitCost(child, each * amount), 0);
  return (bought + made + labour * WAGE) / (1 - waste);
}

// A tree of roughly n parts.
function assembly(n: number, seed: number): Part {
  if (n <= 1) return { price: 2 + Math.sin(seed), waste: 0.02 + 0.01 * Math.cos(seed) };
  const children = Math.min(n - 1, 2 + (seed % 3));
  const uses = Array.from({ length: children }, (_, k) => ({
    amount: 1.5 + Math.sin(seed + k),
    part: assembly(Math.floor((n - 1) / children), seed * 2 + k + 1),
  }));
  return seed % 2 ? { labour: 0.2 + 0.1 * Math.sin(seed), uses } : { price: 0.5, labour: 0.1, waste: 0.03, uses };
}

export const program: Program = {
  f: unitCost,
  inputs: (n) => [assembly(n, 1), 4],
  sizes: [12, 900],
  derivatives: ["grad"],
};
