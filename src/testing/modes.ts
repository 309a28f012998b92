// Modes of differentiation, in the form that checks use. A new mode is one entry of the table.

import { J } from "../index.ts";
import type { Differentiate, Differentiated } from "./differentiated.ts";
import { forward } from "./forward-mode.ts";
import type { Callable } from "./point.ts";

const reverse: Differentiate = (f, args) => {
  const [value, pull] = (J as unknown as Callable)(f, ...args) as [unknown, Differentiated["pull"]];
  return { value, pull };
};

/** A way of taking derivatives. */
export type Mode = "reverse" | "forward";

export const modes: Readonly<Record<Mode, Differentiate>> = { reverse, forward };

export const allModes: readonly Mode[] = Object.keys(modes) as Mode[];
