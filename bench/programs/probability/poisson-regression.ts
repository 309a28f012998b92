// Deviance of a Poisson regression of claims on exposure, age (by a spline of hinge functions) and region.

import type { Program } from "../program.ts";

interface Policy {
  claims: number;
  exposure: number;
  age: number;
  region: "north" | "south" | "coast";
}

interface Coefficients {
  intercept: number;
  age: number[];
  regions: { north: number; south: number; coast: number };
}

const knots = [25, 40, 60];

const rate = (c: Coefficients, p: Policy): number =>
  p.exposure *
  Math.exp(
    c.intercept +
      c.regions[p.region] +
      knots.map((knot, i) => (c.age[i]! * Math.max(0, p.age - knot)) / 10).reduce((a, b) => a + b, 0),
  );

export const deviance = (coefficients: Coefficients, policies: Policy[], ridge = 0.1): number => {
  const fitted = policies.map((p) => rate(coefficients, p));
  const terms = policies.map(({ claims }, i) => {
    const mu = fitted[i]!;
    return 2 * ((claims === 0 ? 0 : claims * Math.log(claims / mu)) - (claims - mu));
  });
  const { north, south, coast } = coefficients.regions;
  return terms.reduce((a, b) => a + b, 0) + ridge * (north ** 2 + south ** 2 + coast ** 2);
};

export const program: Program = {
  f: deviance,
  inputs: (n) => [
    { intercept: -1, age: [-0.2, 0.1, 0.3], regions: { north: 0.1, south: -0.2, coast: 0.3 } },
    Array.from({ length: n }, (_, i) => ({
      claims: [0, 0, 1, 0, 2, 0, 0, 1, 3][i % 9],
      exposure: 0.3 + ((i * 37) % 70) / 100,
      age: 18 + ((i * 29) % 61) + 0.5,
      region: (["north", "south", "coast"] as const)[(i + (i >> 3)) % 3],
    })),
  ],
  sizes: [12, 300],
  derivatives: ["grad", "hessian"],
};
