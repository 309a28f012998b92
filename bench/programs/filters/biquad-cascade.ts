// A cascade of second-order IIR sections (direct form II transposed), as in an audio equaliser: the filtered signal
// as a function of the sections' settings (centre frequency, quality, gain).

import type { Program } from "../program.ts";

interface Band {
  kind: "peak" | "lowshelf" | "lowpass";
  frequency: number;
  q: number;
  gain: number;
}

interface Biquad {
  b: [number, number, number];
  a: [number, number];
}

const SAMPLE_RATE = 48000;

function design({ frequency, q, gain }: Band, kind: Band["kind"]): Biquad {
  const A = 10 ** (gain / 40);
  const w = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const cos = Math.cos(w);
  const alpha = Math.sin(w) / (2 * q);
  switch (kind) {
    case "peak": {
      const a0 = 1 + alpha / A;
      return {
        b: [(1 + alpha * A) / a0, (-2 * cos) / a0, (1 - alpha * A) / a0],
        a: [(-2 * cos) / a0, (1 - alpha / A) / a0],
      };
    }
    case "lowshelf": {
      const beta = 2 * Math.sqrt(A) * alpha;
      const a0 = A + 1 + (A - 1) * cos + beta;
      return {
        b: [
          (A * (A + 1 - (A - 1) * cos + beta)) / a0,
          (2 * A * (A - 1 - (A + 1) * cos)) / a0,
          (A * (A + 1 - (A - 1) * cos - beta)) / a0,
        ],
        a: [(-2 * (A - 1 + (A + 1) * cos)) / a0, (A + 1 + (A - 1) * cos - beta) / a0],
      };
    }
    case "lowpass": {
      const a0 = 1 + alpha;
      return { b: [(1 - cos) / 2 / a0, (1 - cos) / a0, (1 - cos) / 2 / a0], a: [(-2 * cos) / a0, (1 - alpha) / a0] };
    }
  }
}

function equalise(bands: Band[], signal: number[]): number[] {
  let samples = signal;
  for (const band of bands) {
    const {
      b: [b0, b1, b2],
      a: [a1, a2],
    } = design(band, band.kind);
    let z1 = 0;
    let z2 = 0;
    samples = samples.map((x) => {
      const y = b0 * x + z1;
      z1 = b1 * x - a1 * y + z2;
      z2 = b2 * x - a2 * y;
      return y;
    });
  }
  return samples;
}

export const program: Program = {
  f: equalise,
  inputs: (n) => [
    [
      { kind: "lowshelf", frequency: 200, q: 0.7, gain: 4 },
      { kind: "peak", frequency: 1000, q: 1.2, gain: -6 },
      { kind: "peak", frequency: 4000, q: 2, gain: 3 },
      { kind: "lowpass", frequency: 12000, q: 0.72, gain: 0 },
    ],
    Array.from({ length: n }, (_, i) => Math.sin(0.13 * i) + 0.4 * Math.sin(1.1 * i)),
  ],
  sizes: [12, 900],
  derivatives: ["jvp", "vjp"],
};
