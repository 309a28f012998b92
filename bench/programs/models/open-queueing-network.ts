// An open queueing network: arrival rates from the traffic equations by fixed-point iteration, then Erlang's C formula
// at each station; the mean number of jobs in all, as a function of arrivals, speeds and routing.

import type { Program } from "../program.ts";

interface Station {
  arrivals: number;
  serviceRate: number;
}

interface Network {
  stations: Station[];
  routing: number[][];
}

function erlangC(servers: number, load: number): number {
  let b = 1; // Erlang B by recursion
  for (let k = 1; k <= servers; k++) b = (load * b) / (k + load * b);
  return b / (1 - (load / servers) * (1 - b));
}

function jobsInSystem({ stations, routing }: Network, servers: Int32Array): number {
  let flow = stations.map((s) => s.arrivals);
  for (let round = 0; round < 15; round++) {
    flow = stations.map((s, j) => s.arrivals + flow.reduce((sum, rate, i) => sum + rate * routing[i]![j]!, 0));
  }
  return stations.reduce((jobs, station, i) => {
    const c = servers[i]!;
    const load = flow[i]! / station.serviceRate;
    const utilisation = load / c;
    if (utilisation >= 1) return jobs + 1000 * utilisation;
    return jobs + load + (erlangC(c, load) * utilisation) / (1 - utilisation);
  }, 0);
}

export const program: Program = {
  f: jobsInSystem,
  inputs: (n) => {
    const size = Math.max(4, n >> 2);
    return [
      {
        stations: Array.from({ length: size }, (_, i) => ({
          arrivals: i % 3 === 0 ? 1 + 0.3 * Math.sin(i) : 0.2,
          serviceRate: 2 + 0.5 * Math.cos(i),
        })),
        routing: Array.from({ length: size }, (_, i) =>
          Array.from({ length: size }, (_, j) => (j === (i + 1) % size ? 0.4 : j === (i * 2 + 3) % size ? 0.2 : 0)),
        ),
      },
      Int32Array.from({ length: size }, (_, i) => 2 + (i % 3)),
    ];
  },
  sizes: [12, 100],
  derivatives: ["grad", "hvp"],
};
