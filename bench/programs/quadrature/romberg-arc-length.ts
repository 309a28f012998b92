// Length of a closed curve given by Fourier coefficients, by Romberg integration of the speed.

import type { Program } from "../program.ts";

interface Harmonic {
  a: number;
  b: number;
}

const romberg = (f: (t: number) => number, lo: number, hi: number, levels: number, tol: number): number => {
  const rows: number[][] = [[((hi - lo) / 2) * (f(lo) + f(hi))]];
  for (let k = 1; k < levels; k++) {
    const h = (hi - lo) / 2 ** k;
    let mids = 0;
    for (let i = 1; i < 2 ** k; i += 2) mids += f(lo + i * h);
    const row = [0.5 * rows[k - 1]![0]! + h * mids];
    for (let j = 1; j <= k; j++) row.push(row[j - 1]! + (row[j - 1]! - rows[k - 1]![j - 1]!) / (4 ** j - 1));
    rows.push(row);
    if (k > 4 && Math.abs(row[k]! - rows[k - 1]![k - 1]!) < tol) break;
  }
  return rows.at(-1)!.at(-1)!;
};

function arcLength(harmonics: Harmonic[], levels: number): number {
  const speed = (t: number): number => {
    let dx = 0;
    let dy = 0;
    harmonics.forEach(({ a, b }, k) => {
      const order = k + 1;
      dx -= order * a * Math.sin(order * t);
      dy += order * b * Math.cos(order * t);
    });
    return Math.sqrt(dx * dx + dy * dy);
  };
  return romberg(speed, 0, 2 * Math.PI, levels, 1e-5);
}

export const program: Program = {
  f: arcLength,
  inputs: (n) => [Array.from({ length: n / 4 }, (_, k) => ({ a: 1 / (k + 1) ** 2 + 0.1, b: 0.8 / (k + 1) ** 2 })), 8],
  sizes: [12, 80],
  derivatives: ["valueAndGrad", "hvp"],
};
