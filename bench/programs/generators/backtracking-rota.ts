// All rotas that give each shift a nurse without two shifts in a row: found by backtracking in a generator, which drops a partial
// rota as soon as it is too dear. The result is a soft minimum of the costs of all rotas.

import type { Program } from "../program.ts";

interface Wages {
  base: number[];
  night: number;
  overtime: number;
}

interface Rota {
  nurses: number[];
  cost: number;
}

function* rotas(
  wages: Wages,
  shifts: number,
  budget: number,
  partial: Rota = { nurses: [], cost: 0 },
): Generator<Rota> {
  const { nurses, cost } = partial;
  if (nurses.length === shifts) {
    yield partial;
    return;
  }
  const shift = nurses.length;
  for (let nurse = 0; nurse < wages.base.length; nurse++) {
    if (nurses[shift - 1] === nurse) continue;
    const before = nurses.filter((other) => other === nurse).length;
    const isNight = shift % 3 === 2;
    const pay = wages.base[nurse]! * (isNight ? wages.night : 1) * (1 + wages.overtime * before);
    if (cost + pay > budget * (shift + 1)) continue;
    yield* rotas(wages, shifts, budget, { nurses: [...nurses, nurse], cost: cost + pay });
  }
}

function softLeast(wages: Wages, shifts: number, budget: number): number {
  let least = Infinity;
  let sum = 0;
  let found = 0;
  for (const { cost } of rotas(wages, shifts, budget)) {
    found++;
    if (cost < least) {
      sum = sum * Math.exp(cost - least) + 1;
      least = cost;
    } else sum += Math.exp(least - cost);
  }
  if (found === 0) return NaN;
  return least - Math.log(sum / found);
}

export const program: Program = {
  f: softLeast,
  inputs: (n) => [{ base: [1.02, 1.21, 1.13, 0.95], night: 1.3, overtime: 0.15 }, n, 1.36],
  sizes: [4, 6],
  derivatives: ["grad"],
};
