// The Mackey–Glass delay equation by Heun's method with a ring buffer of the past: mean square of the blood count.

import type { Program } from "../program.ts";

const RING = 64; // a power of two, longer than the delay

function meanSquare(
  p: { production: number; decay: number; shape: number; past: number },
  delaySteps: number,
  steps: number,
): number {
  const h = 0.3;
  const ring = new Float64Array(RING).fill(p.past);
  const rate = (now: number, then: number): number =>
    (p.production * then) / (1 + Math.pow(then, p.shape)) - p.decay * now;
  let x = p.past;
  let sum = 0;
  for (let n = 0; n < steps; n++) {
    const then = ring[(n - delaySteps) & (RING - 1)]!;
    const thenNext = ring[(n + 1 - delaySteps) & (RING - 1)]!;
    const k1 = rate(x, then);
    const k2 = rate(x + h * k1, thenNext);
    x += (h / 2) * (k1 + k2);
    ring[(n + 1) & (RING - 1)] = x;
    sum += x * x;
  }
  return sum / steps;
}

export const program: Program = {
  f: meanSquare,
  inputs: (n) => [{ production: 0.4, decay: 0.2, shape: 4.5, past: 0.7 }, 20, 3 * n],
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
