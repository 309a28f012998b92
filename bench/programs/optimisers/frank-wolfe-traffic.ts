// Drivers spread over routes until none can gain: the equilibrium of traffic by the method of Frank and Wolfe, where all
// take the shortest route and are then blended in. The result is the hours on the road, by capacity and length of roads.

import type { Program } from "../program.ts";

interface Road {
  freeFlow: number;
  capacity: number;
}

interface Trip {
  demand: number;
  routes: number[][];
}

const delay = ({ freeFlow, capacity }: Road, flow: number): number => freeFlow * (1 + 0.15 * (flow / capacity) ** 4);

function hoursOnRoad(roads: Road[], trips: Trip[], rounds = 8): number {
  let flows = roads.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    const times = roads.map((road, r) => delay(road, flows[r]!));
    const loaded = roads.map(() => 0);
    for (const { demand, routes } of trips) {
      const [best] = routes
        .map((route) => ({ route, time: route.reduce((t, r) => t + times[r]!, 0) }))
        .sort((a, b) => a.time - b.time);
      if (!best) throw new Error("a trip without a route");
      for (const r of best.route) loaded[r]! += demand;
    }
    const blend = round === 0 ? 1 : 2 / (round + 2);
    flows = flows.map((v, r) => v + blend * (loaded[r]! - v));
  }
  return roads.reduce((sum, road, r) => sum + flows[r]! * delay(road, flows[r]!), 0);
}

export const program: Program = {
  f: hoursOnRoad,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      freeFlow: 1 + 0.4 * Math.sin(2.7 * i + 0.2),
      capacity: 2 + 0.7 * Math.cos(1.1 * i),
    })),
    Array.from({ length: n >> 1 }, (_, i) => ({
      demand: 1.2 + 0.5 * Math.sin(i),
      routes: [0, 1, 2].map((k) => Array.from({ length: 2 + k }, (_, s) => (2 * i + 3 * k + s * (k + 1)) % n)),
    })),
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
