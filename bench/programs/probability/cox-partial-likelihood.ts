// Cox's negative log partial likelihood with Efron's correction for ties, plus a ridge penalty.

import type { Program } from "../program.ts";

interface Patient {
  time: number;
  event: boolean;
  covariates: number[];
}

function cox(beta: number[], patients: Patient[], penalty: number): number {
  const sorted = patients.slice().sort((a, b) => b.time - a.time);
  const risk = sorted.map((p) => Math.exp(p.covariates.reduce((s, v, j) => s + v * beta[j]!, 0)));
  let atRisk = 0;
  let logLik = 0;

  let i = 0;
  while (i < sorted.length) {
    const time = sorted[i]!.time;
    let deaths = 0;
    let dying = 0;
    for (; i < sorted.length && sorted[i]!.time === time; i++) {
      atRisk += risk[i]!;
      if (sorted[i]!.event) {
        deaths++;
        dying += risk[i]!;
        logLik += Math.log(risk[i]!);
      }
    }
    for (let d = 0; d < deaths; d++) logLik -= Math.log(atRisk - (d / deaths) * dying);
  }
  return -logLik + 0.5 * penalty * beta.reduce((s, b) => s + b * b, 0);
}

export const program: Program = {
  f: cox,
  inputs: (n) => [
    [0.4, -0.3, 0.15, 0.05],
    Array.from({ length: n }, (_, i) => ({
      time: 1 + ((i * 17) % 23),
      event: i % 4 !== 2,
      covariates: [Math.sin(i), Math.cos(3 * i), i % 2, Math.sin(8 * i + 1)],
    })),
    0.5,
  ],
  sizes: [12, 300],
  derivatives: ["grad", "hvp"],
};
