// Fitting a damped oscillation by Levenberg and Marquardt with columns of the Jacobian from jvp: the fitted frequency's
// sensitivity to the measurements.

import { jvp } from "zeroth";
import type { Program } from "../program.ts";

const model = ([amplitude, decay, frequency]: number[], t: number): number =>
  amplitude! * Math.exp(-decay! * t) * Math.cos(frequency! * t);

function solve3(a: number[][], b: number[]): number[] {
  const det = (m: number[][]): number => {
    if (m.length === 1) return m[0]![0]!;
    return m[0]!.reduce(
      (s, v, j) => s + (j % 2 === 0 ? v : -v) * det(m.slice(1).map((row) => row.filter((_, k) => k !== j))),
      0,
    );
  };
  const whole = det(a);
  return b.map((_, j) => det(a.map((row, i) => row.map((v, k) => (k === j ? b[i]! : v)))) / whole);
}

function fit(measured: number[], times: number[], guess: number[]): number[] {
  const residuals = (p: number[]): number[] => times.map((t, i) => model(p, t) - measured[i]!);
  const size = (r: number[]): number => r.reduce((s, v) => s + v * v, 0);
  let p = guess;
  let damping = 0.01;
  for (let k = 0; k < 8; k++) {
    const r = residuals(p);
    const columns = p.map((_, j) => jvp(residuals, [p], [p.map((_, i) => (i === j ? 1 : 0))])[1]);
    const normal = columns.map((a, i) =>
      columns.map((b, j) => a.reduce((s, v, m) => s + v * b[m]!, 0) * (i === j ? 1 + damping : 1)),
    );
    const step = solve3(
      normal,
      columns.map((c) => -c.reduce((s, v, m) => s + v * r[m]!, 0)),
    );
    const next = p.map((v, i) => v + step[i]!);
    if (size(residuals(next)) < size(r)) {
      p = next;
      damping /= 3;
    } else damping *= 4;
  }
  return p;
}

function frequencyError(measured: number[], times: number[], guess = [1, 0.1, 1.4]): number {
  const [amplitude, decay, frequency] = fit(measured, times, guess) as [number, number, number];
  return (frequency - 1.5) ** 2 + 0.1 * (decay - 0.1) ** 2 + 0.01 * amplitude;
}

export const program: Program = {
  f: frequencyError,
  inputs: (n) => {
    const times = Array.from({ length: n }, (_, i) => (6 * i) / n);
    return [times.map((t) => 1.2 * Math.exp(-0.15 * t) * Math.cos(1.55 * t) + 0.05 * Math.sin(9 * t)), times];
  },
  sizes: [12, 50],
  derivatives: ["valueAndGrad"],
};
