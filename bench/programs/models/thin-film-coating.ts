// Thin-film optics by transfer matrices of complex entries: reflectance of a stack of layers over a band of
// wavelengths, as a function of thicknesses.

import type { Program } from "../program.ts";

type C = readonly [re: number, im: number];
type M = readonly [C, C, C, C];

const add = ([a, b]: C, [c, d]: C): C => [a + c, b + d];
const sub = ([a, b]: C, [c, d]: C): C => [a - c, b - d];
const mul = ([a, b]: C, [c, d]: C): C => [a * c - b * d, a * d + b * c];
const scale = (k: number, [a, b]: C): C => [k * a, k * b];
const abs2 = ([a, b]: C): number => a * a + b * b;

const matmul = (p: M, q: M): M => [
  add(mul(p[0], q[0]), mul(p[1], q[2])),
  add(mul(p[0], q[1]), mul(p[1], q[3])),
  add(mul(p[2], q[0]), mul(p[3], q[2])),
  add(mul(p[2], q[1]), mul(p[3], q[3])),
];

const UNIT: M = [
  [1, 0],
  [0, 0],
  [0, 0],
  [1, 0],
];

// Cauchy's dispersion formula for the materials in use
const MATERIALS: Record<string, [a: number, b: number]> = {
  MgF2: [1.371, 0.0019],
  TiO2: [2.35, 0.03],
  SiO2: [1.447, 0.0034],
};

function reflectance(thicknesses: number[], materials: string[], wavelengths: number[], substrate = 1.52): number[] {
  return wavelengths.map((w) => {
    const m = thicknesses.reduce<M>((stack, d, i) => {
      const [a, b] = MATERIALS[materials[i % materials.length]!]!;
      const index = a + b / (w * w);
      const phase = (2 * Math.PI * index * d) / w;
      const [c, s] = [Math.cos(phase), Math.sin(phase)];
      return matmul(stack, [
        [c, 0],
        [0, s / index],
        [0, s * index],
        [c, 0],
      ]);
    }, UNIT);
    const e = add(m[0], scale(substrate, m[1]));
    const h = add(m[2], scale(substrate, m[3]));
    return abs2(sub(e, h)) / abs2(add(e, h));
  });
}

export const program: Program = {
  f: reflectance,
  inputs: (n) => [
    Array.from({ length: 6 }, (_, i) => 0.08 + 0.02 * Math.sin(i)),
    ["TiO2", "SiO2", "MgF2"],
    Array.from({ length: n }, (_, i) => 0.4 + (0.3 * i) / n),
  ],
  sizes: [12, 120],
  derivatives: ["jvp", "vjp"],
};
