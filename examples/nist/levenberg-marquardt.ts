/**
 * Nonlinear least squares after Levenberg and Marquardt, with Moré's scaling and Nielsen's damping.
 *
 * A step solves min |J·s + r|² + λ|D·s|², where D holds the greatest length that each column of J has had. It is kept if
 * it lowers the sum of squares. Close to the solution that test drowns in rounding long before J does,
 * so a step that promises next to nothing is taken on trust.
 */

import { columnLengths, householder } from "./householder.ts";

export interface LeastSquares {
  readonly residuals: (b: number[]) => number[];
  /** One row per residual, one column per parameter. */
  readonly jacobian: (b: number[]) => number[][];
}

export interface Solution {
  readonly parameters: readonly number[];
  readonly iterations: number;
  readonly converged: boolean;
}

export function levenbergMarquardt(
  { residuals, jacobian }: LeastSquares,
  start: readonly number[],
  maxIterations = 500,
): Solution {
  let b = [...start];
  let r = residuals(b);
  let rows = jacobian(b);
  let lengths = columnLengths(rows);
  let damping = 1e-3;
  let growth = 2;

  for (let iterations = 1; iterations <= maxIterations; iterations++) {
    const step = dampedStep(rows, r, lengths, damping);
    const moved = b.map((value, j) => value + step[j]!);
    const trial = residuals(moved);

    const squares = sumOfSquares(r);
    const linear = r.map((value, i) => value + dot(rows[i]!, step));
    const promised = 1 - sumOfSquares(linear) / squares;
    const gained = 1 - sumOfSquares(trial) / squares;
    const onTrust = promised < 1e-11;

    if (gained > 0 || onTrust) {
      [b, r, rows] = [moved, trial, jacobian(moved)];
      lengths = columnLengths(rows).map((length, j) => Math.max(length, lengths[j]!));
      damping *= onTrust ? 1 / 3 : Math.max(1 / 3, 1 - (2 * (gained / promised) - 1) ** 3);
      growth = 2;
      const small = step.every((s, j) => Math.abs(s) <= 1e-10 * Math.abs(moved[j]!));
      if (small) return { parameters: b, iterations, converged: true };
    } else {
      damping *= growth;
      growth *= 2;
    }
  }
  return { parameters: b, iterations: maxIterations, converged: false };
}

/** Minimises |J·s + r|² + λ|D·s|² by stacking √λ·D under J. */
function dampedStep(
  rows: readonly (readonly number[])[],
  r: readonly number[],
  lengths: readonly number[],
  damping: number,
): number[] {
  const diagonal = lengths.map((length) => Math.sqrt(damping) * length);
  const under = diagonal.map((entry, j) => lengths.map((_, i) => (i === j ? entry : 0)));
  const target = [...r.map((value) => -value), ...lengths.map(() => 0)];
  return householder([...rows, ...under]).solve(target);
}

const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((sum, value, i) => sum + value * y[i]!, 0);

export const sumOfSquares = (x: readonly number[]): number => dot(x, x);
