// A deep stack of residual blocks sharing one recipe; every block may have a learned gate on its skip path (optional field).

import type { Program } from "../program.ts";

interface Block {
  first: number[][];
  second: number[][];
  gate?: number;
}

const mv = (M: readonly number[][], x: readonly number[]): number[] =>
  M.map((r) => r.reduce((s, m, j) => s + m * x[j]!, 0));
const elu = (x: number): number => (x > 0 ? x : Math.expm1(x));

function run(blocks: Block[], x: number[]): number[] {
  const [block, ...rest] = blocks;
  if (block === undefined) return x;
  const inside = mv(block.second, mv(block.first, x).map(elu));
  const gate = block.gate === undefined ? 1 : 1 / (1 + Math.exp(-block.gate));
  return run(
    rest,
    x.map((v, i) => gate * v + inside[i]!),
  );
}

export const program: Program = {
  f: (blocks: Block[], x: number[], target: number[]): number =>
    run(blocks, x).reduce((s, v, i) => s + (v - target[i]!) ** 2, 0),
  inputs: (n) => [
    Array.from({ length: n }, (_, b) => {
      const m = (seed: number): number[][] =>
        [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (0.8 / Math.sqrt(n)) * Math.sin(b + seed + 3 * i + 7 * j)));
      return { first: m(0), second: m(50), ...(b % 3 === 1 && { gate: 3 }) };
    }),
    [0.5, -0.3, 0.8, 0.1],
    [1, 0, -1, 0.5],
  ],
  sizes: [12, 80],
  derivatives: ["valueAndGrad"],
};
