// An unscented Kalman filter that tracks a body falling through the atmosphere by its range: sigma points from a
// Cholesky factor. The result is the negative log likelihood of the ranges by the filter's settings.

import type { Program } from "../program.ts";

interface Settings {
  logNoise: number;
  logRange: number;
  drag: number;
  start: number[];
}

function cholesky(a: number[][]): number[][] {
  const l = a.map((row) => row.map(() => 0));
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j <= i; j++) {
      let s = a[i]![j]!;
      for (let k = 0; k < j; k++) s -= l[i]![k]! * l[j]![k]!;
      l[i]![j] = i === j ? Math.sqrt(s) : s / l[j]![j]!;
    }
  return l;
}

function fall([height, speed, ballistic]: number[], drag: number, dt: number): number[] {
  const resist = drag * Math.exp(-height! / 3) * speed! * Math.abs(speed!) * ballistic!;
  return [height! + dt * speed!, speed! - dt * (0.5 + resist), ballistic!];
}

const rangeOf = ([height]: number[]): number => Math.hypot(height! - 1, 3);

function surprise({ logNoise, logRange, drag, start }: Settings, ranges: number[], kappa = 0.5): number {
  const n = 3;
  let mean = start;
  let cov: number[][] = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 0.2 : 0)));
  const weights = [kappa / (n + kappa), ...new Array<number>(2 * n).fill(0.5 / (n + kappa))];
  let total = 0;
  for (const z of ranges) {
    const l = cholesky(cov);
    const columns = [0, 1, 2].map((j) => l.map((row) => Math.sqrt(n + kappa) * row[j]!));
    const points = [mean, ...[1, -1].flatMap((s) => columns.map((c) => mean.map((m, i) => m + s * c[i]!)))].map((p) =>
      fall(p, drag, 0.2),
    );
    const predicted = mean.map((_, i) => points.reduce((s, p, k) => s + weights[k]! * p[i]!, 0));
    const seen = points.map(rangeOf);
    const expected = seen.reduce((s, r, k) => s + weights[k]! * r, 0);
    const innovation = seen.reduce((s, r, k) => s + weights[k]! * (r - expected) ** 2, Math.exp(logRange));
    const cross = predicted.map((m, i) =>
      points.reduce((s, p, k) => s + weights[k]! * (p[i]! - m) * (seen[k]! - expected), 0),
    );
    cov = cov.map((row, i) =>
      row.map((_, j) => {
        const spread = points.reduce(
          (s, p, k) => s + weights[k]! * (p[i]! - predicted[i]!) * (p[j]! - predicted[j]!),
          0,
        );
        return spread - (cross[i]! * cross[j]!) / innovation + (i === j ? Math.exp(logNoise) : 0);
      }),
    );
    mean = predicted.map((m, i) => m + (cross[i]! / innovation) * (z - expected));
    total += 0.5 * (Math.log(2 * Math.PI * innovation) + (z - expected) ** 2 / innovation);
  }
  return total;
}

export const program: Program = {
  f: surprise,
  inputs: (n) => [
    { logNoise: -4, logRange: -3, drag: 0.8, start: [8, -2, 0.4] },
    Array.from({ length: n }, (_, k) => Math.hypot(7 * Math.exp(-0.06 * k), 3) + 0.1 * Math.sin(9 * k)),
  ],
  sizes: [12, 60],
  derivatives: ["grad"],
};
