/**
 * Parameters as the model sees them (a record) and as linear algebra sees them (a list of numbers).
 *
 * Gradients and Hessian-vector products mirror the record, so the same two functions serve them.
 */

import type { Parameters } from "./model.ts";

export const pack = (p: Parameters): number[] => [
  p.level,
  p.slope,
  p.a,
  p.b,
  ...p.harmonics.flatMap(({ cosine, sine }) => [cosine, sine]),
];

export function unpack(x: readonly number[]): Parameters {
  const [level = 0, slope = 0, a = 0, b = 0, ...waves] = x;
  const harmonics = Array.from({ length: waves.length / 2 }, (_, k) => ({
    cosine: waves[2 * k]!,
    sine: waves[2 * k + 1]!,
  }));
  return { level, slope, a, b, harmonics };
}

export const names = (p: Parameters): string[] => [
  "level",
  "slope",
  "a",
  "b",
  ...p.harmonics.flatMap((_, k) => [`cosine ${k + 1}`, `sine ${k + 1}`]),
];
