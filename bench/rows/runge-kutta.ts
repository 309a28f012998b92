/** Runge and Kutta's method for y′ = field(t, y), where the field is a closure over two parameters: 1,000 steps. */

import { grad } from "zeroth";
import { inputs, pick, type Row } from "../row.ts";

type Field = (t: number, y: number) => number;

const steps = 1000;
const h = 0.01;

const solve = (field: Field, start: number): number => {
  let y = start;
  for (let i = 0; i < steps; i++) {
    const t = i * h;
    const k1 = field(t, y);
    const k2 = field(t + h / 2, y + (h / 2) * k1);
    const k3 = field(t + h / 2, y + (h / 2) * k2);
    const k4 = field(t + h, y + h * k3);
    y += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
};

/** Growth that is limited, and driven from outside. */
const fieldOf =
  (rate: number, drive: number): Field =>
  (t, y) =>
    rate * y * (1 - y) + drive * Math.sin(t);

const end = (rate: number, drive: number, start: number): number => solve(fieldOf(rate, drive), start);

const trajectory = new Float64Array(steps);

/** Forward with the state of each step kept; backward with its stages computed again. */
const byHand = (rate: number, drive: number, start: number): [number, number, number] => {
  let y = start;
  for (let i = 0; i < steps; i++) {
    trajectory[i] = y;
    const t = i * h;
    const first = drive * Math.sin(t);
    const middle = drive * Math.sin(t + h / 2);
    const last = drive * Math.sin(t + h);
    const k1 = rate * y * (1 - y) + first;
    const y2 = y + (h / 2) * k1;
    const k2 = rate * y2 * (1 - y2) + middle;
    const y3 = y + (h / 2) * k2;
    const k3 = rate * y3 * (1 - y3) + middle;
    const y4 = y + h * k3;
    const k4 = rate * y4 * (1 - y4) + last;
    y += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  let dRate = 0;
  let dDrive = 0;
  let g = 1;
  for (let i = steps - 1; i >= 0; i--) {
    const t = i * h;
    const s1 = Math.sin(t);
    const s2 = Math.sin(t + h / 2);
    const s4 = Math.sin(t + h);
    const y1 = trajectory[i]!;
    const y2 = y1 + (h / 2) * (rate * y1 * (1 - y1) + drive * s1);
    const y3 = y1 + (h / 2) * (rate * y2 * (1 - y2) + drive * s2);
    const y4 = y1 + h * (rate * y3 * (1 - y3) + drive * s2);
    const g4 = (h / 6) * g;
    const into4 = g4 * rate * (1 - 2 * y4);
    const g3 = (h / 3) * g + h * into4;
    const into3 = g3 * rate * (1 - 2 * y3);
    const g2 = (h / 3) * g + (h / 2) * into3;
    const into2 = g2 * rate * (1 - 2 * y2);
    const g1 = (h / 6) * g + (h / 2) * into2;
    const into1 = g1 * rate * (1 - 2 * y1);
    dRate += g1 * y1 * (1 - y1) + g2 * y2 * (1 - y2) + g3 * y3 * (1 - y3) + g4 * y4 * (1 - y4);
    dDrive += g1 * s1 + (g2 + g3) * s2 + g4 * s4;
    g += into1 + into2 + into3 + into4;
  }
  return [dRate, dDrive, g];
};

const gradient = grad(end, { argnums: [0, 1, 2] });
const starts = inputs((k) => 0.1 + 0.05 * k);

export const rows: readonly Row[] = [
  {
    name: "Runge–Kutta of a closure, 1,000 steps",
    derivative: "gradient of two captures and the start",
    primal: (call) => end(0.8, 0.3, pick(starts, call)),
    zeroth: (call) => gradient(0.8, 0.3, pick(starts, call)),
    byHand: (call) => byHand(0.8, 0.3, pick(starts, call)),
    byHandOverPrimal: null,
    most: 1.3,
  },
];
