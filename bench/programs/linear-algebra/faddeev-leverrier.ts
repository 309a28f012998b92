// Coefficients of the characteristic polynomial of a matrix by the recurrence of Faddeev and LeVerrier, which uses nothing
// but products and traces. They come back from the highest power down.

import type { Program } from "../program.ts";

function characteristicPolynomial(a: number[][]): number[] {
  const n = a.length;
  const coefficients = [1];
  let m: number[][] = a.map((row) => row.map(() => 0));
  for (let k = 1; k <= n; k++) {
    const next: number[][] = [];
    for (let i = 0; i < n; i++) {
      const row: number[] = [];
      for (let j = 0; j < n; j++) {
        let s = i === j ? coefficients[k - 1]! : 0;
        for (let l = 0; l < n; l++) s += a[i]![l]! * m[l]![j]!;
        row.push(s);
      }
      next.push(row);
    }
    m = next;
    let trace = 0;
    for (let i = 0; i < n; i++) for (let l = 0; l < n; l++) trace += a[i]![l]! * m[l]![i]!;
    coefficients.push(-trace / k);
  }
  return coefficients;
}

export const program: Program = {
  f: characteristicPolynomial,
  inputs: (n) => {
    const side = Math.round(Math.sqrt(2 * n));
    return [
      Array.from({ length: side }, (_, i) =>
        Array.from({ length: side }, (_, j) => (Math.sin(3 * i + 7 * j) + (i === j ? 1 : 0)) / side),
      ),
    ];
  },
  sizes: [13, 200],
  derivatives: ["vjp", "jvp"],
};
