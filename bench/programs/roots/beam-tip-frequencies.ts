// The lowest ways in which beams with a weight at the tip can swing: the root of a transcendental equation is bracketed by
// bisection and polished by Newton or Halley. The result is the mean square of the frequencies, by the weights.

import type { Program } from "../program.ts";

type Equation = (z: number) => { value: number; slope: number; bend: number };
type Polish = (at: number, e: ReturnType<Equation>) => number;

const polishers: { [name: string]: Polish } = {
  newton: (z, { value, slope }) => z - value / slope,
  halley: (z, { value, slope, bend }) => z - (2 * value * slope) / (2 * slope * slope - value * bend),
};

const swinging =
  (ratio: number): Equation =>
  (z) => {
    const [c, s, ch, sh] = [Math.cos(z), Math.sin(z), Math.cosh(z), Math.sinh(z)];
    return {
      value: 1 + c * ch + ratio * z * (c * sh - s * ch),
      slope: c * sh - s * ch + ratio * (c * sh - s * ch) - 2 * ratio * z * s * sh,
      bend: -2 * s * sh - 4 * ratio * s * sh - 2 * ratio * z * (c * sh + s * ch),
    };
  };

function findRoot(
  equation: Equation,
  [low, high]: [number, number],
  { polish = "newton", bisections = 5 } = {},
): number {
  const better = polishers[polish];
  if (!better) throw new Error(`no such polish: ${polish}`);
  const sign = Math.sign(equation(low).value);
  if (sign === Math.sign(equation(high).value)) throw new Error("the bracket holds no root");
  for (let k = 0; k < bisections; k++) {
    const middle = (low + high) / 2;
    if (Math.sign(equation(middle).value) === sign) low = middle;
    else high = middle;
  }
  let z = (low + high) / 2;
  let change: number;
  let rounds = 0;
  do {
    const next = better(z, equation(z));
    change = Math.abs(next - z);
    z = next;
  } while (change > 1e-12 && ++rounds < 8);
  return z;
}

function meanSquareFrequency(weights: number[], polish?: string): number {
  let sum = 0;
  for (const weight of weights) {
    const z = findRoot(swinging(weight), [0.3, 1.9], polish === undefined ? {} : { polish });
    sum += z ** 4;
  }
  return sum / weights.length;
}

export const program: Program = {
  f: meanSquareFrequency,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 0.9 + 0.7 * Math.sin(1.3 * i)), "halley"],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
