// Modes of differentiation, in the form that checks use. A new mode is one entry of the table.

import { J } from "../index.ts";
import { forward } from "./forward-mode.ts";
import type { Callable } from "./point.ts";

/** A function differentiated at one point. */
export interface Differentiated {
  readonly value: unknown;
  /** Maps a cotangent of the value to the cotangents of the function itself and of each argument. */
  readonly pull: (cotangent: unknown) => readonly unknown[];
}

export type Differentiate = (f: Callable, args: readonly unknown[]) => Differentiated;

const reverse: Differentiate = (f, args) => {
  const [value, pull] = (J as unknown as Callable)(f, ...args) as [unknown, Differentiated["pull"]];
  return { value, pull };
};

/** A way of taking derivatives. */
export type Mode = "reverse" | "forward";

export const modes: Readonly<Record<Mode, Differentiate>> = { reverse, forward };

export const allModes: readonly Mode[] = Object.keys(modes) as Mode[];
