// Meta-learning with records: both the starting parameters and each part's own learning rate are learned; the inner
// gradient has the record's shape.

import { grad } from "zeroth";
import type { Program } from "../program.ts";

interface Params {
  scale: number;
  shift: { in: number; out: number };
  mix: number[];
}

interface Meta {
  start: Params;
  rates: { scale: number; shift: number; mix: number };
}

interface Example {
  x: number;
  y: number;
}

function predict(p: Params, x: number): number {
  const u = p.scale * x + p.shift.in;
  return p.mix[0]! * Math.sin(u) + p.mix[1]! * Math.exp(-u * u) + p.shift.out;
}

const loss = (p: Params, data: readonly Example[]): number =>
  data.map(({ x, y }) => (predict(p, x) - y) ** 2).reduce((a, b) => a + b, 0) / data.length;

function adapt({ start, rates }: Meta, data: readonly Example[], steps: number): Params {
  let p = start;
  const slope = grad((q: Params) => loss(q, data));
  for (let i = 0; i < steps; i++) {
    const g = slope(p);
    p = {
      scale: p.scale - rates.scale * g.scale,
      shift: { in: p.shift.in - rates.shift * g.shift.in, out: p.shift.out - rates.shift * g.shift.out },
      mix: p.mix.map((m, k) => m - rates.mix * g.mix[k]!),
    };
  }
  return p;
}

const metaLoss = (meta: Meta, tasks: Example[][]): number => {
  let sum = 0;
  tasks.forEach((examples) => {
    const seen = examples.filter((_, i) => i % 2 === 0);
    const unseen = examples.filter((_, i) => i % 2 === 1);
    sum += loss(adapt(meta, seen, 3), unseen);
  });
  return sum;
};

export const program: Program = {
  f: metaLoss,
  inputs: (n) => [
    {
      start: { scale: 1.1, shift: { in: 0.1, out: -0.2 }, mix: [0.8, 0.4] },
      rates: { scale: 0.05, shift: 0.1, mix: 0.15 },
    },
    Array.from({ length: n / 4 }, (_, t) =>
      Array.from({ length: 8 }, (_, i) => ({
        x: i / 3 - 1.2,
        y: Math.sin(i / 2 + 0.4 * t) + 0.1 * t * Math.cos(i) * (t % 2),
      })),
    ),
  ],
  sizes: [12, 60],
  derivatives: ["grad"],
};
