// A Wasserstein critic with gradient penalty: the critic's slope at points between real and generated samples, by an
// inner gradient, is pushed to length one.

import { grad } from "zeroth";
import type { Program } from "../program.ts";

interface Critic {
  hidden: number[][]; // rows: weights for x, y and the bias
  out: number[];
}

interface Point {
  x: number;
  y: number;
}

const softLeaky = (v: number): number => 0.2 * v + 0.8 * Math.log1p(Math.exp(v));

function score(c: Critic, p: Point): number {
  return c.hidden.reduce((s, [wx, wy, b], i) => s + c.out[i]! * softLeaky(wx! * p.x + wy! * p.y + b!), 0);
}

function criticLoss(c: Critic, real: Point[], fake: Point[], lambda: number): number {
  let gap = 0;
  let penalty = 0;
  for (let i = 0; i < real.length; i++) {
    const r = real[i]!;
    const f = fake[i]!;
    gap += score(c, f) - score(c, r);
    const t = (i * 0.618) % 1;
    const between: Point = { x: t * r.x + (1 - t) * f.x, y: t * r.y + (1 - t) * f.y };
    const g = grad((p: Point) => score(c, p))(between);
    penalty += (Math.hypot(g.x, g.y) - 1) ** 2;
  }
  return (gap + lambda * penalty) / real.length;
}

export const program: Program = {
  f: criticLoss,
  inputs: (n) => [
    {
      hidden: Array.from({ length: 5 }, (_, i) => [Math.sin(i + 1), Math.cos(2 * i), 0.2 * Math.sin(5 * i)]),
      out: Array.from({ length: 5 }, (_, i) => 0.6 * Math.cos(i + 0.5)),
    },
    Array.from({ length: n }, (_, i) => ({ x: Math.cos(i), y: Math.sin(i) })),
    Array.from({ length: n }, (_, i) => ({ x: 0.5 + 0.3 * Math.sin(i * i), y: 0.4 * Math.cos(3 * i) })),
    5,
  ],
  sizes: [12, 80],
  derivatives: ["grad", "hvp"],
};
