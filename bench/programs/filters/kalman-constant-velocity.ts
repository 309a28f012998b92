// Tracks an object in the plane with a constant-velocity Kalman filter written with small matrix helpers;
// the result is the prediction error likelihood as a function of the noise levels and the first state.
// Some fixes are missing (null): then the filter only predicts.

import type { Program } from "../program.ts";

type Matrix = number[][];

const mul = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((s, v, k) => s + v * b[k]![j]!, 0)));
const add = (a: Matrix, b: Matrix): Matrix => a.map((row, i) => row.map((v, j) => v + b[i]![j]!));
const sub = (a: Matrix, b: Matrix): Matrix => a.map((row, i) => row.map((v, j) => v - b[i]![j]!));
const transpose = (a: Matrix): Matrix => a[0]!.map((_, j) => a.map((row) => row[j]!));
const eye = (n: number): Matrix => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => +(i === j)));

function inverse2(m: Matrix): { inv: Matrix; det: number } {
  const [[a, b], [c, d]] = m as [[number, number], [number, number]];
  const det = a * d - b * c;
  return {
    inv: [
      [d / det, -b / det],
      [-c / det, a / det],
    ],
    det,
  };
}

interface Settings {
  start: number[];
  acceleration: number;
  fixNoise: number;
}

type Fix = [x: number, y: number] | null;

const dt = 0.5;
const F: Matrix = [
  [1, 0, dt, 0],
  [0, 1, 0, dt],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
];
const G: Matrix = [
  [dt ** 2 / 2, 0],
  [0, dt ** 2 / 2],
  [dt, 0],
  [0, dt],
];
const H: Matrix = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
];

export function trackCost(settings: Settings, fixes: Fix[]): number {
  const Q = mul(G, transpose(G)).map((row) => row.map((v) => v * settings.acceleration ** 2));
  const R = eye(2).map((row) => row.map((v) => v * settings.fixNoise ** 2));
  let x: Matrix = settings.start.map((v) => [v]);
  let P: Matrix = eye(4);
  let cost = 0;
  for (const fix of fixes) {
    x = mul(F, x);
    P = add(mul(mul(F, P), transpose(F)), Q);
    if (fix === null) continue;
    const innovation = sub([[fix[0]], [fix[1]]], mul(H, x));
    const S = add(mul(mul(H, P), transpose(H)), R);
    const { inv, det } = inverse2(S);
    const K = mul(mul(P, transpose(H)), inv);
    cost += mul(mul(transpose(innovation), inv), innovation)[0]![0]! + Math.log(det);
    x = add(x, mul(K, innovation));
    P = mul(sub(eye(4), mul(K, H)), P);
  }
  return cost / 2;
}

export const program: Program = {
  f: trackCost,
  inputs: (n) => [
    { start: [0, 0, 1, 0.5], acceleration: 0.4, fixNoise: 0.3 },
    Array.from({ length: n / 2 }, (_, i) =>
      i % 5 === 3 ? null : [0.5 * i + 0.2 * Math.sin(7 * i), 0.2 * i + Math.sin(i / 6) + 0.2 * Math.cos(9 * i)],
    ),
  ],
  sizes: [12, 120],
  derivatives: ["grad"],
};
