// Removes the echo of the far speaker from a telephone line with a normalised LMS filter that adapts sample by sample.
// The result is the power in decibels of what is left over, by the settings of the adaptation.

import type { Program } from "../program.ts";

interface Settings {
  step: number;
  leakage: number;
  floor: number;
}

function residualDecibels(settings: Settings, far: Float64Array, microphone: Float64Array, taps: number): number {
  const weights = new Float64Array(taps);
  const line = new Float64Array(taps);
  let power = 0;
  let position = 0;
  let counted = 0;

  for (let n = 0; n < far.length; n++) {
    line[position] = far[n]!;

    let echo = 0;
    let energy = settings.floor;
    for (let k = 0; k < taps; k++) {
      const x = line[(position - k + taps) % taps]!;
      echo += weights[k]! * x;
      energy += x * x;
    }

    const error = microphone[n]! - echo;
    const gain = (settings.step * error) / energy;
    for (let k = 0; k < taps; k++) {
      weights[k] = weights[k]! * (1 - settings.leakage) + gain * line[(position - k + taps) % taps]!;
    }

    position = (position + 1) % taps;
    if (n < taps) continue;
    power += error * error;
    counted++;
  }
  return (10 * Math.log(power / counted)) / Math.LN10;
}

export const program: Program = {
  f: residualDecibels,
  inputs: (n) => {
    const far = Float64Array.from({ length: 4 * n }, (_, i) => Math.sin(0.9 * i) + 0.6 * Math.cos(2.3 * i * i));
    const microphone = far.map(
      (x, i) => 0.5 * (far[i - 2] ?? 0) - 0.3 * (far[i - 3] ?? 0) + 0.1 * x + 0.05 * Math.sin(5 * i),
    );
    return [{ step: 0.6, leakage: 0.002, floor: 0.1 }, far, microphone, 6];
  },
  sizes: [12, 200],
  derivatives: ["grad", "hessian"],
};
