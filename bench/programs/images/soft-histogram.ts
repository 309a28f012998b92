// Negative mutual information of two pictures through a joint histogram with cubic B-spline (Parzen) bins.

import type { Program } from "../program.ts";

const spline = (t: number): number => {
  const a = Math.abs(t);
  if (a < 1) return 2 / 3 - a * a + (a * a * a) / 2;
  if (a < 2) return (2 - a) ** 3 / 6;
  return 0;
};

const entropy = (p: number[]): number => p.filter((v) => v > 1e-12).reduce((h, v) => h - v * Math.log(v), 0);

export const negativeMutualInformation = (image: number[], reference: number[], bins: number): number => {
  const joint = new Array<number>(bins * bins).fill(0);
  const place = (value: number): number => 1.5 + value * (bins - 4);

  for (let i = 0; i < image.length; i++) {
    const p = place(image[i]!);
    const q = place(reference[i]!);
    const p0 = Math.floor(p) - 1;
    const q0 = Math.floor(q) - 1;
    for (let a = p0; a < p0 + 4; a++) {
      const wa = spline(p - a);
      for (let b = q0; b < q0 + 4; b++) joint[a * bins + b]! += (wa * spline(q - b)) / image.length;
    }
  }

  const rows = Array.from({ length: bins }, (_, a) => joint.slice(a * bins, (a + 1) * bins));
  const marginalA = rows.map((row) => row.reduce((s, v) => s + v, 0));
  const marginalB = rows.reduce((sums, row) => sums.map((s, b) => s + row[b]!));
  return entropy(joint) - entropy(marginalA) - entropy(marginalB);
};

export const program: Program = {
  f: negativeMutualInformation,
  inputs: (n) => [
    Array.from({ length: 4 * n }, (_, i) => 0.5 + 0.45 * Math.sin(1.7 * i)),
    Array.from({ length: 4 * n }, (_, i) => (0.5 + 0.3 * Math.sin(1.7 * i)) ** 2 + 0.1 * Math.cos(5 * i)),
    10,
  ],
  sizes: [12, 250],
  derivatives: ["grad", "hvp"],
};
