// Evidence lower bound of a small variational autoencoder with tied weights and fixed noise for the reparametrisation.

import type { Program } from "../program.ts";

interface Vae {
  encoder: number[][]; // hidden x pixels; its transpose decodes
  toMean: number[][];
  toLogVar: number[][];
  fromLatent: number[][];
  pixelBias: number[];
}

const linear = (W: number[][], x: number[]): number[] => W.map((row) => row.reduce((acc, w, j) => acc + w * x[j]!, 0));
const relu = (x: number[]): number[] => x.map((v) => (v > 0 ? v : 0));

function negativeElbo(vae: Vae, images: number[][], noise: number[][]): number {
  const terms = images.map((image, i) => {
    const hidden = relu(linear(vae.encoder, image));
    const mean = linear(vae.toMean, hidden);
    const logVar = linear(vae.toLogVar, hidden);
    const z = mean.map((m, k) => m + Math.exp(0.5 * logVar[k]!) * noise[i]![k]!);
    const back = relu(linear(vae.fromLatent, z));

    let reconstruction = 0;
    for (let p = 0; p < image.length; p++) {
      let logit = vae.pixelBias[p]!;
      for (let h = 0; h < back.length; h++) logit += vae.encoder[h]![p]! * back[h]!;
      // cross entropy with logits, in its stable form
      reconstruction += Math.max(logit, 0) - logit * image[p]! + Math.log1p(Math.exp(-Math.abs(logit)));
    }
    const kl = mean.reduce((s, m, k) => s + 0.5 * (m * m + Math.exp(logVar[k]!) - 1 - logVar[k]!), 0);
    return reconstruction + kl;
  });
  return terms.reduce((a, b) => a + b) / terms.length;
}

const fill = (rows: number, columns: number, size: number, seed: number): number[][] => {
  const out: number[][] = [];
  for (let i = 0; i < rows; i++) {
    out.push([]);
    for (let j = 0; j < columns; j++) out[i]!.push(size * Math.sin(seed + 13 * i + 5.3 * j));
  }
  return out;
};

export const program: Program = {
  f: negativeElbo,
  inputs: (n) => {
    const hidden = 6;
    return [
      {
        encoder: fill(hidden, n, 0.4, 1),
        toMean: fill(2, hidden, 0.5, 2),
        toLogVar: fill(2, hidden, 0.3, 3),
        fromLatent: fill(hidden, 2, 0.8, 4),
        pixelBias: fill(1, n, 0.2, 5)[0],
      },
      fill(6, n, 0.5, 6).map((row) => row.map((v) => v + 0.5)),
      fill(6, 2, 1, 7),
    ];
  },
  sizes: [12, 200],
  derivatives: ["valueAndGrad", "hvp"],
};
