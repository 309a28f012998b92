// Finds sudden changes of level in a series: keeps the chance of every time since the last change (Adams and MacKay) with a
// normal model for the level. The result is minus the log evidence of the series.

import type { Program } from "../program.ts";

interface Belief {
  chance: number;
  mean: number;
  precision: number;
}

function surprise(series: number[], hazard = 0.08, noise = 0.3): number {
  const fresh = { mean: 0, precision: 0.5 };
  let beliefs: Belief[] = [{ chance: 1, ...fresh }];
  let logEvidence = 0;

  for (const x of series) {
    const grown = beliefs.map(({ chance, mean, precision }) => {
      const variance = noise ** 2 + 1 / precision;
      const density = Math.exp((-0.5 * (x - mean) ** 2) / variance) / Math.sqrt(2 * Math.PI * variance);
      const gained = 1 / noise ** 2;
      return {
        chance: chance * density,
        mean: (precision * mean + gained * x) / (precision + gained),
        precision: precision + gained,
      };
    });
    const evidence = grown.reduce((s, b) => s + b.chance, 0);
    logEvidence += Math.log(evidence);
    beliefs = [
      { chance: hazard, ...fresh },
      ...grown.map((b) => ({ ...b, chance: ((1 - hazard) * b.chance) / evidence })),
    ];
  }
  return -logEvidence;
}

export const program: Program = {
  f: surprise,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => (Math.floor(i / 9) % 2 === 0 ? 0.5 : 1.6) + 0.3 * Math.sin(4.1 * i)),
  ],
  sizes: [13, 100],
  derivatives: ["grad", "hvp"],
};
