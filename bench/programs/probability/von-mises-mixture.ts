// Directions of wind as a mixture of von Mises densities: Bessel's I0 by its series or its asymptotic form.

import type { Program } from "../program.ts";

interface Component {
  weight: number; // before softmax
  direction: number;
  concentration: number; // its logarithm
}

function besselI0(x: number): number {
  if (x > 12) {
    const y = 1 / (8 * x);
    return (Math.exp(x) / Math.sqrt(2 * Math.PI * x)) * (1 + y * (1 + 4.5 * y * (1 + (25 / 3) * y)));
  }
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-16 * sum; k++) {
    term *= (x * x) / (4 * k * k);
    sum += term;
  }
  return sum;
}

function negativeLogLikelihood(mix: Component[], angles: number[]): number {
  const total = mix.map(({ weight }) => Math.exp(weight)).reduce((a, b) => a + b, 0);
  const parts = mix.map(({ weight, direction, concentration }) => {
    const kappa = Math.exp(concentration);
    const scale = Math.exp(weight) / total / (2 * Math.PI * besselI0(kappa));
    return (angle: number): number => scale * Math.exp(kappa * Math.cos(angle - direction));
  });
  let sum = 0;
  for (const angle of angles) sum -= Math.log(parts.reduce((density, part) => density + part(angle), 0));
  return sum / angles.length;
}

export const program: Program = {
  f: negativeLogLikelihood,
  inputs: (n) => [
    [
      { weight: 0.2, direction: 0.4, concentration: 1 },
      { weight: -0.3, direction: 2.5, concentration: 2.8 },
      { weight: 0, direction: -1.8, concentration: 0 },
    ],
    Array.from({ length: n }, (_, i) => (i % 3) * 2.2 - 1.5 + 0.6 * Math.sin(i * i)),
  ],
  sizes: [12, 300],
  derivatives: ["grad", "hessian"],
};
