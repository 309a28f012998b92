// The area under a concentration curve over a day: trapezoids on a stack of pieces, each split until its two
// halves agree with it.

import type { Program } from "../program.ts";

interface Dose {
  at: number;
  amount: number;
}

interface Patient {
  doses: Dose[];
  absorption: number;
  elimination: number;
}

function concentration({ doses, absorption: ka, elimination: ke }: Patient, t: number): number {
  let c = 0;
  for (const { at, amount } of doses) {
    if (t < at) continue;
    const dt = t - at;
    c += ((amount * ka) / (ka - ke)) * (Math.exp(-ke * dt) - Math.exp(-ka * dt));
  }
  return c;
}

function exposure(p: Patient, hours: number, tolerance = 1e-4): number {
  const f = (t: number): number => concentration(p, t) ** 1.2;
  const stack: [number, number, number, number, number][] = [];
  for (let h = 0; h < hours; h++) stack.push([h, h + 1, f(h + 1e-9), f(h + 1), 0]);
  let area = 0;
  while (stack.length > 0) {
    const [a, b, fa, fb, depth] = stack.pop()!;
    const m = 0.5 * (a + b);
    const fm = f(m);
    const coarse = 0.5 * (b - a) * (fa + fb);
    const fine = 0.25 * (b - a) * (fa + 2 * fm + fb);
    if (Math.abs(fine - coarse) < tolerance * (b - a) || depth > 8) area += fine + (fine - coarse) / 3;
    else stack.push([a, m, fa, fm, depth + 1], [m, b, fm, fb, depth + 1]);
  }
  return area;
}

export const program: Program = {
  f: exposure,
  inputs: (n) => [
    {
      doses: Array.from({ length: 4 }, (_, i) => ({ at: -1.3 - 2.7 * i, amount: 10 + 3 * Math.sin(i) })),
      absorption: 1.1,
      elimination: 0.2,
    },
    n,
  ],
  sizes: [10, 40],
  derivatives: ["grad"],
};
