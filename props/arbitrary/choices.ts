// Random choices, from fast-check's generator.

import type { Random } from "fast-check";

export interface Choices {
  /** An integer from 0 to n − 1. */
  readonly below: (n: number) => number;
  readonly chance: (p: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
  /** One of several, as often as its weight says. */
  readonly weighted: <T>(items: readonly (readonly [weight: number, item: T])[]) => T;
}

export function choicesFrom(random: Random): Choices {
  const below = (n: number): number => random.nextInt(0, Math.max(0, n - 1));
  const weighted = <T>(items: readonly (readonly [number, T])[]): T => {
    const total = items.reduce((sum, [weight]) => sum + weight, 0);
    let left = random.nextDouble() * total;
    for (const [weight, item] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return (items.find(([weight]) => weight > 0) as readonly [number, T])[1];
  };
  return {
    below,
    chance: (p) => random.nextDouble() < p,
    pick: (items) => items[below(items.length)] as never,
    weighted,
  };
}
