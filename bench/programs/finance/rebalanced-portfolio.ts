// A portfolio that goes back to its target weights when it has drifted too far, and pays for each trade. The result is the
// mean log growth less a penalty on the depth of the drawdowns, by the target weights.

import type { Program } from "../program.ts";

interface Rules {
  band: number;
  fee?: number;
  penalty?: number;
}

function score(targets: number[], months: number[][], { band, fee = 0.002, penalty = 2 }: Rules): number {
  const total = targets.reduce((a, b) => a + b);
  const weights = targets.map((t) => t / total);
  let holdings = weights.slice();
  let peak = 1;
  let draw = 0;

  for (const returns of months) {
    holdings = holdings.map((h, i) => h * (1 + returns[i]!));
    let wealth = holdings.reduce((a, b) => a + b);
    const drift = Math.max(...holdings.map((h, i) => Math.abs(h / wealth - weights[i]!)));
    if (drift > band) {
      const traded = holdings.reduce((sum, h, i) => sum + Math.abs(h - wealth * weights[i]!), 0);
      wealth -= fee * traded;
      holdings = weights.map((w) => w * wealth);
    }
    if (wealth > peak) peak = wealth;
    else draw += (1 - wealth / peak) ** 2;
  }

  const final = holdings.reduce((a, b) => a + b);
  return Math.log(final) / months.length - (penalty * draw) / months.length;
}

export const program: Program = {
  f: score,
  inputs: (n) => [
    [0.35, 0.25, 0.2, 0.15, 0.1],
    Array.from({ length: n }, (_, m) =>
      Array.from({ length: 5 }, (_, i) => 0.006 + 0.04 * Math.sin(1.7 * m + 2.1 * i) + 0.02 * Math.cos(m * m + i)),
    ),
    { band: 0.021 },
  ],
  sizes: [12, 240],
  derivatives: ["valueAndGrad", "hvp"],
};
