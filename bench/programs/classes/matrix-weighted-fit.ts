// Weighted least squares with a dense matrix class: the fitted values of a polynomial of degree four, and the leverage of
// the first observation, as functions of the weights.

import type { Program } from "../program.ts";

class Matrix {
  readonly rows: number;
  readonly cols: number;
  private data: Float64Array;

  constructor(rows: number, cols: number, entry: (i: number, j: number) => number = () => 0) {
    this.rows = rows;
    this.cols = cols;
    this.data = new Float64Array(rows * cols);
    for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) this.set(i, j, entry(i, j));
  }

  static column(values: ArrayLike<number>): Matrix {
    return new Matrix(values.length, 1, (i) => values[i]!);
  }

  get(i: number, j: number): number {
    return this.data[i * this.cols + j]!;
  }

  set(i: number, j: number, value: number): void {
    this.data[i * this.cols + j] = value;
  }

  get T(): Matrix {
    return new Matrix(this.cols, this.rows, (i, j) => this.get(j, i));
  }

  mul(other: Matrix): Matrix {
    if (this.cols !== other.rows) throw new RangeError(`${this.cols} columns times ${other.rows} rows`);
    const out = new Matrix(this.rows, other.cols);
    for (let i = 0; i < this.rows; i++) {
      for (let j = 0; j < other.cols; j++) {
        let s = 0;
        for (let k = 0; k < this.cols; k++) s += this.get(i, k) * other.get(k, j);
        out.set(i, j, s);
      }
    }
    return out;
  }

  clone(): Matrix {
    return new Matrix(this.rows, this.cols, (i, j) => this.get(i, j));
  }

  private swapRows(a: number, b: number): void {
    for (let j = 0; j < this.cols; j++) {
      const t = this.get(a, j);
      this.set(a, j, this.get(b, j));
      this.set(b, j, t);
    }
  }

  /** Gaussian elimination with partial pivoting. */
  solve(right: Matrix): Matrix {
    const a = this.clone();
    const x = right.clone();
    const n = a.rows;
    for (let k = 0; k < n; k++) {
      let p = k;
      for (let i = k + 1; i < n; i++) if (Math.abs(a.get(i, k)) > Math.abs(a.get(p, k))) p = i;
      if (p !== k) {
        a.swapRows(p, k);
        x.swapRows(p, k);
      }
      for (let i = k + 1; i < n; i++) {
        const m = a.get(i, k) / a.get(k, k);
        for (let j = k; j < n; j++) a.set(i, j, a.get(i, j) - m * a.get(k, j));
        for (let j = 0; j < x.cols; j++) x.set(i, j, x.get(i, j) - m * x.get(k, j));
      }
    }
    for (let j = 0; j < x.cols; j++) {
      for (let i = n - 1; i >= 0; i--) {
        let s = x.get(i, j);
        for (let k = i + 1; k < n; k++) s -= a.get(i, k) * x.get(k, j);
        x.set(i, j, s / a.get(i, i));
      }
    }
    return x;
  }

  toArray(): number[] {
    return Array.from(this.data);
  }
}

function weightedFit(weights: number[], times: number[], values: number[]): { fitted: number[]; leverage: number } {
  const X = new Matrix(times.length, 5, (i, j) => times[i]! ** j);
  const WX = new Matrix(times.length, 5, (i, j) => weights[i]! * X.get(i, j));
  const normal = WX.T.mul(X);
  const beta = normal.solve(WX.T.mul(Matrix.column(values)));
  const first = new Matrix(1, 5, (_, j) => X.get(0, j));
  const leverage = weights[0]! * first.mul(normal.solve(first.T)).get(0, 0);
  return { fitted: X.mul(beta).toArray(), leverage };
}

export const program: Program = {
  f: weightedFit,
  inputs: (n) => {
    const times = Array.from({ length: n }, (_, i) => -1 + (2 * i) / (n - 1));
    return [times.map((t) => 1 + 0.5 * Math.cos(4 * t)), times, times.map((t) => Math.exp(t) + 0.1 * Math.sin(40 * t))];
  },
  sizes: [12, 80],
  derivatives: ["vjp", "jvp"],
};
