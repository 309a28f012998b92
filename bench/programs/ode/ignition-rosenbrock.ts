// Time when a reacting mixture ignites: temperature and fuel by the L-stable two-stage Rosenbrock method with adaptive steps,
// the crossing found by interpolation.

import type { Program } from "../program.ts";

interface Mixture {
  temperature: number;
  fuel: number;
  activation: number;
  cooling: number;
}

const GAMMA = 1 - Math.SQRT1_2;

function ignitionTime(m: Mixture, threshold: number, tolerance: number): number {
  const heat = 5;
  const rate = (T: number): number => Math.exp(m.activation * (1 - 1 / T));
  const rhs = (T: number, y: number): [number, number] => [heat * y * rate(T) - m.cooling * (T - 1), -y * rate(T)];
  let t = 0;
  let h = 0.01;
  let [T, y] = [m.temperature, m.fuel];
  for (let step = 0; step < 2000; step++) {
    const k = rate(T);
    const dk = (k * m.activation) / (T * T);
    // W = I - h γ J
    const g = h * GAMMA;
    const w11 = 1 - g * (heat * y * dk - m.cooling);
    const w12 = -g * heat * k;
    const w21 = g * y * dk;
    const w22 = 1 + g * k;
    const det = w11 * w22 - w12 * w21;
    const solve = (r1: number, r2: number): [number, number] => [
      (r1 * w22 - r2 * w12) / det,
      (r2 * w11 - r1 * w21) / det,
    ];
    const [a1, a2] = solve(...rhs(T, y));
    const [f1, f2] = rhs(T + h * a1, y + h * a2);
    const [b1, b2] = solve(f1 - 2 * a1, f2 - 2 * a2);
    const error = (h / 2) * Math.max(Math.abs(a1 + b1), Math.abs(a2 + b2));
    if (error > tolerance) {
      h /= 2;
      continue;
    }
    const Tn = T + h * (1.5 * a1 + 0.5 * b1);
    const yn = y + h * (1.5 * a2 + 0.5 * b2);
    if (Tn >= threshold) return t + (h * (threshold - T)) / (Tn - T);
    t += h;
    T = Tn;
    y = yn;
    if (error < tolerance / 8) h *= 2;
  }
  return t;
}

export const program: Program = {
  f: ignitionTime,
  inputs: (n) => [{ temperature: 1.02, fuel: 0.31, activation: 9.1, cooling: 0.5 }, 1.35, 0.03 / n ** 2],
  sizes: [12, 150],
  derivatives: ["grad"],
};
