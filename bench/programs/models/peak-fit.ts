// Fitting a spectrum of peaks with optional shapes and default settings: peaks may be Gaussian, Lorentzian or a mix,
// with a polynomial background; a robust loss that settings choose by name.

import type { Program } from "../program.ts";

interface Peak {
  position: number;
  height: number;
  width?: number;
  mix?: number; // 0: Gaussian, 1: Lorentzian
  skew?: number;
}

interface Model {
  peaks: Peak[];
  background?: number[];
}

interface Options {
  loss?: "square" | "huber" | "cauchy";
  scale?: number;
  range?: [number, number];
  smoothness?: number;
}

function shape({ position, height, width = 0.5, mix, skew = 0 }: Peak, x: number): number {
  const u = (x - position) / (width * (1 + skew * Math.tanh(x - position)));
  const gauss = Math.exp(-Math.LN2 * u * u);
  if (mix === undefined) return height * gauss;
  return height * ((1 - mix) * gauss + mix / (1 + u * u));
}

function predict(model: Model, x: number): number {
  const base = model.background?.reduceRight((acc, c) => acc * x + c, 0) ?? 0;
  return model.peaks.reduce((sum, peak) => sum + shape(peak, x), base);
}

function penalty(r: number, kind: NonNullable<Options["loss"]>): number {
  const a = Math.abs(r);
  switch (kind) {
    case "square":
      return 0.5 * r * r;
    case "huber":
      return a <= 1 ? 0.5 * r * r : a - 0.5;
    case "cauchy":
      return Math.log1p(r * r);
  }
}

function fitLoss(model: Model, xs: number[], ys: number[], options: Options = {}): number {
  const { loss = "square", scale = 1, range, smoothness = 0 } = options;
  let total = 0;
  let used = 0;
  for (let i = 0; i < xs.length; i++) {
    const x = xs[i]!;
    if (range && (x < range[0] || x > range[1])) continue;
    total += penalty((predict(model, x) - ys[i]!) / scale, loss);
    used += 1;
  }
  if (smoothness > 0 && model.background) {
    for (const c of model.background.slice(1)) total += smoothness * c * c;
  }
  return total / used;
}

export const program: Program = {
  f: fitLoss,
  inputs: (n) => {
    const xs = Array.from({ length: n }, (_, i) => (10 * i) / n);
    return [
      {
        peaks: [
          { position: 2.1, height: 3 },
          { position: 5.3, height: 2, width: 0.8, mix: 0.4 },
          { position: 7.7, height: 1.5, width: 0.6, skew: 0.2 },
        ],
        background: [0.2, 0.05, -0.004],
      },
      xs,
      xs.map((x) => 2.7 * Math.exp(-((x - 2) ** 2) * 2) + 2.2 / (1 + (x - 5.5) ** 2) + 0.2 * Math.sin(9 * x)),
      { loss: "huber", scale: 0.3, range: [0.5, 9.4], smoothness: 0.1 },
    ];
  },
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
