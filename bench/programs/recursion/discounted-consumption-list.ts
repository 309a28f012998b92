// Discounted utility of a consumption plan that is kept as a linked list; what is left at the end is a bequest.

import type { Program } from "../program.ts";

type Plan = Cell | null;

interface Cell {
  head: number;
  tail: Plan;
}

const fromArray = (xs: readonly number[]): Plan => xs.reduceRight<Plan>((tail, head) => ({ head, tail }), null);

function utility(c: number, gamma: number): number {
  return gamma === 1 ? Math.log(c) : (c ** (1 - gamma) - 1) / (1 - gamma);
}

function lifetime(plan: Plan, wealth: number, beta: number, gamma = 2): number {
  if (plan === null) return 3 * utility(wealth, gamma);
  const { head, tail } = plan;
  return utility(head, gamma) + beta * lifetime(tail, (wealth - head) * 1.04, beta, gamma);
}

export const program: Program = {
  f: lifetime,
  inputs: (n) => [fromArray(Array.from({ length: n }, (_, i) => 1 + 0.3 * Math.cos(i))), 2 * n, 0.96],
  sizes: [12, 600],
  derivatives: ["grad", "hvp"],
};
