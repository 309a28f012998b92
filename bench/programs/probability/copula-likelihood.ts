// Log-likelihood of two dependent variables: marginals by a normal and a logistic distribution, the dependence by one of
// four copulas chosen by name.

import type { Program } from "../program.ts";

type Family = "gaussian" | "clayton" | "frank" | "gumbel";

interface Joint {
  first: { mean: number; sd: number };
  second: { location: number; scale: number };
  theta: number;
}

// The complementary error function by the Chebyshev fit of Numerical Recipes, good to about 1e-7.
function normalCdf(x: number): number {
  const t = 1 / (1 + 0.5 * Math.abs(x / Math.SQRT2));
  const z = x / Math.SQRT2;
  const poly = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ].reduceRight((acc, c) => acc * t + c, 0);
  const tail = t * Math.exp(-z * z + poly);
  return z > 0 ? 1 - tail / 2 : tail / 2;
}

function normalQuantile(p: number): number {
  // starting value by the logistic approximation, then Newton
  let x = Math.log(p / (1 - p)) / 1.702;
  for (let i = 0; i < 3; i++) {
    const density = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
    x -= (normalCdf(x) - p) / density;
  }
  return x;
}

function logCopula(family: Family, theta: number, u: number, v: number): number {
  switch (family) {
    case "gaussian": {
      const rho = Math.tanh(theta);
      const a = normalQuantile(u);
      const b = normalQuantile(v);
      const k = 1 - rho * rho;
      return -0.5 * Math.log(k) - (rho * rho * (a * a + b * b) - 2 * rho * a * b) / (2 * k);
    }
    case "clayton":
      return (
        Math.log(1 + theta) - (1 + theta) * Math.log(u * v) - (2 + 1 / theta) * Math.log(u ** -theta + v ** -theta - 1)
      );
    case "frank": {
      const g = -Math.expm1(-theta);
      const d = g - Math.expm1(-theta * u) * Math.expm1(-theta * v);
      return Math.log(theta * g) - theta * (u + v) - 2 * Math.log(Math.abs(d));
    }
    case "gumbel": {
      const [a, b] = [-Math.log(u), -Math.log(v)];
      const s = (a ** theta + b ** theta) ** (1 / theta);
      return (
        -s + (theta - 1) * Math.log(a * b) - Math.log(u * v) + (1 - 2 * theta) * Math.log(s) + Math.log(s + theta - 1)
      );
    }
  }
}

export function jointLogLikelihood(j: Joint, pairs: [number, number][], family: Family): number {
  return pairs
    .map(([x, y]) => {
      const a = (x - j.first.mean) / j.first.sd;
      const b = (y - j.second.location) / j.second.scale;
      const u = normalCdf(a);
      const v = 1 / (1 + Math.exp(-b));
      const marginals = -0.5 * a * a - Math.log(j.first.sd) + Math.log(v * (1 - v)) - Math.log(j.second.scale);
      return marginals + logCopula(family, j.theta, u, v);
    })
    .reduce((s, l) => s + l, 0);
}

const families: Family[] = ["gumbel", "clayton"];

export const program: Program = {
  f: jointLogLikelihood,
  inputs: (n) => [
    { first: { mean: 0.1, sd: 1.1 }, second: { location: -0.2, scale: 0.7 }, theta: 1.8 },
    Array.from({ length: n }, (_, i) => [1.5 * Math.sin(7 * i), Math.sin(7 * i) + 0.9 * Math.sin(19 * i + 1)]),
    n === 12 ? families[0] : families[1],
  ],
  sizes: [12, 300],
  derivatives: ["grad", "hvp"],
};
