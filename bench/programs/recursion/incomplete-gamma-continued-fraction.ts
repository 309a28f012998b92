// Upper tail of the chi-squared distribution at one number, by the continued fraction of the incomplete gamma function, from the inside.

import type { Program } from "../program.ts";

// ln Γ for half-integers, by the recurrence
function logGamma(twice: number): number {
  if (twice === 1) return 0.5 * Math.log(Math.PI);
  if (twice === 2) return 0;
  return Math.log(twice / 2 - 1) + logGamma(twice - 2);
}

function tail(chi2: number, freedom: number, terms: number): number {
  const a = freedom / 2;
  const x = chi2 / 2;
  const fraction = (k: number): number => {
    const b = x + 2 * k + 1 - a;
    return k === terms ? b : b - ((k + 1) * (k + 1 - a)) / fraction(k + 1);
  };
  return Math.exp(-x + a * Math.log(x) - logGamma(freedom)) / fraction(0);
}

export const program: Program = {
  f: tail,
  inputs: (n) => [13.7, 7, 10 * n],
  sizes: [12, 100],
  derivatives: ["grad", "hessian"],
};
