// The ways to push tangents forward: dual numbers, and the forward transform once there is one. Laws that compare
// forward with reverse mode hold for each.

import * as zeroth from "zeroth";
import { directional } from "../src/interp/index.ts";
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

const jvp = (zeroth as Readonly<Record<string, unknown>>)["jvp"] as Callable | undefined;

const byTransform: readonly Pushforward[] =
  jvp === undefined
    ? []
    : [
        {
          name: "forward mode",
          along: (f, args, tangents) => (jvp(f, args, tangents) as readonly [value: unknown, tangent: unknown])[1],
        },
      ];

export const pushforwards: readonly Pushforward[] = [byDuals, ...byTransform];

/** The forward transform as an operator of programs, for nesting; undefined until there is one. */
export const forward: Pushforward | undefined = byTransform[0];
