// Fill factor of a solar cell as a function of its series resistance: the current at each voltage by Halley's method,
// the largest power from a scan with a parabola through the best three.

import type { Program } from "../program.ts";

const LIGHT = 8.2;
const DARK = 2e-9;
const THERMAL = 0.0285;
const SHUNT = 40;

function current(voltage: number, series: number, guess: number): number {
  let i = guess;
  for (let k = 0; k < 30; k++) {
    const v = voltage + i * series;
    const e = DARK * Math.exp(v / THERMAL);
    const f = LIGHT - e + DARK - v / SHUNT - i;
    const d1 = (-series / THERMAL) * e - series / SHUNT - 1;
    const d2 = -((series / THERMAL) ** 2) * e;
    const step = (2 * f * d1) / (2 * d1 * d1 - f * d2);
    i -= step;
    if (Math.abs(step) < 1e-12) return i;
  }
  return i;
}

export function fillFactor(series: number, samples: number): number {
  const open = THERMAL * Math.log1p(LIGHT / DARK);
  const powers: number[] = [];
  let i = LIGHT;
  let short = 0;
  for (let k = 0; k < samples; k++) {
    const v = (open * k) / samples;
    i = current(v, series, i);
    if (k === 0) short = i;
    powers.push(v * i);
  }
  let best = 1;
  for (let k = 1; k < samples - 1; k++) if (powers[k]! > powers[best]!) best = k;
  const [l, m, r] = powers.slice(best - 1, best + 2) as [number, number, number];
  const peak = m + (r - l) ** 2 / (8 * (2 * m - l - r));
  return peak / (short * open);
}

export const program: Program = {
  f: fillFactor,
  inputs: (n) => [0.0067, n],
  sizes: [12, 120],
  derivatives: ["valueAndGrad"],
};
