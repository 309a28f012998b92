// Mahler measure of a polynomial: all complex roots at once by Durand–Kerner, then the product of those outside the unit circle.

import type { Program } from "../program.ts";

interface Complex {
  re: number;
  im: number;
}

const mul = (a: Complex, b: Complex): Complex => ({ re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re });
const sub = (a: Complex, b: Complex): Complex => ({ re: a.re - b.re, im: a.im - b.im });
const div = (a: Complex, b: Complex): Complex => {
  const d = b.re ** 2 + b.im ** 2;
  return { re: (a.re * b.re + a.im * b.im) / d, im: (a.im * b.re - a.re * b.im) / d };
};

// Roots of x^n + c[n-1] x^(n-1) + … + c[0].
function roots(c: number[], iterations: number): Complex[] {
  const n = c.length;
  const z: Complex[] = c.map((_, k) => ({
    re: 1.1 * Math.cos((2 * Math.PI * k) / n + 0.4),
    im: 1.1 * Math.sin((2 * Math.PI * k) / n + 0.4),
  }));
  for (let it = 0; it < iterations; it++) {
    let largest = 0;
    for (let k = 0; k < n; k++) {
      let value: Complex = { re: 1, im: 0 };
      for (let j = n - 1; j >= 0; j--) {
        value = mul(value, z[k]!);
        value.re += c[j]!;
      }
      const others = z.reduce<Complex>((p, w, j) => (j === k ? p : mul(p, sub(z[k]!, w))), { re: 1, im: 0 });
      const step = div(value, others);
      z[k] = sub(z[k]!, step);
      largest = Math.max(largest, Math.abs(step.re) + Math.abs(step.im));
    }
    if (largest < 1e-11) break;
  }
  return z;
}

function logMahler(coefficients: number[]): number {
  return roots(coefficients, 60)
    .map(({ re, im }) => re * re + im * im)
    .filter((r2) => r2 > 1)
    .reduce((sum, r2) => sum + 0.5 * Math.log(r2), 0);
}

export const program: Program = {
  f: logMahler,
  inputs: (n) => [Array.from({ length: n / 2 }, (_, k) => 1.2 * Math.sin(k * k + 1))],
  sizes: [12, 40],
  derivatives: ["grad"],
};
