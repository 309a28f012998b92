// A GRU over a sequence of vectors, all weights in one Float64Array addressed by offsets; the result is the last hidden state.

import type { Program } from "../program.ts";

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

// Layout: for each gate (update, reset, candidate): W (h x d), U (h x h), b (h).
function gate(
  w: Float64Array,
  index: number,
  x: Float64Array,
  h: Float64Array,
  squash: (z: number) => number,
): Float64Array {
  const d = x.length;
  const n = h.length;
  const base = index * (n * d + n * n + n);
  const U = base + n * d;
  const b = U + n * n;
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let z = w[b + i]!;
    for (let j = 0; j < d; j++) z += w[base + i * d + j]! * x[j]!;
    for (let j = 0; j < n; j++) z += w[U + i * n + j]! * h[j]!;
    out[i] = squash(z);
  }
  return out;
}

export function gru(weights: Float64Array, xs: Float64Array[], size: number): Float64Array {
  let h = new Float64Array(size);
  for (const x of xs) {
    const update = gate(weights, 0, x, h, sigmoid);
    const reset = gate(weights, 1, x, h, sigmoid);
    const candidate = gate(
      weights,
      2,
      x,
      h.map((v, i) => v * reset[i]!),
      Math.tanh,
    );
    h = h.map((v, i) => (1 - update[i]!) * v + update[i]! * candidate[i]!);
  }
  return h;
}

export const program: Program = {
  f: gru,
  inputs: (n) => {
    const size = 6;
    const d = 3;
    return [
      Float64Array.from({ length: 3 * (size * d + size * size + size) }, (_, i) => 0.5 * Math.sin(7 * i + 2)),
      Array.from({ length: n }, (_, t) => Float64Array.of(Math.sin(t), Math.cos(2 * t), Math.sin(t / 3))),
      size,
    ];
  },
  sizes: [12, 150],
  derivatives: ["vjp", "jvp"],
};
