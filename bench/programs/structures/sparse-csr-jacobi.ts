// A sparse matrix given as triplets (duplicates add up) is made into CSR with Int32Array indices, and a linear system
// is solved by damped Jacobi sweeps; the result is the solution.

import type { Program } from "../program.ts";

interface Csr {
  start: Int32Array;
  column: Int32Array;
  value: Float64Array;
}

function toCsr(n: number, rows: Int32Array, cols: Int32Array, values: Float64Array): Csr {
  const nnz = values.length;
  const start = new Int32Array(n + 1);
  for (let k = 0; k < nnz; k++) start[rows[k]! + 1]!++;
  for (let i = 0; i < n; i++) start[i + 1]! += start[i]!;
  const fill = start.slice();
  const column = new Int32Array(nnz);
  const value = new Float64Array(nnz);
  for (let k = 0; k < nnz; k++) {
    const at = fill[rows[k]!]!++;
    column[at] = cols[k]!;
    value[at] = values[k]!;
  }
  return { start, column, value };
}

function solve(values: Float64Array, rows: Int32Array, cols: Int32Array, rhs: Float64Array): Float64Array {
  const n = rhs.length;
  const { start, column, value } = toCsr(n, rows, cols, values);
  let x = new Float64Array(n);
  for (let sweep = 0; sweep < 20; sweep++) {
    const next = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      let diagonal = 0;
      let off = 0;
      for (let p = start[i]!; p < start[i + 1]!; p++) {
        const j = column[p]!;
        if (j === i) diagonal += value[p]!;
        else off += value[p]! * x[j]!;
      }
      next[i] = 0.2 * x[i]! + (0.8 * (rhs[i]! - off)) / diagonal;
    }
    x = next;
  }
  return x;
}

export const program: Program = {
  f: solve,
  inputs: (n) => {
    const rows: number[] = [];
    const cols: number[] = [];
    const values: number[] = [];
    for (let i = 0; i < n; i++) {
      rows.push(i, i, i, i);
      cols.push(i, i, (i + 1) % n, (i * 3 + 2) % n);
      values.push(2, 1 + 0.3 * Math.sin(i), -0.7 + 0.1 * Math.cos(i), 0.4 * Math.sin(2 * i));
    }
    return [
      Float64Array.from(values),
      Int32Array.from(rows),
      Int32Array.from(cols),
      Float64Array.from({ length: n }, (_, i) => Math.cos(i / 3)),
    ];
  },
  sizes: [12, 150],
  derivatives: ["vjp", "jvp"],
};
