// Fraunhofer-like integral by 7–15 point Gauss–Kronrod, always halving the interval with the largest error estimate.

import type { Program } from "../program.ts";

const XGK = [
  0.9914553711208126, 0.9491079123427585, 0.8648644233597691, 0.7415311855993945, 0.5860872354676911,
  0.4058451513773972, 0.20778495500789848, 0,
];
const WGK = [
  0.022935322010529224, 0.06309209262997856, 0.10479001032225019, 0.14065325971552592, 0.1690047266392679,
  0.19035057806478542, 0.20443294007529889, 0.20948214108472782,
];
const WG = [0.1294849661688697, 0.27970539148927664, 0.3818300505051189, 0.4179591836734694];

interface Piece {
  a: number;
  b: number;
  value: number;
  error: number;
}

function kronrod(f: (x: number) => number, a: number, b: number): Piece {
  const c = (a + b) / 2;
  const h = (b - a) / 2;
  const fc = f(c);
  let k = WGK[7]! * fc;
  let g = WG[3]! * fc;
  for (let i = 0; i < 7; i++) {
    const both = f(c - h * XGK[i]!) + f(c + h * XGK[i]!);
    k += WGK[i]! * both;
    if (i & 1) g += WG[i >> 1]! * both;
  }
  return { a, b, value: k * h, error: Math.abs((k - g) * h) };
}

function integrate(f: (x: number) => number, a: number, b: number, tol: number, limit = 60): number {
  const pieces = [kronrod(f, a, b)];
  while (pieces.length < limit) {
    const total = pieces.reduce((s, p) => s + p.error, 0);
    if (total < tol) break;
    pieces.sort((p, q) => p.error - q.error);
    const worst = pieces.pop()!;
    const m = (worst.a + worst.b) / 2;
    pieces.push(kronrod(f, worst.a, m), kronrod(f, m, worst.b));
  }
  return pieces.reduce((s, p) => s + p.value, 0);
}

function amplitude(v: number[], waves: number): number {
  const [width = 1, chirp = 0, edge = 0] = v;
  return integrate(
    (x) => Math.exp(-((x / width) ** 2)) * Math.cos(chirp * x * x + waves * x) * (1 + Math.tanh(x / edge)),
    -1,
    2,
    1e-7,
  );
}

export const program: Program = {
  f: amplitude,
  inputs: (n) => [[0.9, 1.7, 0.15], n / 3],
  sizes: [12, 150],
  derivatives: ["valueAndGrad"],
};
