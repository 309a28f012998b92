/** Functions of one number: straight-line code, a loop, a third derivative. */

import { derivative, grad } from "zeroth";
import { inputs, pick, type Row } from "../row.ts";
import type { ScalarPoints } from "../row-data.ts";

const sinCos = (x: number): number => Math.sin(Math.cos(x));
const sinCosByHand = (x: number): number => -Math.cos(Math.cos(x)) * Math.sin(x);

const power = (x: number, n: number): number => {
  let r = 1;
  while (n > 0) {
    n--;
    r *= x;
  }
  return r;
};

const powerByHand = (x: number, n: number): number => {
  let r = 1;
  let slope = 0;
  while (n > 0) {
    n--;
    slope = slope * x + r;
    r *= x;
  }
  return slope;
};

const wave = (x: number): number => Math.sin(x * x) * Math.exp(-x);

const waveByHand = (x: number): number => {
  const square = x * x;
  const [s, c] = [Math.sin(square), Math.cos(square)];
  const first = 2 * x * c;
  const second = 2 * c - 4 * square * s;
  const third = -12 * x * s - 8 * x * square * c;
  return Math.exp(-x) * (third - 3 * second + 3 * first - s);
};

/** In one call of a contender, since calling one takes longer than so small a function. */
const calls = 100;

const points = inputs((k) => 0.7 + 0.1 * k);
const bases = inputs((k) => 1 + 0.0001 * (k + 1));

const sinCosGradient = grad(sinCos);
const powerGradient = grad(power);
const waveThird = derivative(wave, 3);

export const rows: readonly Row[] = [
  {
    name: "SinCos",
    derivative: "gradient",
    calls,
    data: { points, calls } satisfies ScalarPoints,
    primal: (call) => {
      let sum = 0;
      for (let i = 0; i < calls; i++) sum += sinCos(pick(points, call + i));
      return sum;
    },
    zeroth: (call) => {
      let sum = 0;
      for (let i = 0; i < calls; i++) sum += sinCosGradient(pick(points, call + i));
      return sum;
    },
    byHand: (call) => {
      let sum = 0;
      for (let i = 0; i < calls; i++) sum += sinCosByHand(pick(points, call + i));
      return sum;
    },
    byHandOverPrimal: 1.2,
    most: 1.15,
  },
  {
    name: "Loop, xⁿ by while, n = 1000",
    derivative: "gradient",
    primal: (call) => power(pick(bases, call), 1000),
    zeroth: (call) => powerGradient(pick(bases, call), 1000),
    byHand: (call) => powerByHand(pick(bases, call), 1000),
    byHandOverPrimal: 2,
    most: 1.2,
  },
  {
    name: "sin(x²)·exp(−x)",
    derivative: "third derivative",
    calls,
    data: { points, calls } satisfies ScalarPoints,
    primal: (call) => {
      let sum = 0;
      for (let i = 0; i < calls; i++) sum += wave(pick(points, call + i));
      return sum;
    },
    zeroth: (call) => {
      let sum = 0;
      for (let i = 0; i < calls; i++) sum += waveThird(pick(points, call + i));
      return sum;
    },
    byHand: (call) => {
      let sum = 0;
      for (let i = 0; i < calls; i++) sum += waveByHand(pick(points, call + i));
      return sum;
    },
    byHandOverPrimal: 1.7,
    most: 1.3,
  },
];
