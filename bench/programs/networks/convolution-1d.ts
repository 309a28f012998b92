// A 1-d convolutional classifier: two strided convolutions with ReLU, global average pooling, linear read-out, logistic loss.

import type { Program } from "../program.ts";

interface Conv {
  kernels: number[][][]; // [out][in][tap]
  bias: number[];
}

interface Net {
  conv1: Conv;
  conv2: Conv;
  readout: number[];
}

function conv1d(signal: number[][], { kernels, bias }: Conv, stride: number): number[][] {
  const length = signal[0]!.length;
  const taps = kernels[0]![0]!.length;
  const pad = taps >> 1;
  return kernels.map((kernel, o) => {
    const out: number[] = [];
    for (let centre = 0; centre < length; centre += stride) {
      let sum = bias[o]!;
      for (let c = 0; c < signal.length; c++) {
        for (let k = 0; k < taps; k++) {
          const at = centre + k - pad;
          if (at < 0 || at >= length) continue;
          sum += kernel[c]![k]! * signal[c]![at]!;
        }
      }
      out.push(Math.max(0, sum));
    }
    return out;
  });
}

function classify(net: Net, signal: number[], label: 1 | -1): number {
  const h1 = conv1d([signal], net.conv1, 2);
  const h2 = conv1d(h1, net.conv2, 2);
  const pooled = h2.map((channel) => channel.reduce((a, b) => a + b, 0) / channel.length);
  const score = pooled.reduce((s, v, i) => s + v * net.readout[i]!, 0);
  return Math.log1p(Math.exp(-label * score));
}

const kernels = (out: number, channels: number, taps: number, seed: number): Conv => ({
  kernels: Array.from({ length: out }, (_, o) =>
    Array.from({ length: channels }, (_, c) =>
      Array.from({ length: taps }, (_, k) => 0.5 * Math.sin(seed + 11 * o + 5 * c + 2 * k)),
    ),
  ),
  bias: Array.from({ length: out }, (_, o) => 0.1 + 0.05 * Math.sin(o)),
});

export const program: Program = {
  f: classify,
  inputs: (n) => [
    { conv1: kernels(4, 1, 5, 0), conv2: kernels(3, 4, 3, 4), readout: [0.8, -1.1, 0.6] },
    Array.from({ length: n }, (_, i) => Math.sin(0.3 * i) + 0.3 * Math.sin(2.2 * i)),
    -1,
  ],
  sizes: [12, 300],
  derivatives: ["valueAndGrad"],
};
