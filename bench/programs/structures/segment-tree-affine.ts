// A segment tree over affine maps y = a x + b with point updates and range compositions, as in queries "what do
// machines l..r make of this input?": the summed answers.

import type { Program } from "../program.ts";

interface Affine {
  a: number;
  b: number;
}

interface Query {
  left: number;
  right: number;
  input: number;
}

const IDENTITY: Affine = { a: 1, b: 0 };

// first f, then g
const compose = (f: Affine, g: Affine): Affine => ({ a: g.a * f.a, b: g.a * f.b + g.b });

function answers(maps: Affine[], queries: Query[]): number {
  let size = 1;
  while (size < maps.length) size <<= 1;
  const tree: Affine[] = new Array<Affine>(2 * size).fill(IDENTITY);
  maps.forEach((m, i) => {
    tree[size + i] = m;
  });
  for (let i = size - 1; i > 0; i--) tree[i] = compose(tree[2 * i]!, tree[2 * i + 1]!);

  const set = (at: number, m: Affine): void => {
    let i = at + size;
    tree[i] = m;
    while ((i >>= 1) >= 1) tree[i] = compose(tree[i << 1]!, tree[(i << 1) | 1]!);
  };

  const range = (node: number, lo: number, hi: number, l: number, r: number): Affine => {
    if (r <= lo || hi <= l) return IDENTITY;
    if (l <= lo && hi <= r) return tree[node]!;
    const mid = (lo + hi) >> 1;
    return compose(range(2 * node, lo, mid, l, r), range(2 * node + 1, mid, hi, l, r));
  };

  let sum = 0;
  for (const { left, right, input } of queries) {
    const f = range(1, 0, size, left, right);
    const y = f.a * input + f.b;
    sum += Math.tanh(y);
    // the machine on the left learns a little from what came out
    const old = tree[size + left]!;
    set(left, { ...old, b: old.b + 0.05 * y });
  }
  return sum;
}

export const program: Program = {
  f: answers,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({ a: 0.8 + 0.3 * Math.sin(i), b: 0.2 * Math.cos(3 * i) })),
    Array.from({ length: n }, (_, k) => {
      const left = (k * 5) % n;
      return { left, right: Math.min(n, left + 3 + (k % 9)), input: Math.sin(k) };
    }),
  ],
  sizes: [12, 128],
  derivatives: ["grad"],
};
