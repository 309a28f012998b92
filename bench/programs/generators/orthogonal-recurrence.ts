// A gravity field as a series of Legendre polynomials, which a generator makes one after the other by their recurrence: taken as
// many as there are coefficients.

import type { Program } from "../program.ts";

function* legendre(x: number): Generator<number, never> {
  let before = 1;
  let now = x;
  yield before;
  for (let k = 1; ; k++) {
    yield now;
    [before, now] = [now, ((2 * k + 1) * x * now - k * before) / (k + 1)];
  }
}

function* powers(base: number): Generator<number, never> {
  for (let p = 1; ; p *= base) yield p;
}

/** Pairs of what two generators give, up to a number. */
function* zip<A, B>(a: Generator<A>, b: Generator<B>, count: number): Generator<[A, B]> {
  for (let k = 0; k < count; k++) yield [a.next().value as A, b.next().value as B];
}

function potential(coefficients: number[], radius: number, sine: number): number {
  let sum = 0;
  let degree = 0;
  for (const [p, power] of zip(legendre(sine), powers(1 / radius), coefficients.length)) {
    sum += coefficients[degree++]! * p * power;
  }
  return sum / radius;
}

interface Orbit {
  radius: number;
  eccentricity: number;
  tilt: number;
}

function meanPotential(orbit: Orbit, coefficients: number[]): number {
  let sum = 0;
  for (let k = 0; k < 16; k++) {
    const angle = (2 * Math.PI * k) / 16;
    const r = (orbit.radius * (1 - orbit.eccentricity ** 2)) / (1 + orbit.eccentricity * Math.cos(angle));
    sum += potential(coefficients, r, Math.sin(orbit.tilt) * Math.sin(angle + 0.3));
  }
  return sum / 16;
}

export const program: Program = {
  f: meanPotential,
  inputs: (n) => [
    { radius: 1.3, eccentricity: 0.1, tilt: 0.9 },
    Array.from({ length: n }, (_, k) => (k === 0 ? 1 : Math.sin(3 * k) / (k * k))),
  ],
  sizes: [8, 80],
  derivatives: ["grad", "hessian"],
};
