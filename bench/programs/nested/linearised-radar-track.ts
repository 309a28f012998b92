// An extended Kalman filter for a falling body that works with any model: the matrices of motion and measurement are the
// jacobians of the two functions. The result is minus the log likelihood of the distances, by noise, drag and start.

import { grad, jacobian } from "zeroth";
import type { Program } from "../program.ts";

type Vector = number[];
type Matrix = number[][];

interface Unknowns {
  drag: number;
  logNoise: number;
  logWobble: [number, number];
  start: [number, number];
}

const product = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((s, v, k) => s + v * b[k]![j]!, 0)));
const transpose = (a: Matrix): Matrix => a[0]!.map((_, j) => a.map((row) => row[j]!));

function filter(unknowns: Unknowns, distances: number[], dt = 0.2, aside = 1.5): number {
  const fall = ([h, v]: Vector): Vector => {
    const thin = Math.exp(-h! / 8);
    return [h! + dt * v!, v! + dt * (unknowns.drag * thin * v! * v! - 0.98)];
  };
  const sight = ([h]: Vector): number => Math.hypot(h!, aside);

  const noise = Math.exp(unknowns.logNoise);
  let state: Vector = unknowns.start;
  let spread: Matrix = [
    [0.5, 0],
    [0, 0.5],
  ];
  let cost = 0;
  for (const distance of distances) {
    const motion = jacobian(fall)(state);
    state = fall(state);
    spread = product(product(motion, spread), transpose(motion)).map((row, i) =>
      row.map((v, j) => (i === j ? v + Math.exp(unknowns.logWobble[i]!) : v)),
    );

    const look = grad(sight)(state);
    const seen = spread.map((row) => row[0]! * look[0]! + row[1]! * look[1]!);
    const variance = noise + look[0]! * seen[0]! + look[1]! * seen[1]!;
    const surprise = distance - sight(state);
    cost += 0.5 * (Math.log(variance) + (surprise * surprise) / variance);
    state = state.map((v, i) => v + (seen[i]! * surprise) / variance);
    spread = spread.map((row, i) => row.map((v, j) => v - (seen[i]! * seen[j]!) / variance));
  }
  return cost;
}

export const program: Program = {
  f: filter,
  inputs: (n) => [
    { drag: 0.08, logNoise: -3, logWobble: [-6, -5], start: [12, -1] },
    Array.from({ length: n }, (_, k) => 12.2 - 0.28 * k * Math.exp(-k / 200) * (40 / (40 + k)) + 0.1 * Math.sin(3 * k)),
  ],
  sizes: [10, 100],
  derivatives: ["valueAndGrad"],
};
