// Local straight lines through scattered points with tricube weights, as in loess. The result is the generalised cross
// validation score, by the span over which points count.

import type { Program } from "../program.ts";

interface Scatter {
  xs: Float64Array;
  ys: Float64Array;
}

type Kernel = (u: number) => number;

const tricube: Kernel = (u) => {
  const a = Math.abs(u);
  return a >= 1 ? 0 : (1 - a * a * a) ** 3;
};

function fitAt(x0: number, { xs, ys }: Scatter, span: number, kernel: Kernel): [value: number, influence: number] {
  let w0 = 1e-9;
  let w1 = 0;
  let w2 = 1e-9;
  let r0 = 0;
  let r1 = 0;
  for (let i = 0; i < xs.length; i++) {
    const d = xs[i]! - x0;
    const w = kernel(d / span);
    if (w === 0) continue;
    w0 += w;
    w1 += w * d;
    w2 += w * d * d;
    r0 += w * ys[i]!;
    r1 += w * d * ys[i]!;
  }
  const det = w0 * w2 - w1 * w1;
  return [(w2 * r0 - w1 * r1) / det, (kernel(0) * w2) / det];
}

function crossValidation(span: number, data: Scatter, kernel: Kernel = tricube): number {
  const n = data.xs.length;
  let squares = 0;
  let freedom = 0;
  for (let i = 0; i < n; i++) {
    const [value, influence] = fitAt(data.xs[i]!, data, span, kernel);
    squares += (data.ys[i]! - value) ** 2;
    freedom += influence;
  }
  return squares / n / (1 - freedom / n) ** 2;
}

export const program: Program = {
  f: crossValidation,
  inputs: (n) => {
    const xs = Float64Array.from({ length: n }, (_, i) => i + 0.3 * Math.sin(5 * i));
    return [3.27, { xs, ys: xs.map((x) => Math.sin(x / 3) + 0.2 * Math.cos(7 * x)) }];
  },
  sizes: [14, 120],
  derivatives: ["valueAndGrad"],
};
