// The ways to push tangents forward: dual numbers, and the forward transform, by general code. Laws that compare forward with
// reverse mode hold for each.

import { directional } from "../src/interp/index.ts";
import { jvp } from "../src/prelude/jvp.ts";
import { oracleHost } from "../src/testing/oracle-host.ts";
import type { Callable } from "./subject.ts";

export interface Pushforward {
  readonly name: string;
  /** The derivative of `f` at `args` along `tangents`, mirroring its value. */
  readonly along: (f: Callable, args: readonly unknown[], tangents: readonly unknown[]) => unknown;
}

const byDuals: Pushforward = {
  name: "dual numbers",
  along: (f, args, tangents) => directional(f, args, tangents, oracleHost).tangent,
};

const byTransform: Pushforward = {
  name: "forward mode",
  along: (f, args, tangents) => ((jvp as unknown as Callable)(f, args, tangents) as readonly [unknown, unknown])[1],
};

export const pushforwards: readonly Pushforward[] = [byDuals, byTransform];

/** The forward transform as an operator of programs, for nesting. */
export const forward: Pushforward = byTransform;
