// Soft shortest paths by Bellman–Ford sweeps between named towns: each town's distance is a soft minimum over the
// roads leading to it. The result is the soft distance to the last town.

import type { Program } from "../program.ts";

interface Road {
  from: string;
  to: string;
  length: number;
}

const FAR = 50;

function softMin(values: number[], temperature: number): number {
  const least = Math.min(...values);
  let sum = 0;
  for (const v of values) sum += Math.exp((least - v) / temperature);
  return least - temperature * Math.log(sum);
}

function softDistance(roads: Road[], towns: string[], temperature: number): number {
  const start = towns[0]!;
  let dist: Record<string, number> = Object.fromEntries(towns.map((t) => [t, t === start ? 0 : FAR]));
  for (let sweep = 0; sweep < 6; sweep++) {
    const offers: Record<string, number[]> = {};
    for (const { from, to, length } of roads) (offers[to] ??= []).push(dist[from]! + length);
    const next = { ...dist };
    for (const town of towns) {
      const into = offers[town];
      if (town !== start && into !== undefined) next[town] = softMin(into, temperature);
    }
    dist = next;
  }
  return dist[towns[towns.length - 1]!]!;
}

export const program: Program = {
  f: softDistance,
  inputs: (n) => {
    const towns = Array.from({ length: n }, (_, i) => `town${i}`);
    const roads: Road[] = [];
    for (let i = 0; i < n; i++) {
      for (const hop of [1, 3, Math.ceil(n / 4)]) {
        const to = towns[i + hop];
        if (to) roads.push({ from: towns[i]!, to, length: hop ** 0.8 + 0.4 * Math.sin(i * 2.1 + hop) });
      }
    }
    return [roads, towns, 0.5];
  },
  sizes: [12, 60],
  derivatives: ["grad", "hvp"],
};
