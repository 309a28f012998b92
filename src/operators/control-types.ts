// The public types of control over differentiation: checkpoints, hooks on cotangents, implicit functions.

import type { Cotangent, Gradient } from "./types.ts";

type Arguments = readonly unknown[];

/** The type of `checkpoint`. */
export type CheckpointOperator = <A extends Arguments, R>(f: (...args: A) => R) => (...args: A) => R;

/** The type of `onCotangent`. */
export type OnCotangentOperator = <T>(
  x: T,
  hook: (cotangent: Gradient<T>) => Cotangent<T> | null | undefined | void,
) => T;

/** How long `fixedPoint` and `root` search. */
export interface SolveOptions {
  /**
   * The search ends where a step is at most this times the largest number of `x`, or this itself where that is below
   * 1. By default 1e-12.
   */
  readonly tolerance?: number;
  /** The most steps; more are an error. */
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

/** What `implicit` asks of a solution. */
export interface ImplicitOptions {
  /**
   * How far a Newton step may move the solution, for each of its numbers that is above 1 as a part of the largest; a
   * solution that moves further is refused. By default 1e-6.
   */
  readonly tolerance?: number;
}

/** The type of `implicit`. */
export type ImplicitOperator = <X, P extends Arguments>(
  solve: (...params: P) => X,
  condition: (x: X, ...params: P) => unknown,
  options?: ImplicitOptions,
) => (...params: P) => X;
