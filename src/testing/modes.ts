// Modes of differentiation, in the form that checks use. A new mode is one entry of the table.

import { byGeneralCode } from "../host/code-modes.ts";
import { J } from "../index.ts";
import type { Differentiate, Differentiated } from "./differentiated.ts";
import { forward } from "./forward-mode.ts";
import type { Callable } from "./point.ts";

const reverse: Differentiate = (f, args) => {
  // What specialised code gives may differ in the last digit: it is compared elsewhere.
  const pair = byGeneralCode(() => (J as unknown as Callable)(f, ...args));
  const [value, pull] = pair as [unknown, Differentiated["pull"]];
  return { value, pull };
};

/** A way of taking derivatives. */
export type Mode = "reverse" | "forward";

export const modes: Readonly<Record<Mode, Differentiate>> = { reverse, forward };

export const allModes: readonly Mode[] = Object.keys(modes) as Mode[];
