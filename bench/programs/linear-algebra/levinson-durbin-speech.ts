// Linear prediction of speech: autocorrelation of a windowed frame, reflection coefficients by Levinson and Durbin, and
// the log of the residual's energy with a penalty for nearly unstable predictors.

import type { Program } from "../program.ts";

function autocorrelation(x: number[], lags: number): number[] {
  const r: number[] = [];
  for (let k = 0; k <= lags; k++) {
    let s = 0;
    for (let i = k; i < x.length; i++) s += x[i]! * x[i - k]!;
    r.push(s);
  }
  return r;
}

function levinson(r: number[]): { error: number; reflections: number[] } {
  let a: number[] = [1];
  let error = r[0]! * 1.001;
  const reflections: number[] = [];
  for (let m = 1; m < r.length; m++) {
    let acc = 0;
    for (let j = 0; j < m; j++) acc += a[j]! * r[m - j]!;
    const k = -acc / error;
    const padded = [...a, 0];
    a = padded.map((v, j) => v + k * padded[m - j]!);
    error *= 1 - k * k;
    reflections.push(k);
  }
  return { error, reflections };
}

function flatness(frame: number[], order = 6): number {
  const n = frame.length;
  const hann = frame.map((x, i) => x * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / n)));
  const { error, reflections } = levinson(autocorrelation(hann, order));
  return Math.log(error / n) - 0.01 * reflections.reduce((s, k) => s + Math.log(1 - k * k), 0);
}

export const program: Program = {
  f: flatness,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => Math.sin(0.7 * i) + 0.4 * Math.sin(1.9 * i + 1) + 0.1 * Math.cos(i * i)),
  ],
  sizes: [12, 300],
  derivatives: ["valueAndGrad"],
};
