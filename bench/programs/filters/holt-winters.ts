// Holt-Winters smoothing with additive or multiplicative seasons: sum of squared one-step errors
// in terms of smoothing constants, initial level and trend, and initial seasons.

import type { Program } from "../program.ts";

interface HoltWinters {
  alpha: number;
  beta: number;
  gamma: number;
  level: number;
  trend: number;
  seasons: number[];
}

type Mode = "additive" | "multiplicative";

function sse(params: HoltWinters, data: number[], mode: Mode): number {
  const { alpha, beta, gamma } = params;
  const seasons = [...params.seasons];
  let { level, trend } = params;
  let sum = 0;

  for (const y of data) {
    const s = seasons.shift()!;
    const base = level + trend;
    let forecast: number;
    let deseasoned: number;
    if (mode === "additive") {
      forecast = base + s;
      deseasoned = y - s;
    } else {
      forecast = base * s;
      deseasoned = y / s;
    }
    sum += (y - forecast) ** 2;

    const previous = level;
    level = alpha * deseasoned + (1 - alpha) * base;
    trend = beta * (level - previous) + (1 - beta) * trend;
    const fresh = mode === "additive" ? y - level : y / level;
    seasons.push(gamma * fresh + (1 - gamma) * s);
  }
  return sum;
}

export const program: Program = {
  f: sse,
  inputs: (n) => [
    { alpha: 0.3, beta: 0.1, gamma: 0.2, level: 30, trend: 0.4, seasons: [0.9, 1.2, 1.05, 0.85] },
    Array.from({ length: n }, (_, i) => (30 + 0.5 * i) * (1 + 0.2 * Math.sin((Math.PI / 2) * i)) + Math.sin(7 * i)),
    "multiplicative",
  ],
  sizes: [12, 4000],
  derivatives: ["grad"],
};
