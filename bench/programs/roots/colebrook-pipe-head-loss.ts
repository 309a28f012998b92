// Head loss along pipes in series; the friction factor of each from the Colebrook equation by fixed-point iteration.

import type { Program } from "../program.ts";

interface Pipe {
  diameter: number;
  length: number;
  roughness: number; // mm
  fittings?: number;
}

const VISCOSITY = 1.004e-6;
const GRAVITY = 9.81;

function frictionFactor(reynolds: number, relativeRoughness: number): number {
  if (reynolds < 2300) return 64 / reynolds;
  // x = 1 / sqrt(f)
  let x = 6;
  let previous;
  do {
    previous = x;
    x = -2 * Math.log10(relativeRoughness / 3.7 + (2.51 * x) / reynolds);
  } while (Math.abs(x - previous) > 1e-12);
  return 1 / x ** 2;
}

function headLoss(pipes: Pipe[], flow: number): number {
  let total = 0;
  for (const { diameter, length, roughness, fittings } of pipes) {
    const velocity = flow / ((Math.PI * diameter ** 2) / 4);
    const f = frictionFactor((velocity * diameter) / VISCOSITY, roughness / 1000 / diameter);
    total += ((f * length) / diameter + (fittings ?? 0)) * (velocity ** 2 / (2 * GRAVITY));
  }
  return total;
}

export const program: Program = {
  f: headLoss,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => {
      const pipe: Pipe = { diameter: 0.12 + 0.04 * Math.sin(i), length: 10 + (i % 4), roughness: 0.15 };
      if (i % 3 === 0) pipe.fittings = 0.9;
      return pipe;
    }),
    0.012,
  ],
  sizes: [12, 150],
  derivatives: ["grad"],
};
