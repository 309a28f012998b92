// Alternating least squares with rank two on sparse ratings: squared error on held-out ratings, as a function of the
// ratings (an array of numbers beside the fixed user and item indices).

import type { Program } from "../program.ts";

interface Index {
  user: number;
  item: number;
}

type Pair = [number, number];

function solve2(a: number, b: number, d: number, r0: number, r1: number): Pair {
  const det = a * d - b * b;
  return [(d * r0 - b * r1) / det, (a * r1 - b * r0) / det];
}

function update(
  count: number,
  side: keyof Index,
  other: keyof Index,
  index: Index[],
  ratings: number[],
  fixed: Pair[],
  ridge: number,
): Pair[] {
  const rows = Array.from({ length: count }, () => ({ a: ridge, b: 0, d: ridge, r: [0, 0] as Pair }));
  index.forEach((ix, k) => {
    const [u, v] = fixed[ix[other]]!;
    const row = rows[ix[side]]!;
    row.a += u * u;
    row.b += u * v;
    row.d += v * v;
    row.r[0] += u * ratings[k]!;
    row.r[1] += v * ratings[k]!;
  });
  return rows.map(({ a, b, d, r }) => solve2(a, b, d, ...r));
}

function heldOutError(ratings: number[], index: Index[], users: number, items: number): number {
  const split = Math.floor(index.length * 0.8);
  const seen = index.slice(0, split);
  let itemFactors: Pair[] = Array.from({ length: items }, (_, i) => [1, 0.3 * Math.sin(i)]);
  let userFactors: Pair[] = [];
  for (let round = 0; round < 4; round++) {
    userFactors = update(users, "user", "item", seen, ratings, itemFactors, 0.5);
    itemFactors = update(items, "item", "user", seen, ratings, userFactors, 0.5);
  }
  let error = 0;
  for (let k = split; k < index.length; k++) {
    const { user, item } = index[k]!;
    const [p, q] = userFactors[user]!;
    const [s, t] = itemFactors[item]!;
    error += (p * s + q * t - ratings[k]!) ** 2;
  }
  return error / (index.length - split);
}

export const program: Program = {
  f: heldOutError,
  inputs: (n) => {
    const users = 3 + (n >> 3);
    const items = 4 + (n >> 3);
    const index = Array.from({ length: 3 * n }, (_, k) => ({ user: (k * 7) % users, item: (k * k + 2 * k) % items }));
    return [
      index.map(({ user, item }) => 3 + Math.sin(user) * Math.cos(item) + 0.3 * Math.sin(user * item)),
      index,
      users,
      items,
    ];
  },
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
