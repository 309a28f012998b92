// Work done on a driven Duffing oscillator, by the four-step Adams–Bashforth method with an Adams–Moulton corrector.

import type { Program } from "../program.ts";

interface Duffing {
  damping: number;
  linear: number;
  cubic: number;
  drive: { force: number; frequency: number };
}

// position, speed, work
type State = readonly [number, number, number];

function work(duffing: Duffing, steps: number): number {
  const h = 0.04;
  const rate = (t: number, [x, v]: State): State => {
    const push = duffing.drive.force * Math.cos(duffing.drive.frequency * t);
    return [v, push - duffing.damping * v - duffing.linear * x - duffing.cubic * x ** 3, push * v];
  };
  const combine = (y: State, terms: [number, State][]): State => {
    const out: [number, number, number] = [...y];
    for (const [c, d] of terms) for (let i = 0; i < 3; i++) out[i]! += h * c * d[i]!;
    return out;
  };

  let y: State = [0.5, 0, 0];
  const history: State[] = [];
  for (let n = 0; n < steps; n++) {
    const t = n * h;
    history.unshift(rate(t, y));
    if (history.length > 4) history.pop();
    const [d0, d1, d2, d3] = history;
    if (d1 === undefined || d2 === undefined || d3 === undefined) {
      // Start with Heun's method.
      const predicted = combine(y, [[1, d0!]]);
      y = combine(y, [
        [0.5, d0!],
        [0.5, rate(t + h, predicted)],
      ]);
      continue;
    }
    const predicted = combine(y, [
      [55 / 24, d0!],
      [-59 / 24, d1],
      [37 / 24, d2],
      [-9 / 24, d3],
    ]);
    y = combine(y, [
      [9 / 24, rate(t + h, predicted)],
      [19 / 24, d0!],
      [-5 / 24, d1],
      [1 / 24, d2],
    ]);
  }
  return y[2];
}

export const program: Program = {
  f: work,
  inputs: (n) => [{ damping: 0.2, linear: -1, cubic: 1, drive: { force: 0.6, frequency: 1.2 } }, n],
  sizes: [12, 250],
  derivatives: ["grad", "hvp"],
};
