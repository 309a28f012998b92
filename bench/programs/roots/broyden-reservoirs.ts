// Heads in a chain of pipe junctions, each with a reservoir: the flows, which go like the root of the difference in head,
// must cancel at each junction. Solved by Broyden's method. The result is the pumping power, by the pipes and reservoirs.

import type { Program } from "../program.ts";

interface Junction {
  level: number;
  supply: number;
  onward: number;
  draw?: number;
}

const flow = (conductance: number, head: number): number => (conductance * head) / (head * head + 0.04) ** 0.25;

function broyden(f: (x: number[]) => number[], start: number[], slope: number, rounds: number): number[] {
  let x = start;
  let fx = f(x);
  const inverse = start.map((_, i) => start.map((_, j) => (i === j ? slope : 0)));
  for (let round = 0; round < rounds; round++) {
    const step = inverse.map((row) => -row.reduce((s, v, j) => s + v * fx[j]!, 0));
    x = x.map((v, i) => v + step[i]!);
    const next = f(x);
    const change = next.map((v, i) => v - fx[i]!);
    fx = next;
    if (Math.max(...fx.map(Math.abs)) < 1e-11) break;

    const by = inverse.map((row) => row.reduce((s, v, j) => s + v * change[j]!, 0));
    const sb = inverse.map((_, j) => step.reduce((s, v, i) => s + v * inverse[i]![j]!, 0));
    const scale = step.reduce((s, v, i) => s + v * by[i]!, 0);
    for (let i = 0; i < step.length; i++) {
      const rest = (step[i]! - by[i]!) / scale;
      for (let j = 0; j < step.length; j++) inverse[i]![j]! += rest * sb[j]!;
    }
  }
  return x;
}

function pumpingPower(junctions: Junction[], rounds = 9): number {
  const imbalance = (heads: number[]): number[] =>
    junctions.map(({ level, supply, draw }, i) => {
      let net = flow(supply, heads[i]! - level) + (draw ?? 0.1);
      if (i > 0) net -= flow(junctions[i - 1]!.onward, heads[i - 1]! - heads[i]!);
      if (i + 1 < heads.length) net += flow(junctions[i]!.onward, heads[i]! - heads[i + 1]!);
      return net;
    });
  const heads = broyden(
    imbalance,
    junctions.map((j) => j.level),
    0.4,
    rounds,
  );
  return junctions.reduce((sum, j, i) => sum + flow(j.supply, j.level - heads[i]!) * j.level, 0);
}

export const program: Program = {
  f: pumpingPower,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      level: 4 + Math.sin(1.7 * i),
      supply: 1 + 0.3 * Math.cos(i),
      onward: 0.8 + 0.2 * Math.sin(3 * i),
      ...(i % 3 === 0 ? { draw: 0.5 } : {}),
    })),
  ],
  sizes: [10, 60],
  derivatives: ["grad"],
};
