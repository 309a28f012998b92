// The mean of a function of four uncertain inputs by Smolyak's sparse grid, which adds up small product rules of nested
// points with signs. The function is a sum of ridges; the result is by the directions and heights of the ridges.

import type { Program } from "../program.ts";

type Rule = { at: number; weight: number }[];
type Ridge = { direction: number[]; height: number; shift?: number };

const rules: Rule[] = [
  [{ at: 0, weight: 1 }],
  [
    { at: -1, weight: 1 / 6 },
    { at: 0, weight: 4 / 6 },
    { at: 1, weight: 1 / 6 },
  ],
  [
    { at: -1, weight: 1 / 30 },
    { at: -Math.SQRT1_2, weight: 8 / 30 },
    { at: 0, weight: 12 / 30 },
    { at: Math.SQRT1_2, weight: 8 / 30 },
    { at: 1, weight: 1 / 30 },
  ],
];

function levelsThatSumTo(total: number, dimensions: number): number[][] {
  if (dimensions === 1) return [[total]];
  return Array.from({ length: total + 1 }, (_, first) => first).flatMap((first) =>
    levelsThatSumTo(total - first, dimensions - 1).map((rest) => [first, ...rest]),
  );
}

const product = (levels: number[], f: (x: number[]) => number, chosen: number[] = []): number => {
  const [level, ...others] = levels;
  if (level === undefined) return f(chosen);
  return rules[level]!.reduce((s, { at, weight }) => s + weight * product(others, f, [...chosen, at]), 0);
};

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);

function smolyak(f: (x: number[]) => number, dimensions: number, level: number): number {
  let sum = 0;
  for (let total = Math.max(0, level - dimensions + 1); total <= level; total++) {
    const sign = (level - total) % 2 === 0 ? 1 : -1;
    const weight = sign * choose(dimensions - 1, level - total);
    for (const levels of levelsThatSumTo(total, dimensions)) sum += weight * product(levels, f);
  }
  return sum;
}

const meanResponse = (ridges: Ridge[], level: number): number =>
  smolyak(
    (x) =>
      ridges.reduce(
        (s, { direction, height, shift = 0.1 }) =>
          s + height * Math.tanh(direction.reduce((d, v, i) => d + v * x[i]!, shift)),
        0,
      ),
    3,
    level,
  );

export const program: Program = {
  f: meanResponse,
  inputs: (n) => [
    Array.from({ length: n }, (_, r) => ({
      direction: [0.6 * Math.sin(r), 0.5 * Math.cos(2 * r), 0.4 * Math.sin(3 * r + 1)],
      height: 1 + 0.5 * Math.cos(r),
      ...(r % 2 === 0 ? { shift: 0.3 * Math.sin(r + 1) } : {}),
    })),
    2,
  ],
  sizes: [12, 150],
  derivatives: ["valueAndGrad"],
};
