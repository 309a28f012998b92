// A stack of causal convolutions with growing gaps and gates, as for speech: each layer looks twice as far back, adds to the
// signal and to the output. All weights lie in one flat array. The result is the squared error one step ahead.

import type { Program } from "../program.ts";

const CHANNELS = 3;

function nextSampleError(weights: Float64Array, signal: Float64Array, layers: number): number {
  const length = signal.length;
  let cursor = 0;
  const take = (): number => weights[cursor++]!;

  let hidden = new Float64Array(length * CHANNELS);
  for (let c = 0; c < CHANNELS; c++) {
    const w = take();
    const b = take();
    for (let t = 0; t < length; t++) hidden[t * CHANNELS + c] = w * signal[t]! + b;
  }
  const output = new Float64Array(length);

  let gap = 1;
  for (let layer = 0; layer < layers; layer++, gap *= 2) {
    const base = cursor;
    const stride = 4 * CHANNELS + 1;
    const next = new Float64Array(hidden);
    for (let t = 0; t < length; t++) {
      for (let c = 0; c < CHANNELS; c++) {
        let filter = 0;
        let gate = 0;
        let at = base + c * stride;
        for (let tap = 0; tap < 2; tap++) {
          const back = t - tap * gap;
          for (let k = 0; k < CHANNELS; k++, at += 2) {
            if (back < 0) continue;
            filter += weights[at]! * hidden[back * CHANNELS + k]!;
            gate += weights[at + 1]! * hidden[back * CHANNELS + k]!;
          }
        }
        const z = Math.tanh(filter) / (1 + Math.exp(-gate));
        next[t * CHANNELS + c]! += z;
        output[t]! += weights[at]! * z;
      }
    }
    cursor = base + CHANNELS * stride;
    hidden = next;
  }

  let error = 0;
  for (let t = 0; t + 1 < length; t++) error += (output[t]! - signal[t + 1]!) ** 2;
  return error / (length - 1);
}

export const program: Program = {
  f: nextSampleError,
  inputs: (n) => {
    const layers = 3;
    const count = 2 * CHANNELS + layers * CHANNELS * (4 * CHANNELS + 1);
    return [
      Float64Array.from({ length: count }, (_, i) => 0.4 * Math.sin(2.7 * i + 0.3)),
      Float64Array.from({ length: n }, (_, t) => Math.sin(0.8 * t) + 0.3 * Math.cos(2.1 * t)),
      layers,
    ];
  },
  sizes: [12, 200],
  derivatives: ["valueAndGrad", "hvp"],
};
