// A network of layer objects: an abstract layer, dense and normalising layers that extend it, and residual blocks that hold
// other layers. Parameters are taken from one flat array.

import type { Program } from "../program.ts";

class Weights {
  private used = 0;
  private readonly all: readonly number[];

  constructor(all: readonly number[]) {
    this.all = all;
  }

  take(count: number): number[] {
    const part = this.all.slice(this.used, this.used + count);
    this.used += count;
    return part;
  }
}

abstract class Layer {
  readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  abstract forward(x: number[]): number[];

  /** What the layer adds to the loss. */
  penalty(): number {
    return 0;
  }
}

class Dense extends Layer {
  protected readonly w: number[];
  protected readonly b: number[];
  protected readonly from: number;

  constructor(from: number, to: number, weights: Weights) {
    super(to);
    this.from = from;
    this.w = weights.take(from * to);
    this.b = weights.take(to);
  }

  forward(x: number[]): number[] {
    return this.b.map((b, i) => {
      let s = b;
      for (let j = 0; j < this.from; j++) s += this.w[i * this.from + j]! * x[j]!;
      return s;
    });
  }

  override penalty(): number {
    return this.w.reduce((s, w) => s + w * w, super.penalty());
  }
}

class TanhDense extends Dense {
  override forward(x: number[]): number[] {
    return super.forward(x).map(Math.tanh);
  }
}

class Normalise extends Layer {
  private readonly gain: number[];

  constructor(size: number, weights: Weights) {
    super(size);
    this.gain = weights.take(size);
  }

  forward(x: number[]): number[] {
    const mean = x.reduce((a, b) => a + b, 0) / x.length;
    const variance = x.reduce((s, v) => s + (v - mean) ** 2, 0) / x.length;
    return x.map((v, i) => (this.gain[i]! * (v - mean)) / Math.sqrt(variance + 1e-3));
  }
}

class Residual extends Layer {
  private readonly inner: Layer[];

  constructor(size: number, ...inner: Layer[]) {
    super(size);
    this.inner = inner;
  }

  forward(x: number[]): number[] {
    let h = x;
    for (const layer of this.inner) h = layer.forward(h);
    return h.map((v, i) => v + x[i]!);
  }

  override penalty(): number {
    return this.inner.map((layer) => layer.penalty()).reduce((a, b) => a + b, super.penalty());
  }
}

function loss(params: number[], width: number, xs: number[][], ys: number[]): number {
  const weights = new Weights(params);
  const layers: Layer[] = [
    new TanhDense(2, width, weights),
    new Residual(width, new Normalise(width, weights), new TanhDense(width, width, weights)),
    new Dense(width, 1, weights),
  ];
  let total = 0;
  xs.forEach((x, k) => {
    const [y] = layers.reduce((h, layer) => layer.forward(h), x);
    total += (y! - ys[k]!) ** 2;
  });
  return total / xs.length + 1e-3 * layers.reduce((s, layer) => s + layer.penalty(), 0);
}

export const program: Program = {
  f: loss,
  inputs: (n) => {
    const xs = Array.from({ length: 8 }, (_, i) => [Math.sin(3 * i), Math.cos(2 * i)]);
    const count = 3 * n + n + n * n + n + n + 1;
    return [Array.from({ length: count }, (_, i) => 0.5 * Math.sin(7 * i + 1)), n, xs, xs.map(([a, b]) => a! * b!)];
  },
  sizes: [4, 16],
  derivatives: ["grad", "hvp"],
};
