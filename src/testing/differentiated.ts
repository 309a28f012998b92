// Derivatives in the form that checks use, whatever the mode.

import type { Callable } from "./point.ts";

/** A function differentiated at one point. */
export interface Differentiated {
  readonly value: unknown;
  /** Maps a cotangent of the value to the cotangents of the function itself and of each argument. */
  readonly pull: (cotangent: unknown) => readonly unknown[];
}

export type Differentiate = (f: Callable, args: readonly unknown[]) => Differentiated;
