// The public types for controlling differentiation: checkpoints, hooks on cotangents, implicit functions.

import type { Cotangent, Gradient } from "./types.ts";

type Arguments = readonly unknown[];

/** The type of `checkpoint`. */
export type CheckpointOperator = <A extends Arguments, R>(f: (...args: A) => R) => (...args: A) => R;

/** The type of `onCotangent`. */
export type OnCotangentOperator = <T>(
  x: T,
  hook: (cotangent: Gradient<T>) => Cotangent<T> | null | undefined | void,
) => T;

/** Limits for the search of `fixedPoint` and `root`. */
export interface SolveOptions {
  /**
   * The search ends when a step is at most this times the largest number of `x`, or at most this if that number is below 1. By
   * default 1e-12.
   */
  readonly tolerance?: number;
  /** The largest number of steps; if they do not suffice, it is an error. */
  readonly iterations?: number;
}

/** The type of `fixedPoint`. */
export type FixedPointOperator = <X, P extends Arguments>(
  f: (x: X, ...params: P) => X,
  options?: SolveOptions,
) => (x0: X, ...params: P) => X;

/** The type of `root`. */
export type RootOperator = <X, P extends Arguments>(
  f: (x: X, ...params: P) => unknown,
  options?: SolveOptions,
) => (x0: X, ...params: P) => X;

/** The requirement of `implicit` for a solution. */
export interface ImplicitOptions {
  /**
   * How far a Newton step may move the solution; numbers above 1 are measured relative to the largest. A solution that moves
   * further is refused. By default 1e-6.
   */
  readonly tolerance?: number;
}

/** The type of `implicit`. */
export type ImplicitOperator = <X, P extends Arguments>(
  solve: (...params: P) => X,
  condition: (x: X, ...params: P) => unknown,
  options?: ImplicitOptions,
) => (...params: P) => X;
