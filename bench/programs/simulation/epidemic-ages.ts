// An epidemic with susceptible, exposed, infectious and removed people in three age groups that mix by a contact matrix,
// a lockdown in the middle; squared relative error against reported infections.

import type { Program } from "../program.ts";

interface Disease {
  contacts: number[][];
  incubation: number;
  recovery: number;
  lockdown: number;
  seeds: number[];
}

interface Compartments {
  s: number[];
  e: number[];
  i: number[];
  r: number[];
}

const population = [200, 500, 150];

function day(c: Compartments, d: Disease, distancing: number): Compartments {
  const pressure = d.contacts.map((row) =>
    row.reduce((sum, beta, g) => sum + (distancing * beta * c.i[g]!) / population[g]!, 0),
  );
  const infected = c.s.map((s, g) => s * (1 - Math.exp(-pressure[g]!)));
  const onset = c.e.map((e) => e / d.incubation);
  const removed = c.i.map((i) => i / d.recovery);
  return {
    s: c.s.map((v, g) => v - infected[g]!),
    e: c.e.map((v, g) => v + infected[g]! - onset[g]!),
    i: c.i.map((v, g) => v + onset[g]! - removed[g]!),
    r: c.r.map((v, g) => v + removed[g]!),
  };
}

function misfit(disease: Disease, reports: (number | undefined)[]): number {
  let now: Compartments = {
    s: population.map((p, g) => p - disease.seeds[g]!),
    e: [0, 0, 0],
    i: [...disease.seeds],
    r: [0, 0, 0],
  };
  let error = 0;
  reports.forEach((reported, t) => {
    const locked = t > reports.length * 0.4 && t < reports.length * 0.7;
    now = day(now, disease, locked ? disease.lockdown : 1);
    if (reported === undefined) return;
    const infectious = now.i.reduce((a, b) => a + b);
    error += Math.log(infectious / reported) ** 2;
  });
  return error;
}

export const program: Program = {
  f: misfit,
  inputs: (n) => [
    {
      contacts: [
        [0.3, 0.1, 0.02],
        [0.1, 0.2, 0.05],
        [0.02, 0.05, 0.1],
      ],
      incubation: 4,
      recovery: 6,
      lockdown: 0.4,
      seeds: [1, 3, 0.5],
    },
    Array.from({ length: n }, (_, t) => (t % 7 > 4 ? undefined : 5 + t + 2 * Math.sin(t))),
  ],
  sizes: [12, 150],
  derivatives: ["valueAndGrad"],
};
