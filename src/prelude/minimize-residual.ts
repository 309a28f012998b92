// Solves a large system of linear equations A x = b by products with A only: the generalised minimal residual method (GMRES),
// restarted after `depth` vectors. Each round starts with the residual r = b - A x, and adds to x the combination of r, A r,
// A² r, … that leaves the least residual.

import { push } from "../host/intrinsics.ts";
import { ZerothError } from "../ir/index.ts";
import { singular } from "./eliminate.ts";

/** How many vectors a round uses at most. */
const depth = 100;
const mostRounds = 100;
/** A round ends when the norm of the residual is this small, relative to that of the right-hand side. */
const tolerance = 1e-13;

type LinearMap = (v: readonly number[]) => number[];

export function minimizeResidual(product: LinearMap, b: readonly number[]): number[] {
  const size = norm(b);
  let x = b.map(() => 0);
  let residual = [...b];
  let left = size;
  for (let round = 0; round < mostRounds; round++) {
    const step = bestStep(product, residual, left, tolerance * size);
    x = x.map((v, i) => v + (step[i] as number));
    const image = product(x);
    residual = b.map((v, i) => v - (image[i] as number));
    const next = norm(residual);
    if (next <= 10 * tolerance * size) return x;
    if (!Number.isFinite(next)) throw singular();
    // No more progress: the residual is rounding error, or the matrix is singular.
    if (next > 0.99 * left) {
      if (next <= 1e-9 * size) return x;
      throw singular();
    }
    left = next;
  }
  throw new ZerothError({
    kind: "unsupported",
    message: `the linear equations of an implicit function's derivative were not solved by ${depth * mostRounds} products with their matrix`,
    remedy: "scale the unknowns and the equations, or solve for fewer unknowns",
  });
}

/** The combination of r, A r, A² r, … whose product with A is nearest to `r`, or as near as `enough`. `size` is the norm of `r`. */
function bestStep(product: LinearMap, r: readonly number[], size: number, enough: number): number[] {
  const basis: number[][] = [r.map((v) => v / size)];
  // The columns of the projected matrix, made triangular by Givens rotations; `target` is (size, 0, …) after these rotations.
  const columns: number[][] = [];
  const cosines: number[] = [];
  const sines: number[] = [];
  const target: number[] = [size];
  for (let j = 0; j < depth && j < r.length && Math.abs(target[j] as number) > enough; j++) {
    let w = product(basis[j] as number[]);
    const before = norm(w);
    const column: number[] = basis.map(() => 0);
    // `w` is made orthogonal to the basis twice, since rounding errors spoil the first pass.
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < basis.length; i++) {
        const v = basis[i] as number[];
        const along = dot(w, v);
        column[i] = (column[i] as number) + along;
        w = w.map((a, k) => a - along * (v[k] as number));
      }
    }
    const height = norm(w);
    for (let i = 0; i < cosines.length; i++) {
      const [a, c] = [column[i] as number, column[i + 1] as number];
      column[i] = (cosines[i] as number) * a + (sines[i] as number) * c;
      column[i + 1] = (cosines[i] as number) * c - (sines[i] as number) * a;
    }
    const length = Math.hypot(column[j] as number, height);
    if (!(length > 1e-15 * before)) break;
    push(cosines, (column[j] as number) / length);
    push(sines, height / length);
    column[j] = length;
    push(columns, column);
    const rest = target[j] as number;
    target[j] = (cosines[j] as number) * rest;
    push(target, -(sines[j] as number) * rest);
    // The basis spans all products r, A r, A² r, …: there is no further vector.
    if (height <= 1e-14 * before) break;
    push(
      basis,
      w.map((v) => v / height),
    );
  }
  const weights: number[] = columns.map(() => 0);
  for (let k = columns.length - 1; k >= 0; k--) {
    let rest = target[k] as number;
    for (let j = k + 1; j < columns.length; j++)
      rest -= ((columns[j] as number[])[k] as number) * (weights[j] as number);
    weights[k] = rest / ((columns[k] as number[])[k] as number);
  }
  return r.map((_, i) => weights.reduce((sum, weight, k) => sum + weight * ((basis[k] as number[])[i] as number), 0));
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function norm(a: readonly number[]): number {
  return Math.sqrt(dot(a, a));
}
