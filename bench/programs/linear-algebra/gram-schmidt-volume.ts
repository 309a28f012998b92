// Volume of the parallelotope spanned by some vectors, by modified Gram–Schmidt.

import type { Program } from "../program.ts";

type Vector = readonly number[];

const inner = (u: Vector, v: Vector): number => u.map((x, i) => x * v[i]!).reduce((a, b) => a + b, 0);
const scale = (c: number, u: Vector): Vector => u.map((x) => c * x);
const minus = (u: Vector, v: Vector): Vector => u.map((x, i) => x - v[i]!);

const volume = (vectors: readonly Vector[]): number =>
  vectors.reduce<{ basis: Vector[]; volume: number }>(
    ({ basis, volume }, v) => {
      const rest = basis.reduce((w, e) => minus(w, scale(inner(w, e), e)), v);
      const length = Math.sqrt(inner(rest, rest));
      return { basis: [...basis, scale(1 / length, rest)], volume: volume * length };
    },
    { basis: [], volume: 1 },
  ).volume;

export const program: Program = {
  f: volume,
  inputs: (n) => [
    Array.from({ length: n / 3 }, (_, i) =>
      Array.from({ length: n }, (_, j) => Math.sin(i * j + i + 1) / Math.sqrt(n / 2)),
    ),
  ],
  sizes: [12, 60],
  derivatives: ["grad", "hvp"],
};
