// Forecasts the next value of a series with a small network: layers are made by functions that draw their weights from a shared
// supply and keep them, and a model is a list of layers. Huber loss, by all weights.

import type { Program } from "../program.ts";

type Vector = number[];

interface Layer {
  label: string;
  forward: (x: Vector) => Vector;
  penalty?: () => number;
}

type Supply = (count: number, scale?: number) => Vector;

function supplyFrom(theta: Vector): Supply {
  let position = 0;
  return (count, scale = 1) => {
    if (position + count > theta.length) throw new RangeError(`out of weights after ${position}`);
    const part = theta.slice(position, position + count).map((w) => w * scale);
    position += count;
    return part;
  };
}

function dense(supply: Supply, from: number, to: number, act: (z: number) => number = (z) => z): Layer {
  const rows = Array.from({ length: to }, () => supply(from, 1 / Math.sqrt(from)));
  const bias = supply(to, 0.1);
  return {
    label: `dense ${from}x${to}`,
    forward: (x) => rows.map((row, i) => act(row.reduce((s, w, j) => s + w * x[j]!, bias[i]!))),
    penalty: () => rows.flat().reduce((s, w) => s + w * w, 0),
  };
}

function normalise(supply: Supply, size: number): Layer {
  const gain = supply(size, 0.2).map((g) => 1 + g);
  return {
    label: "normalise",
    forward: (x) => {
      const mean = x.reduce((a, b) => a + b, 0) / size;
      const centred = x.map((v) => v - mean);
      const sd = Math.sqrt(centred.reduce((s, v) => s + v * v, 0) / size + 1e-2);
      return centred.map((v, i) => (gain[i]! * v) / sd);
    },
  };
}

function residual(...inner: Layer[]): Layer {
  return {
    label: `residual(${inner.map(({ label }) => label).join(", ")})`,
    forward: (x) => inner.reduce((h, layer) => layer.forward(h), x).map((v, i) => v + x[i]!),
    penalty: () => inner.reduce((s, layer) => s + (layer.penalty?.() ?? 0), 0),
  };
}

const softplus = (z: number): number => Math.log1p(Math.exp(-Math.abs(z))) + Math.max(z, 0);

function forecastLoss(theta: Vector, series: Vector, window: number): number {
  const supply = supplyFrom(theta);
  const layers: Layer[] = [
    dense(supply, window, 5, Math.tanh),
    residual(normalise(supply, 5), dense(supply, 5, 5, softplus)),
    normalise(supply, 5),
    dense(supply, 5, 1),
  ];
  let loss = 0;
  for (let t = window; t < series.length; t++) {
    const [guess] = layers.reduce((h, { forward }) => forward(h), series.slice(t - window, t));
    const miss = Math.abs(guess! - series[t]!);
    loss += miss < 0.5 ? miss * miss : miss - 0.25;
  }
  return loss / (series.length - window) + 1e-3 * layers.reduce((s, { penalty }) => s + (penalty ? penalty() : 0), 0);
}

export const program: Program = {
  f: forecastLoss,
  inputs: (n) => [
    Array.from({ length: 5 * 4 + 5 + 5 + 30 + 5 + 6 }, (_, i) => Math.sin(5 * i + 0.7) + 0.3 * Math.cos(i * i)),
    Array.from({ length: n }, (_, t) => Math.sin(0.6 * t) + 0.3 * Math.cos(1.7 * t + 1)),
    4,
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
