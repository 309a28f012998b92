// Composite Gauss–Legendre quadrature whose nodes come from a generator, panel by panel: the energy that a lamp radiates within
// a band, as a function of its temperature and of its filter.

import type { Program } from "../program.ts";

interface Node {
  x: number;
  w: number;
}

const rule: readonly Node[] = [
  { x: -0.861136311594053, w: 0.347854845137454 },
  { x: -0.339981043584856, w: 0.652145154862546 },
  { x: 0.339981043584856, w: 0.652145154862546 },
  { x: 0.861136311594053, w: 0.347854845137454 },
];

function* panels(from: number, to: number, count: number): Generator<[number, number]> {
  for (let k = 0; k < count; k++) yield [from + ((to - from) * k) / count, from + ((to - from) * (k + 1)) / count];
}

function* nodes(from: number, to: number, count: number): Generator<Node> {
  for (const [a, b] of panels(from, to, count)) {
    const half = (b - a) / 2;
    for (const { x, w } of rule) yield { x: (a + b) / 2 + half * x, w: half * w };
  }
}

function integrate(f: (x: number) => number, from: number, to: number, count: number): number {
  let sum = 0;
  for (const { x, w } of nodes(from, to, count)) sum += w * f(x);
  return sum;
}

interface Lamp {
  temperature: number; // in 1000 K
  centre: number; // in micrometres
  width: number;
  cutoff: number;
}

function radiated(lamp: Lamp, count: number): number {
  const planck = (l: number): number => 1 / (l ** 5 * Math.expm1(14.388 / (l * lamp.temperature)));
  const filter = (l: number): number => Math.exp(-(((l - lamp.centre) / lamp.width) ** 2));
  const band = integrate((l) => planck(l) * filter(l), 0.3, lamp.cutoff, count);
  const all = integrate(planck, 0.3, 8, count);
  return band / all;
}

export const program: Program = {
  f: radiated,
  inputs: (n) => [{ temperature: 3.1, centre: 0.9, width: 0.3, cutoff: 1.6 }, n],
  sizes: [12, 250],
  derivatives: ["grad", "hessian"],
};
