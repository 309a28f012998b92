/**
 * The inverse of a symmetric positive definite matrix by Cholesky's factorisation.
 *
 * A Hessian without one is no Hessian of a minimum, so that is an error and not a NaN.
 */

type Matrix = readonly (readonly number[])[];

export function positiveInverse(matrix: Matrix): number[][] {
  const lower = cholesky(matrix);
  const size = matrix.length;
  return matrix.map((_, column) => {
    const x = matrix.map((_, i) => (i === column ? 1 : 0));
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < i; k++) x[i]! -= lower[i]![k]! * x[k]!;
      x[i]! /= lower[i]![i]!;
    }
    for (let i = size - 1; i >= 0; i--) {
      for (let k = i + 1; k < size; k++) x[i]! -= lower[k]![i]! * x[k]!;
      x[i]! /= lower[i]![i]!;
    }
    return x;
  });
}

/** L with L·Lᵀ = A. */
function cholesky(matrix: Matrix): number[][] {
  const lower = matrix.map((row) => row.map(() => 0));
  for (const [i, row] of matrix.entries()) {
    for (let j = 0; j <= i; j++) {
      let rest = row[j]!;
      for (let k = 0; k < j; k++) rest -= lower[i]![k]! * lower[j]![k]!;
      if (i === j && !(rest > 0)) throw new Error("not positive definite");
      lower[i]![j] = i === j ? Math.sqrt(rest) : rest / lower[j]![j]!;
    }
  }
  return lower;
}
