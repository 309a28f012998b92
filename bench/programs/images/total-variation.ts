// The objective of Rudin, Osher and Fatemi for denoising: isotropic total variation plus fidelity, some pixels unknown (inpainting).

import type { Program } from "../program.ts";

export function objective(u: number[][], noisy: (number | null)[][], lambda: number, epsilon = 1e-3): number {
  let variation = 0;
  let fidelity = 0;
  u.forEach((row, i) => {
    const below = u[i + 1];
    row.forEach((value, j) => {
      const right = row[j + 1];
      const dx = right === undefined ? 0 : right - value;
      const dy = below === undefined ? 0 : below[j]! - value;
      variation += Math.sqrt(dx ** 2 + dy ** 2 + epsilon ** 2);
      const seen = noisy[i]![j]!;
      if (seen !== null) fidelity += (value - seen) ** 2;
    });
  });
  return variation + (lambda / 2) * fidelity;
}

export const program: Program = {
  f: objective,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => 0.5 + 0.3 * Math.sin(i + 0.4 * j))),
    Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => ((i * 7 + j * 3) % 10 === 0 ? null : Math.sin(i * j) > 0 ? 0.9 : 0.1)),
    ),
    8,
  ],
  sizes: [12, 70],
  derivatives: ["valueAndGrad", "hvp"],
};
