// An epidemic with a contact rate that changes week by week, by classical Runge–Kutta on plain arrays: peak of the infected plus
// a cost of the restrictions.

import type { Program } from "../program.ts";

type Vec = number[];
type Rhs = (t: number, y: Vec) => Vec;

const axpy = (a: number, x: Vec, y: Vec): Vec => x.map((v, i) => a * v + y[i]!);

function rk4(f: Rhs, t: number, y: Vec, h: number): Vec {
  const k1 = f(t, y);
  const k2 = f(t + h / 2, axpy(h / 2, k1, y));
  const k3 = f(t + h / 2, axpy(h / 2, k2, y));
  const k4 = f(t + h, axpy(h, k3, y));
  return y.map((v, i) => v + (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!));
}

function objective(contact: Vec, recovery: number, days: number): number {
  const f: Rhs = (t, [s, i]) => {
    const week = Math.min(contact.length - 1, Math.floor(t / 7));
    const infections = contact[week]! * s! * i!;
    const recovered = recovery * i!;
    return [-infections, infections - recovered, recovered];
  };
  let y: Vec = [0.99, 0.01, 0];
  let peak = 0;
  for (let day = 0; day < days; day++) {
    y = rk4(f, day, y, 1);
    peak = Math.max(peak, y[1]!);
  }
  const effort = contact.reduce((s, c) => s + (0.5 - c) ** 2, 0);
  return peak + 0.02 * effort;
}

export const program: Program = {
  f: objective,
  inputs: (n) => [Array.from({ length: Math.ceil(n / 7) }, (_, w) => 0.35 + 0.08 * Math.sin(2 * w)), 0.12, n],
  sizes: [12, 200],
  derivatives: ["valueAndGrad", "hvp"],
};
