/**
 * Linear least squares by Householder's QR factorisation.
 *
 * Normal equations would square the condition number, and several NIST problems cannot spare the digits. Columns
 * are first scaled to length one, since parameters differ by many orders of magnitude.
 */

export interface Factorisation {
  /** Minimises |A·x − b|. */
  readonly solve: (b: readonly number[]) => number[];
  /** The diagonal of (AᵀA)⁻¹. */
  readonly inverseGramDiagonal: () => number[];
}

export function householder(matrix: readonly (readonly number[])[]): Factorisation {
  const height = matrix.length;
  const width = matrix[0]?.length ?? 0;
  const scales = columnLengths(matrix).map((length) => (length > 0 ? length : 1));
  // Columns, not rows: every loop below runs down a column.
  const columns = scales.map((scale, j) => matrix.map((row) => row[j]! / scale));
  const diagonal: number[] = [];

  // Column k becomes the mirror vector of step k below its diagonal, and R above it.
  for (let k = 0; k < width; k++) {
    const v = columns[k]!;
    let squares = 0;
    for (let i = k; i < height; i++) squares += v[i]! ** 2;
    const length = v[k]! > 0 ? -Math.sqrt(squares) : Math.sqrt(squares);
    diagonal.push(length);
    v[k] = v[k]! - length;
    for (let j = k + 1; j < width; j++) reflect(v, k, columns[j]!);
  }

  const backSubstitute = (b: readonly number[]): number[] => {
    const x = b.slice(0, width);
    for (let k = width - 1; k >= 0; k--) {
      for (let j = k + 1; j < width; j++) x[k] = x[k]! - columns[j]![k]! * x[j]!;
      x[k] = x[k]! / diagonal[k]!;
    }
    return x;
  };

  return {
    solve(b) {
      const rotated = [...b];
      columns.forEach((v, k) => reflect(v, k, rotated));
      return backSubstitute(rotated).map((x, j) => x / scales[j]!);
    },
    // (AᵀA)⁻¹ = R⁻¹R⁻ᵀ: its diagonal holds the squared lengths of the rows of R⁻¹.
    inverseGramDiagonal() {
      const inverse = scales.map((_, k) => backSubstitute(scales.map((_, i) => (i === k ? 1 : 0))));
      return scales.map((scale, i) => inverse.reduce((sum, column) => sum + (column[i]! / scale) ** 2, 0));
    },
  };
}

export function columnLengths(matrix: readonly (readonly number[])[]): number[] {
  const first = matrix[0] ?? [];
  return first.map((_, j) => Math.sqrt(matrix.reduce((sum, row) => sum + row[j]! ** 2, 0)));
}

/** Mirrors `target` at the plane across `v`, both from row `k` down. */
function reflect(v: readonly number[], k: number, target: number[]): void {
  let along = 0;
  let squares = 0;
  for (let i = k; i < v.length; i++) {
    along += v[i]! * target[i]!;
    squares += v[i]! ** 2;
  }
  if (squares === 0) return;
  const factor = (2 * along) / squares;
  for (let i = k; i < v.length; i++) target[i] = target[i]! - factor * v[i]!;
}
