// Walks down a curved valley (Rosenbrock's, of any length) by the method of Broyden, Fletcher, Goldfarb and Shanno with
// halving of too long steps. The result is the height that is reached, by the place of the start.

import type { Program } from "../program.ts";

interface Valley {
  height: (x: number[]) => number;
  slope: (x: number[]) => number[];
}

const rosenbrock = (steep: number): Valley => ({
  height: (x) => {
    let f = 0;
    for (let i = 0; i + 1 < x.length; i++) f += steep * (x[i + 1]! - x[i]! ** 2) ** 2 + (1 - x[i]!) ** 2;
    return f;
  },
  slope: (x) => {
    const g = new Array<number>(x.length).fill(0);
    for (let i = 0; i + 1 < x.length; i++) {
      const r = x[i + 1]! - x[i]! * x[i]!;
      g[i]! -= 4 * steep * r * x[i]! + 2 * (1 - x[i]!);
      g[i + 1]! += 2 * steep * r;
    }
    return g;
  },
});

const dot = (a: number[], b: number[]): number => a.reduce((s, v, i) => s + v * b[i]!, 0);

function descend(start: number[], iterations: number, steep = 5): number {
  const { height, slope } = rosenbrock(steep);
  let x = start;
  let g = slope(x);
  const inverse = x.map((_, i) => x.map((_, j) => (i === j ? 0.02 : 0)));

  for (let k = 0; k < iterations; k++) {
    const direction = inverse.map((row) => -dot(row, g));
    const downhill = dot(direction, g);
    const here = height(x);
    let step = 1;
    let trial: number[];
    do {
      trial = x.map((v, i) => v + step * direction[i]!);
      if (height(trial) <= here + 1e-4 * step * downhill) break;
      step /= 2;
    } while (step > 1e-3);

    const next = slope(trial);
    const s = trial.map((v, i) => v - x[i]!);
    const y = next.map((v, i) => v - g[i]!);
    const sy = dot(s, y);
    if (sy > 1e-10) {
      const hy = inverse.map((row) => dot(row, y));
      const scale = (1 + dot(y, hy) / sy) / sy;
      for (let i = 0; i < s.length; i++) {
        for (let j = 0; j < s.length; j++) {
          inverse[i]![j]! += scale * s[i]! * s[j]! - (hy[i]! * s[j]! + s[i]! * hy[j]!) / sy;
        }
      }
    }
    x = trial;
    g = next;
  }
  return Math.log(height(x));
}

export const program: Program = {
  f: descend,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 0.4 + 0.5 * Math.sin(1.9 * i)), 5],
  sizes: [10, 60],
  derivatives: ["grad"],
};
