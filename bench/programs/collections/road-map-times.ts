// Travel times in a network of towns: adjacency as a map of maps, Dijkstra's algorithm with a set of open towns, and the
// mean time from the capital weighted by the people in each town.

import type { Program } from "../program.ts";

interface Road {
  from: string;
  to: string;
  length: number;
}

type Graph = Map<string, Map<string, number>>;

function connect(graph: Graph, from: string, to: string, time: number): void {
  let neighbours = graph.get(from);
  if (!neighbours) {
    neighbours = new Map();
    graph.set(from, neighbours);
  }
  neighbours.set(to, Math.min(time, neighbours.get(to) ?? Infinity));
}

function shortest(graph: Graph, source: string): Map<string, number> {
  const times = new Map<string, number>([[source, 0]]);
  const open = new Set(graph.keys());
  while (open.size > 0) {
    let here: string | undefined;
    for (const town of open) {
      if (times.has(town) && (here === undefined || times.get(town)! < times.get(here)!)) here = town;
    }
    if (here === undefined) break;
    open.delete(here);
    const soFar = times.get(here)!;
    for (const [next, time] of graph.get(here)!) {
      if (soFar + time < (times.get(next) ?? Infinity)) times.set(next, soFar + time);
    }
  }
  return times;
}

function meanTime(
  speeds: { hill: number; flat: number; delay: number },
  roads: Road[],
  people: Map<string, number>,
): number {
  const graph: Graph = new Map();
  for (const { from, to, length } of roads) {
    const speed = from.startsWith("h") || to.startsWith("h") ? speeds.hill : speeds.flat;
    const time = length / speed + speeds.delay;
    connect(graph, from, to, time);
    connect(graph, to, from, from.startsWith("h") ? 0.8 * time : time);
  }
  let sum = 0;
  let all = 0;
  for (const [town, time] of shortest(graph, "f0")) {
    const count = people.get(town) ?? 1;
    sum += count * time;
    all += count;
  }
  return sum / all;
}

const nameOf = (i: number): string => `${i % 3 === 2 ? "h" : "f"}${i}`;

export const program: Program = {
  f: meanTime,
  inputs: (n) => [
    { hill: 40, flat: 75, delay: 0.05 },
    Array.from({ length: 3 * n }, (_, k) => ({
      from: nameOf(k % n),
      to: nameOf((k * k + 1) % n),
      length: 20 + 13 * Math.sin(5 * k + 1),
    })),
    new Map(Array.from({ length: n }, (_, i) => [nameOf(i), 1000 + 300 * (i % 7)])),
  ],
  sizes: [12, 60],
  derivatives: ["valueAndGrad"],
};
