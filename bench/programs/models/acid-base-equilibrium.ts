// The pH of mixtures of weak acids and a strong base: the charge balance solved by safeguarded Newton steps in pH. The
// titration curve for growing amounts of base, as a function of concentrations and dissociation constants.

import type { Program } from "../program.ts";

interface Acid {
  total: number;
  pKs: number[];
}

const KW = 1e-14;

/** Mean charge of an acid at the given hydrogen concentration, and how it changes with it. */
function charge(acid: Acid, h: number): number {
  let weight = 1;
  let sum = 1;
  let charged = 0;
  acid.pKs.forEach((pK, i) => {
    weight *= 10 ** -pK / h;
    sum += weight;
    charged += (i + 1) * weight;
  });
  return (acid.total * charged) / sum;
}

function balance(acids: Acid[], base: number, pH: number): number {
  const h = 10 ** -pH;
  return base + h - KW / h - acids.reduce((s, a) => s + charge(a, h), 0);
}

function solvePh(acids: Acid[], base: number): number {
  let low = 0;
  let high = 14;
  let pH = 7;
  for (let k = 0; k < 60; k++) {
    const f = balance(acids, base, pH);
    if (f > 0) low = pH;
    else high = pH;
    const slope = (balance(acids, base, pH + 1e-4) - balance(acids, base, pH - 1e-4)) / 2e-4;
    let next = pH - f / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    const moved = Math.abs(next - pH);
    pH = next;
    if (moved < 1e-10) break;
  }
  return pH;
}

const titration = (acids: Acid[], bases: number[]): number[] => bases.map((b) => solvePh(acids, b));

export const program: Program = {
  f: titration,
  inputs: (n) => [
    [
      { total: 0.1, pKs: [2.15, 7.2, 12.35] },
      { total: 0.05, pKs: [4.76] },
    ],
    Array.from({ length: n / 4 }, (_, i) => 0.013 + (0.28 * i) / (n / 4)),
  ],
  sizes: [12, 120],
  derivatives: ["vjp", "jvp"],
};
