// Frequencies of a chain of masses and springs: implicit QL on the symmetric tridiagonal dynamical matrix (without vectors).

import type { Program } from "../program.ts";

interface Chain {
  masses: number[];
  springs: number[];
}

function frequencies({ masses, springs }: Chain): number[] {
  const n = masses.length;
  const d = masses.map((m, i) => (springs[i]! + springs[i + 1]!) / m);
  const e = masses.map((m, i) => (i + 1 < n ? -springs[i + 1]! / Math.sqrt(m * masses[i + 1]!) : 0));

  for (let l = 0; l < n; l++) {
    for (let iteration = 0; iteration < 40; iteration++) {
      let m = l;
      while (m < n - 1) {
        const dd = Math.abs(d[m]!) + Math.abs(d[m + 1]!);
        if (Math.abs(e[m]!) <= 1e-14 * dd) break;
        m++;
      }
      if (m === l) break;
      let g = (d[l + 1]! - d[l]!) / (2 * e[l]!);
      let r = Math.sqrt(g * g + 1);
      g = d[m]! - d[l]! + e[l]! / (g + (g >= 0 ? r : -r));
      let s = 1;
      let c = 1;
      let p = 0;
      for (let i = m - 1; i >= l; i--) {
        const f = s * e[i]!;
        const b = c * e[i]!;
        r = Math.sqrt(f * f + g * g);
        e[i + 1] = r;
        s = f / r;
        c = g / r;
        g = d[i + 1]! - p;
        r = (d[i]! - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
      }
      d[l]! -= p;
      e[l] = g;
      e[m] = 0;
    }
  }
  return d.sort((a, b) => a - b).map((w2) => Math.sqrt(w2) / (2 * Math.PI));
}

export const program: Program = {
  f: frequencies,
  inputs: (n) => [
    {
      masses: Array.from({ length: n }, (_, i) => 1 + 0.3 * Math.sin(2 * i)),
      springs: Array.from({ length: n + 1 }, (_, i) => 5 + Math.cos(3 * i)),
    },
  ],
  sizes: [12, 50],
  derivatives: ["vjp", "jvp"],
};
