// Smoothing of a picture that keeps its edges (Perona and Malik): each step flows less across strong gradients. The loss
// compares the result with a clean picture, by the picture itself.

import type { Program } from "../program.ts";

type Image = number[][];

const conduct = {
  exponential: (g: number, k: number): number => Math.exp(-((g / k) ** 2)),
  rational: (g: number, k: number): number => 1 / (1 + (g / k) ** 2),
};

interface Options {
  kappa?: number;
  rate?: number;
  kind?: keyof typeof conduct;
}

function diffuse(image: Image, { kappa = 0.4, rate = 0.2, kind = "exponential" }: Options = {}): Image {
  const g = conduct[kind];
  return image.map((row, y) =>
    row.map((centre, x) => {
      const neighbours = [image[y - 1]?.[x], image[y + 1]?.[x], row[x - 1], row[x + 1]];
      const flow = neighbours
        .filter((v) => v !== undefined)
        .map((v) => v - centre)
        .reduce((sum, d) => sum + d * g(d, kappa), 0);
      return centre + rate * flow;
    }),
  );
}

function loss(noisy: Image, clean: Image, steps = 4): number {
  let image = noisy;
  for (let k = 0; k < steps; k++) image = diffuse(image, { kind: k % 2 === 0 ? "exponential" : "rational" });
  let error = 0;
  image.forEach((row, y) => row.forEach((v, x) => (error += (v - clean[y]![x]!) ** 2)));
  return error / (image.length * image[0]!.length);
}

export const program: Program = {
  f: loss,
  inputs: (n) => {
    const side = Math.max(3, Math.round(Math.sqrt(n)));
    const clean = Array.from({ length: side }, (_, y) =>
      Array.from({ length: side }, (_, x) => (x + y > side ? 1 : 0)),
    );
    return [clean.map((row, y) => row.map((v, x) => v + 0.15 * Math.sin(13 * x + 7 * y))), clean];
  },
  sizes: [12, 400],
  derivatives: ["grad", "hvp"],
};
