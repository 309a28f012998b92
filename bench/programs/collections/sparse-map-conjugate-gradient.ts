// Heat in a plate with holes: a sparse matrix in a map from "row,column" to the entry, solved by conjugate gradients.
// The result is the temperature of each cell.

import type { Program } from "../program.ts";

class SparseMatrix {
  private readonly entries = new Map<string, number>();

  add(i: number, j: number, value: number): void {
    const key = `${i},${j}`;
    this.entries.set(key, (this.entries.get(key) ?? 0) + value);
  }

  times(x: number[]): number[] {
    const y = x.map(() => 0);
    this.entries.forEach((value, key) => {
      const [i, j] = key.split(",").map(Number) as [number, number];
      y[i]! += value * x[j]!;
    });
    return y;
  }
}

const dot = (a: number[], b: number[]): number => a.reduce((s, ai, i) => s + ai * b[i]!, 0);

function solve(A: SparseMatrix, b: number[]): number[] {
  const x = b.map(() => 0);
  const r = [...b];
  let p = [...b];
  let rr = dot(r, r);
  for (let k = 0; k < 2 * b.length && rr > 1e-18; k++) {
    const Ap = A.times(p);
    const alpha = rr / dot(p, Ap);
    for (let i = 0; i < x.length; i++) {
      x[i]! += alpha * p[i]!;
      r[i]! -= alpha * Ap[i]!;
    }
    const next = dot(r, r);
    p = r.map((ri, i) => ri + (next / rr) * p[i]!);
    rr = next;
  }
  return x;
}

function temperatures(conductivity: number[], plate: string[], loss: number): number[] {
  const index = new Map<string, number>();
  plate.forEach((row, r) => {
    [...row].forEach((cell, c) => {
      if (cell !== ".") index.set(`${r}:${c}`, index.size);
    });
  });

  const A = new SparseMatrix();
  const b = new Array<number>(index.size).fill(0);
  for (const [key, i] of index) {
    const [r, c] = key.split(":").map(Number) as [number, number];
    A.add(i, i, loss);
    if (plate[r]![c] === "H") b[i] = 1;
    for (const neighbour of [`${r + 1}:${c}`, `${r}:${c + 1}`]) {
      const j = index.get(neighbour);
      if (j === undefined) continue;
      const k = (2 * conductivity[i]! * conductivity[j]!) / (conductivity[i]! + conductivity[j]!);
      A.add(i, i, k);
      A.add(j, j, k);
      A.add(i, j, -k);
      A.add(j, i, -k);
    }
  }
  return solve(A, b);
}

const cellAt = (r: number, c: number): string => ((r * 5 + c * 3) % 11 === 4 ? "." : r === 1 && c === 1 ? "H" : "#");

export const program: Program = {
  f: temperatures,
  inputs: (n) => {
    const cols = Math.ceil(n / 3);
    const plate = [0, 1, 2].map((r) => Array.from({ length: cols }, (_, c) => cellAt(r, c)).join(""));
    const cells = plate.join("").replaceAll(".", "").length;
    return [Array.from({ length: cells }, (_, i) => 1 + 0.4 * Math.sin(3 * i)), plate, 0.2];
  },
  sizes: [12, 48],
  derivatives: ["vjp"],
};
