// pH of a solution of several weak acids and a strong base: the charge balance solved by the secant method.

import type { Program } from "../program.ts";

interface Solution {
  concentrations: number[];
  pKa: number[];
  sodium: number;
}

function chargeBalance(pH: number, s: Solution): number {
  const h = Math.pow(10, -pH);
  let charge = h + s.sodium - 1e-14 / h;
  for (let i = 0; i < s.pKa.length; i++) {
    const ka = 10 ** -s.pKa[i]!;
    charge -= (s.concentrations[i]! * ka) / (ka + h);
  }
  return charge;
}

function pH(s: Solution): number {
  let x0 = 4;
  let x1 = 5;
  let f0 = chargeBalance(x0, s);
  let f1 = chargeBalance(x1, s);
  let guard = 0;
  while (Math.abs(x1 - x0) > 1e-7 && guard++ < 60) {
    let step = (-f1 * (x1 - x0)) / (f1 - f0);
    if (step > 1) step = 1;
    if (step < -1) step = -1;
    x0 = x1;
    f0 = f1;
    x1 += step;
    f1 = chargeBalance(x1, s);
  }
  return x1;
}

export const program: Program = {
  f: pH,
  inputs: (n) => [
    {
      concentrations: Array.from({ length: n }, (_, i) => (0.1 / n) * (1 + 0.5 * Math.sin(i))),
      pKa: Array.from({ length: n }, (_, i) => 4 + 3 * Math.abs(Math.sin(1.7 * i))),
      sodium: 0.045,
    },
  ],
  sizes: [12, 80],
  derivatives: ["grad"],
};
