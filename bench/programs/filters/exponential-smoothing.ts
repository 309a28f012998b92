// One-step-ahead forecast error of double exponential smoothing with a damped trend,
// the smoothing constants squeezed into (0, 1) by the logistic function.

import type { Program } from "../program.ts";

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

interface Smoothing {
  alpha: number;
  beta: number;
  phi: number;
}

export const forecastError = (raw: Smoothing, sales: readonly number[], warmUp: number = 3): number => {
  const alpha = sigmoid(raw.alpha);
  const beta = sigmoid(raw.beta);
  const phi = sigmoid(raw.phi);
  const [first = 0, second = first, ...later] = sales;

  const end = later.reduce(
    (state, y, i) => {
      const predicted = state.level + phi * state.trend;
      const level = alpha * y + (1 - alpha) * predicted;
      return {
        level,
        trend: beta * (level - state.level) + (1 - beta) * phi * state.trend,
        // Huber's loss: outliers in sales are common
        loss: state.loss + (i < warmUp ? 0 : huber(y - predicted, 1.5)),
      };
    },
    { level: second, trend: second - first, loss: 0 },
  );
  return end.loss / (later.length - warmUp);
};

function huber(e: number, delta: number): number {
  const size = Math.abs(e);
  return size <= delta ? 0.5 * e * e : delta * (size - 0.5 * delta);
}

export const program: Program = {
  f: forecastError,
  inputs: (n) => [
    { alpha: 0.2, beta: -1.1, phi: 2.2 },
    Array.from({ length: n }, (_, i) => 20 + 0.3 * i + 2 * Math.sin(i) + (i % 17 === 8 ? 7 : 0)),
  ],
  sizes: [12, 1500],
  derivatives: ["valueAndGrad", "hvp"],
};
