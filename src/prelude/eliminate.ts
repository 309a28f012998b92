// Solves a system of linear equations by Gaussian elimination with scaled partial pivoting: numbers are compared relative to
// the largest one of their row in the given matrix, so the units of the equations do not matter. The matrix counts as
// singular if a pivot is so small that it may be a rounding error.

import { ZerothError } from "../ir/index.ts";

/** The solution of A x = `b`; `matrix` holds the rows of A one after another. */
export function eliminate(matrix: readonly number[], b: readonly number[]): number[] {
  const n = b.length;
  const a = [...matrix];
  const x = [...b];
  const weights: number[] = b.map((_, i) => largest(matrix, i * n, n));
  for (let k = 0; k < n; k++) {
    let best = k;
    let most = 0;
    for (let i = k; i < n; i++) {
      const size = Math.abs(a[i * n + k] as number) / (weights[i] as number);
      if (size > most) {
        best = i;
        most = size;
      }
    }
    if (!(most > n * 2 ** -52)) throw singular();
    for (let j = 0; j < n; j++) {
      const upper = a[k * n + j] as number;
      a[k * n + j] = a[best * n + j] as number;
      a[best * n + j] = upper;
    }
    const [right, weight] = [x[k] as number, weights[k] as number];
    x[k] = x[best] as number;
    x[best] = right;
    weights[k] = weights[best] as number;
    weights[best] = weight;
    for (let i = k + 1; i < n; i++) {
      const factor = (a[i * n + k] as number) / (a[k * n + k] as number);
      for (let j = k + 1; j < n; j++) a[i * n + j] = (a[i * n + j] as number) - factor * (a[k * n + j] as number);
      x[i] = (x[i] as number) - factor * (x[k] as number);
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    let rest = x[k] as number;
    for (let j = k + 1; j < n; j++) rest -= (a[k * n + j] as number) * (x[j] as number);
    x[k] = rest / (a[k * n + k] as number);
  }
  if (!x.every((v) => Number.isFinite(v))) throw singular();
  return x;
}

/** The largest magnitude in a row; 1 for a row of zeros, which is never chosen as pivot. */
function largest(matrix: readonly number[], first: number, count: number): number {
  let most = 0;
  for (let i = first; i < first + count; i++) most = Math.max(most, Math.abs(matrix[i] as number));
  return most > 0 ? most : 1;
}

/** The error for linear equations, of a derivative or of a Newton step, that do not determine their solution. */
export function singular(): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message:
      "the Jacobian of an implicit function's equations is singular or not finite, so they do not say how the solution moves",
    remedy:
      "look for a double solution, for equations that say the same thing, or for a start where the Jacobian is singular",
  });
}
