// How partners share the gain of a venture: Shapley values as a sum over all coalitions, which a recursive generator makes, and the
// best order to join among all permutations.

import type { Program } from "../program.ts";

interface Partner {
  capital: number;
  skill: number;
}

function* combinations<T>(items: readonly T[], size: number): Generator<T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = 0; i <= items.length - size; i++) {
    for (const rest of combinations(items.slice(i + 1), size - 1)) yield [items[i]!, ...rest];
  }
}

function* permutations<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length <= 1) {
    yield items;
    return;
  }
  const [first, ...others] = items as [T, ...T[]];
  for (const order of permutations(others)) {
    for (let i = 0; i < items.length; i++) yield [...order.slice(0, i), first, ...order.slice(i)];
  }
}

function worth(coalition: readonly Partner[]): number {
  const capital = coalition.reduce((s, p) => s + p.capital, 0);
  const skill = coalition.reduce((s, p) => s + p.skill, 0);
  return capital ** 0.6 * skill ** 0.5;
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

function shares(partners: Partner[]): { shapley: number[]; patience: number } {
  const n = partners.length;
  const shapley = partners.map((partner, k) => {
    const others = partners.filter((_, j) => j !== k);
    let value = 0;
    for (let size = 0; size < n; size++) {
      const weight = (factorial(size) * factorial(n - size - 1)) / factorial(n);
      for (const coalition of combinations(others, size)) {
        value += weight * (worth([...coalition, partner]) - worth(coalition));
      }
    }
    return value;
  });
  let patience = -Infinity;
  for (const order of permutations(partners.slice(0, 4))) {
    const value = order.reduce((s, _, k) => s + 0.9 ** k * worth(order.slice(0, k + 1)), 0);
    patience = Math.max(patience, value);
  }
  return { shapley, patience };
}

export const program: Program = {
  f: shares,
  inputs: (n) => [
    Array.from({ length: n }, (_, k) => ({ capital: 2 + Math.sin(3 * k + 1), skill: 1.5 + Math.cos(2 * k * k) })),
  ],
  sizes: [4, 8],
  derivatives: ["vjp", "jvp"],
};
