/** What was measured of one derivative of one program at one size. */

import type { Derivative } from "../programs/program.ts";

export interface Question {
  /** The program, as "ode/pendulum". */
  readonly name: string;
  readonly derivative: Derivative;
  readonly n: number;
}

export interface Measured {
  /** Nanoseconds for one call of the function, and of its derivative once nothing is compiled any more. */
  readonly primal: number;
  readonly warm: number;
  /** Milliseconds of CPU for the first call, for all that was compiled, and of the longest call. */
  readonly first: number;
  readonly compiling: number;
  readonly longest: number;
  readonly tier: "typed" | "general";
  /** Why general code runs, or what stayed dynamic. */
  readonly reasons: readonly string[];
}

export type Result = Question &
  (
    | { readonly kind: "measured"; readonly measured: Measured }
    /** The derivative is not what differences say. */
    | { readonly kind: "wrong"; readonly message: string }
    /** The program or its derivative threw. */
    | { readonly kind: "failed"; readonly message: string }
    /** The process took too long or was lost. */
    | { readonly kind: "lost"; readonly message: string }
  );

export const titleOf = ({ name, derivative, n }: Question): string => `${name} ${derivative} ${n}`;
