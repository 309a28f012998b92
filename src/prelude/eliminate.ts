// A system of linear equations by Gaussian elimination. Rows are weighed by their largest number when a pivot is chosen,
// so the units of equations do not matter; a pivot that is nothing but rounding error means a singular matrix.

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

/** 1 for zeros, which no pivot is chosen from. */
function largest(matrix: readonly number[], first: number, count: number): number {
  let most = 0;
  for (let i = first; i < first + count; i++) most = Math.max(most, Math.abs(matrix[i] as number));
  return most > 0 ? most : 1;
}

/** The equations of an implicit function, or of a step towards it, do not determine it. */
export function singular(): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message:
      "the Jacobian of an implicit function's equations is singular or not finite, so they do not say how the solution moves",
    remedy: "look for a double solution, for equations that say the same thing, or for a start with such a Jacobian",
  });
}
