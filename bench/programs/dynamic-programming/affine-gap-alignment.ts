// Needleman–Wunsch score with affine gaps (Gotoh's three tables), as a function of the scoring scheme.

import type { Program } from "../program.ts";

interface Scoring {
  match: number;
  transition: number;
  transversion: number;
  gapOpen: number;
  gapExtend: number;
}

const PURINES = "AG";

function pairScore(s: Scoring, a: string, b: string): number {
  if (a === b) return s.match;
  return PURINES.includes(a) === PURINES.includes(b) ? s.transition : s.transversion;
}

function align(s: Scoring, a: string, b: string): number {
  const n = a.length;
  const m = b.length;
  const NEG = -1e6;
  const table = (): number[][] => Array.from({ length: n + 1 }, () => new Array<number>(m + 1).fill(NEG));
  const M = table();
  const X = table(); // gap in b
  const Y = table(); // gap in a
  M[0]![0] = 0;
  for (let i = 1; i <= n; i++) X[i]![0] = s.gapOpen + (i - 1) * s.gapExtend;
  for (let j = 1; j <= m; j++) Y[0]![j] = s.gapOpen + (j - 1) * s.gapExtend;
  for (let i = 1; i <= n; i++) {
    for (let j = 1; j <= m; j++) {
      const diagonal = Math.max(M[i - 1]![j - 1]!, X[i - 1]![j - 1]!, Y[i - 1]![j - 1]!);
      M[i]![j] = diagonal + pairScore(s, a.charAt(i - 1), b.charAt(j - 1));
      X[i]![j] = Math.max(M[i - 1]![j]! + s.gapOpen, X[i - 1]![j]! + s.gapExtend);
      Y[i]![j] = Math.max(M[i]![j - 1]! + s.gapOpen, Y[i]![j - 1]! + s.gapExtend);
    }
  }
  return Math.max(M[n]![m]!, X[n]![m]!, Y[n]![m]!);
}

const LETTERS = "GATTACAGCCGT";

function sequence(n: number, skip: number): string {
  let out = "";
  for (let i = 0; out.length < n; i++) if (i % 7 !== skip) out += LETTERS.charAt((i * 5) % 12);
  return out;
}

export const program: Program = {
  f: align,
  inputs: (n) => [
    { match: 1.93, transition: -0.37, transversion: -1.21, gapOpen: -2.53, gapExtend: -0.29 },
    sequence(n, 3),
    sequence(n - 1, 5),
  ],
  sizes: [12, 70],
  derivatives: ["valueAndGrad"],
};
