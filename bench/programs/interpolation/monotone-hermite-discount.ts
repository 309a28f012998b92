// Present value of cash flows with discount factors between market pillars by monotone cubic (Fritsch–Carlson) interpolation.

import type { Program } from "../program.ts";

type Curve = (t: number) => number;

function monotoneCubic(xs: number[], ys: number[]): Curve {
  const n = xs.length;
  const hs: number[] = [];
  const slopes: number[] = [];
  for (let i = 0; i < n - 1; i++) {
    hs.push(xs[i + 1]! - xs[i]!);
    slopes.push((ys[i + 1]! - ys[i]!) / hs[i]!);
  }
  const tangents = [slopes[0]!];
  for (let i = 1; i < n - 1; i++) {
    const [a, b] = [slopes[i - 1]!, slopes[i]!];
    if (a * b <= 0) tangents.push(0);
    else {
      const w1 = 2 * hs[i]! + hs[i - 1]!;
      const w2 = hs[i]! + 2 * hs[i - 1]!;
      tangents.push((w1 + w2) / (w1 / a + w2 / b));
    }
  }
  tangents.push(slopes[n - 2]!);
  return (t) => {
    const found = xs.findIndex((x) => x > t);
    const i = found === -1 ? n - 2 : Math.max(0, found - 1);
    const s = (t - xs[i]!) / hs[i]!;
    const h00 = (1 + 2 * s) * (1 - s) ** 2;
    const h10 = s * (1 - s) ** 2;
    const h01 = s * s * (3 - 2 * s);
    const h11 = s * s * (s - 1);
    return h00 * ys[i]! + h10 * hs[i]! * tangents[i]! + h01 * ys[i + 1]! + h11 * hs[i]! * tangents[i + 1]!;
  };
}

function presentValue(zeroRates: number[], pillars: number[], flows: { time: number; amount: number }[]): number {
  const logDiscount = monotoneCubic([0, ...pillars], [0, ...zeroRates.map((r, i) => -r * pillars[i]!)]);
  return flows.map(({ time, amount }) => amount * Math.exp(logDiscount(time))).reduce((a, b) => a + b, 0);
}

export const program: Program = {
  f: presentValue,
  inputs: (n) => {
    const pillars = [0.25, 0.5, 1, 2, 3, 5, 7, 10, 20, 30];
    return [
      pillars.map((t) => 0.02 + 0.01 * Math.log1p(t)),
      pillars,
      Array.from({ length: n }, (_, i) => ({ time: (29.5 * (i + 1)) / n, amount: i === n - 1 ? 103 : 3 })),
    ];
  },
  sizes: [12, 300],
  derivatives: ["grad", "hessian"],
};
