// A column of stages where two substances pass between neighbours: a block tridiagonal system of 2 by 2 blocks, solved by
// block elimination. The result is how much of the product leaves at the top, by the exchange blocks of the stages.

import type { Program } from "../program.ts";

type Block = [number, number, number, number];
type Pair = [number, number];

const times = ([a, b, c, d]: Block, [e, f, g, h]: Block): Block => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
];

const apply = ([a, b, c, d]: Block, [x, y]: Pair): Pair => [a * x + b * y, c * x + d * y];

const minus = <T extends Block | Pair>(p: T, q: T): T => p.map((v, i) => v - q[i]!) as T;

function inverse([a, b, c, d]: Block): Block {
  const det = a * d - b * c;
  if (Math.abs(det) < 1e-14) throw new Error("singular stage");
  return [d / det, -b / det, -c / det, a / det];
}

function solve(lower: Block[], diagonal: Block[], upper: Block[], right: Pair[]): Pair[] {
  const pivots: Block[] = [];
  const carried: Pair[] = [];
  diagonal.forEach((block, i) => {
    if (i === 0) {
      pivots.push(inverse(block));
      carried.push(right[0]!);
      return;
    }
    const factor = times(lower[i]!, pivots[i - 1]!);
    pivots.push(inverse(minus(block, times(factor, upper[i - 1]!))));
    carried.push(minus(right[i]!, apply(factor, carried[i - 1]!)));
  });
  const x: Pair[] = new Array<Pair>(diagonal.length);
  for (let i = diagonal.length - 1; i >= 0; i--) {
    const next = x[i + 1];
    const rest = next ? minus(carried[i]!, apply(upper[i]!, next)) : carried[i]!;
    x[i] = apply(pivots[i]!, rest);
  }
  return x;
}

function productAtTop(exchange: Block[], feed: Pair, down = 0.8, up = 1.1): number {
  const n = exchange.length;
  const lower = exchange.map((): Block => [-down, 0, 0, -0.3 * down]);
  const upper = exchange.map((): Block => [-0.4 * up, 0, 0, -up]);
  const diagonal = exchange.map(([a, b, c, d]): Block => [down + up + a, -b, -c, down + up + d]);
  const right = exchange.map((_, i): Pair => (i === n >> 1 ? feed : [0.01, 0.02]));
  const x = solve(lower, diagonal, upper, right);
  return Math.log(x[0]![1] / x[n - 1]![0]);
}

export const program: Program = {
  f: productAtTop,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => [
      0.5 + 0.2 * Math.sin(i),
      0.3 + 0.1 * Math.cos(2 * i),
      0.4 + 0.1 * Math.sin(3 * i),
      0.6 + 0.2 * Math.cos(i),
    ]),
    [1, 0.6],
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
