// Functions that make, fill, copy and change arrays, and loops of all kinds: specialised code gives what general code gives, and
// does the same to memory.

import fc from "fast-check";
import * as zeroth from "zeroth";
import { compile, grad, hvp, vjp } from "zeroth";
import { giveArena, takeArena } from "../src/runtime/arena.ts";
import { withInliningLimits } from "../src/specialise/index.ts";
import { arbChangingArrays } from "./arbitrary/changing-arrays.ts";
import { seedLaw } from "./law.ts";
import { compareTiers } from "./outcome.ts";
import { demand, type Callable } from "./subject.ts";

/** Tapes begin with room for nothing: a loop that asks for less than it needs is seen in few iterations. */
function emptyArenas(): void {
  for (let k = 0; k < 10; k++) takeArena();
  for (let k = 0; k < 8; k++) giveArena(new Float64Array(0));
}

function compare(run: () => unknown): void {
  emptyArenas();
  compareTiers(run);
}

function comparePullback(f: unknown, ...args: readonly unknown[]): void {
  let pullback: Callable | null = null;
  compare(() => ([, pullback] = (vjp as unknown as Callable)(f, ...args) as [unknown, Callable]));
  for (const g of [1, -0.5]) compare(() => pullback?.(g));
}

seedLaw(
  "specialised code over arrays that change does what general code does",
  { share: 0.03, turns: 8 },
  async (seed) => {
    const [program] = fc.sample(arbChangingArrays, { seed, numRuns: 1 });
    if (program === undefined) return;
    const { source, calls } = program;
    const { f } = await compile(source, { imports: { zeroth } });
    const [gradient, along] = [grad, hvp].map((operator) => (operator as unknown as (f: unknown) => Callable)(f));
    const run = (): void => {
      for (const [xs, m] of calls) {
        try {
          compare(() => gradient?.(xs.slice(), m));
          if (seed % 4 === 0) compare(() => along?.(xs.slice(), xs.slice(), m));
          if (seed % 4 === 1) comparePullback(f, xs.slice(), m);
        } catch (error) {
          demand(false, () => `${String(error)}\n${source}\n// f(${JSON.stringify([...xs])}, ${m})`);
        }
      }
    };
    // Functions are inlined, or stay calls that write to what they are given.
    if (seed % 3 === 0) withInliningLimits({ least: 0, most: 0 }, run);
    else run();
  },
);
