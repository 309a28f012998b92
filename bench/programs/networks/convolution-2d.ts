// LeNet in miniature on a flat Float64Array image: 3x3 convolution, max pooling, dense layer, softmax cross entropy.

import type { Program } from "../program.ts";

interface LeNet {
  filters: Float64Array; // channels x 3 x 3
  filterBias: Float64Array;
  dense: Float64Array; // classes x (channels * pooled * pooled)
  denseBias: Float64Array;
}

function loss(net: LeNet, image: Float64Array, side: number, label: number): number {
  const channels = net.filterBias.length;
  const inner = side - 2;
  const pooled = inner >> 1;
  const features = new Float64Array(channels * pooled * pooled);

  let at = 0;
  for (let c = 0; c < channels; c++) {
    const map = new Float64Array(inner * inner);
    for (let y = 0; y < inner; y++)
      for (let x = 0; x < inner; x++) {
        let s = net.filterBias[c]!;
        for (let dy = 0; dy < 3; dy++)
          for (let dx = 0; dx < 3; dx++) s += net.filters[c * 9 + dy * 3 + dx]! * image[(y + dy) * side + x + dx]!;
        map[y * inner + x] = s > 0 ? s : 0.01 * s;
      }
    for (let y = 0; y < pooled; y++)
      for (let x = 0; x < pooled; x++) {
        const i = 2 * y * inner + 2 * x;
        features[at++] = Math.max(map[i]!, map[i + 1]!, map[i + inner]!, map[i + inner + 1]!);
      }
  }

  const classes = net.denseBias.length;
  const logits = new Float64Array(classes);
  for (let k = 0; k < classes; k++) {
    let s = net.denseBias[k]!;
    for (let i = 0; i < features.length; i++) s += net.dense[k * features.length + i]! * features[i]!;
    logits[k] = s;
  }
  let max = -Infinity;
  for (const z of logits) if (z > max) max = z;
  let sum = 0;
  for (const z of logits) sum += Math.exp(z - max);
  return max + Math.log(sum) - logits[label]!;
}

export const program: Program = {
  f: loss,
  inputs: (n) => {
    const channels = 3;
    const classes = 4;
    const pooled = (n - 2) >> 1;
    const wave = (length: number, scale: number, step: number): Float64Array =>
      Float64Array.from({ length }, (_, i) => scale * Math.sin(step * i + 0.5));
    return [
      {
        filters: wave(9 * channels, 0.5, 2.3),
        filterBias: wave(channels, 0.1, 1),
        dense: wave(classes * channels * pooled * pooled, 0.2, 3.7),
        denseBias: wave(classes, 0.1, 2),
      },
      Float64Array.from({ length: n * n }, (_, i) => Math.sin(0.37 * i) * Math.cos(0.11 * (i % n))),
      n,
      2,
    ];
  },
  sizes: [12, 48],
  derivatives: ["grad"],
};
