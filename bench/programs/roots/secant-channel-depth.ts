// Depths of steady flow in a chain of trapezoidal channels: Manning's equation for each by the secant method, and the
// loss of head between reaches.

import type { Program } from "../program.ts";

interface Reach {
  bottom: number;
  side: number;
  slope: number;
  roughness: number;
  inflow: number;
}

function discharge({ bottom, side, slope, roughness }: Reach, depth: number): number {
  const area = (bottom + side * depth) * depth;
  const wetted = bottom + 2 * depth * Math.sqrt(1 + side * side);
  return (area / roughness) * (area / wetted) ** (2 / 3) * Math.sqrt(slope);
}

function secant(f: (x: number) => number, x0: number, x1: number, tolerance = 1e-12): number {
  let [a, b] = [x0, x1];
  let fa = f(a);
  let fb = f(b);
  for (let k = 0; k < 60 && Math.abs(b - a) > tolerance; k++) {
    if (fb === fa) break;
    const c = b - (fb * (b - a)) / (fb - fa);
    [a, b, fa] = [b, c, fb];
    fb = f(c);
  }
  return b;
}

function headLoss(reaches: Reach[]): number {
  let flow = 0;
  let before: number | undefined;
  let lost = 0;
  for (const reach of reaches) {
    flow += reach.inflow;
    const depth = secant((y) => discharge(reach, y) - flow, 1, 1.3);
    const speed = flow / ((reach.bottom + reach.side * depth) * depth);
    const head = depth + (speed * speed) / (2 * 9.81);
    if (before !== undefined) lost += (head - before) ** 2;
    before = head;
  }
  return lost;
}

export const program: Program = {
  f: headLoss,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      bottom: 4 + Math.sin(i),
      side: 1.5 + 0.3 * Math.cos(2 * i),
      slope: 1e-3 * (1 + 0.4 * Math.sin(3 * i)),
      roughness: 0.025 + 0.004 * Math.cos(i),
      inflow: i === 0 ? 9 : 0.2,
    })),
  ],
  sizes: [10, 100],
  derivatives: ["valueAndGrad"],
};
