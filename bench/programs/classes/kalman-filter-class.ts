// A Kalman filter as a class with private state: the negative log-likelihood of positions measured by two sensors of
// different quality, as a function of the log variances.

import type { Program } from "../program.ts";

type M2 = [[number, number], [number, number]];

class KalmanFilter {
  #x: [number, number];
  #P: M2;
  #q: number;
  #logLikelihood = 0;
  static #count = 0;

  constructor(start: number, uncertainty: number, q: number) {
    this.#x = [start, 0];
    this.#P = [
      [uncertainty, 0],
      [0, uncertainty],
    ];
    this.#q = q;
    KalmanFilter.#count++;
  }

  static get count(): number {
    return KalmanFilter.#count;
  }

  get logLikelihood(): number {
    return this.#logLikelihood;
  }

  get position(): number {
    return this.#x[0];
  }

  predict(dt: number): this {
    const [x, v] = this.#x;
    this.#x = [x + dt * v, v];
    const [[a, b], [c, d]] = this.#P;
    const q = this.#q;
    this.#P = [
      [a + dt * (b + c) + dt * dt * d + (q * dt ** 3) / 3, b + dt * d + (q * dt ** 2) / 2],
      [c + dt * d + (q * dt ** 2) / 2, d + q * dt],
    ];
    return this;
  }

  observe(z: number, r: number): this {
    const [[a, b], [c, d]] = this.#P;
    const s = a + r;
    const innovation = z - this.#x[0];
    this.#score(innovation, s);
    const k0 = a / s;
    const k1 = c / s;
    this.#x = [this.#x[0] + k0 * innovation, this.#x[1] + k1 * innovation];
    this.#P = [
      [(1 - k0) * a, (1 - k0) * b],
      [c - k1 * a, d - k1 * b],
    ];
    return this;
  }

  #score(innovation: number, s: number): void {
    this.#logLikelihood -= 0.5 * (Math.log(2 * Math.PI * s) + innovation ** 2 / s);
  }
}

interface Reading {
  dt: number;
  sensor: "radar" | "camera";
  z: number;
}

function negativeLogLikelihood(logs: { drive: number; radar: number; camera: number }, tracks: Reading[][]): number {
  let total = 0;
  for (const track of tracks) {
    const filter = new KalmanFilter(track[0]!.z, 4, Math.exp(logs.drive));
    for (const { dt, sensor, z } of track) filter.predict(dt).observe(z, Math.exp(logs[sensor]));
    total -= filter.logLikelihood - 0.01 * filter.position ** 2;
  }
  return total;
}

export const program: Program = {
  f: negativeLogLikelihood,
  inputs: (n) => [
    { drive: -1, radar: 0.2, camera: -1.5 },
    [0, 1].map((track) =>
      Array.from({ length: n }, (_, i) => ({
        dt: 0.2 + 0.1 * ((i * i) % 3),
        sensor: i % 3 === 0 ? "radar" : "camera",
        z: track + 0.3 * i + Math.sin(0.4 * i) + (i % 3 === 0 ? 0.9 : 0.4) * Math.sin(11 * i * i + track),
      })),
    ),
  ],
  sizes: [12, 300],
  derivatives: ["valueAndGrad"],
};
