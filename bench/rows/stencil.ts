/** A stencil in place: 100 sweeps over 1,000 cells of a rod whose ends are held. */

import { grad } from "zeroth";
import { inputs, numbers, pick, type Arrays, type Numbers, type Row } from "../row.ts";

const sweeps = 100;
const k = 0.3;

const energy = (start: Numbers): number => {
  const u = start.slice();
  for (let t = 0; t < sweeps; t++) {
    for (let i = 1; i + 1 < u.length; i++) u[i]! += k * (u[i - 1]! - 2 * u[i]! + u[i + 1]!);
  }
  let total = 0;
  for (let i = 0; i < u.length; i++) total += u[i]! * u[i]!;
  return total;
};

/** Each sweep is linear, so going back stores nothing. */
const byHand = (start: Numbers): Numbers => {
  const u = start.slice();
  for (let t = 0; t < sweeps; t++) {
    for (let i = 1; i + 1 < u.length; i++) u[i]! += k * (u[i - 1]! - 2 * u[i]! + u[i + 1]!);
  }
  for (let i = 0; i < u.length; i++) u[i]! *= 2;
  for (let t = 0; t < sweeps; t++) {
    for (let i = u.length - 2; i > 0; i--) {
      const g = k * u[i]!;
      u[i - 1]! += g;
      u[i + 1]! += g;
      u[i]! -= 2 * g;
    }
  }
  return u;
};

const gradient = grad(energy);

const row = (arrays: Arrays): Row => {
  const points = inputs((call) => numbers(arrays, 1000, (i) => Math.sin(0.01 * i + call)));
  return {
    name: "In-place stencil, 100 × 1,000 cells",
    derivative: "gradient",
    arrays,
    primal: (call) => energy(pick(points, call)),
    zeroth: (call) => gradient(pick(points, call)),
    byHand: (call) => byHand(pick(points, call)),
    byHandOverPrimal: null,
    most: 1.3,
  };
};

export const rows: readonly Row[] = [row("number[]"), row("Float64Array")];
