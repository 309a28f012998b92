/**
 * The saddle of Siskind and Pearlmutter: the point where (x₁² + y₁²) − (x₂² + y₂²) is least in the first pair and greatest
 * in the second, by descents within descents.
 *
 *     min over (x₁, y₁) of max over (x₂, y₂)
 *
 * The outer gradient is that of a function that runs an optimiser, gradients and all. The saddle is the origin; where the
 * published descents stop before it is known to all digits from other implementations.
 */

import { argmin, modes, publishedRate, type Mode } from "./argmin.ts";
import type { Answer } from "./answer.ts";

const height = (first: readonly number[], second: readonly number[]): number => squares(first) - squares(second);

const squares = (x: readonly number[]): number => x.reduce((sum, v) => sum + v * v, 0);

/** x₁, y₁, x₂ and y₂ from (1, 1) and (1, 1). */
export function saddle(outer: Mode, inner: Mode, firstRate: number = publishedRate): number[] {
  const start = [1, 1];
  const below = (first: number[]) => (second: number[]) => -height(first, second);
  const highest = (first: number[]): number[] => argmin(modes[inner], below(first), start, firstRate);
  const first = argmin(modes[outer], (x) => height(x, highest(x)), start, firstRate);
  return [...first, ...highest(first)];
}

export const saddleAnswer = (outer: Mode, inner: Mode): Answer => ({
  name: `saddle, ${outer} over ${inner}`,
  what: "largest of x₁ y₁ x₂ y₂",
  expected: 8.246324826140356e-6,
  got: Math.max(...saddle(outer, inner)),
});
