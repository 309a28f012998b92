// Laws of generated modules that export a function `f(xs, …others)` of numbers: specialised code gives what general code gives, call
// after call, and derivatives are those that differences show.

import fc from "fast-check";
import { compile, grad, hvp, jvp, ready } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import { seedLaw, type SeedLaw } from "./law.ts";
import { by, outcome } from "./outcome.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

/** A module, and arguments to call its function with. */
interface ModuleProgram {
  readonly source: string;
  readonly calls: readonly (readonly [xs: readonly number[], ...others: unknown[]])[];
}

const mostCalls = 42;

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-5 * (1 + Math.abs(a) + Math.abs(b));

/** Defines the law for the modules that an arbitrary makes. */
export function moduleLaw(
  name: string,
  options: Pick<SeedLaw, "share" | "turns">,
  programs: fc.Arbitrary<ModuleProgram>,
): void {
  seedLaw(name, options, async (seed) => {
    const [program] = fc.sample(programs, { seed, numRuns: 1 });
    if (program === undefined) return;
    const { source, calls } = program;
    const { f } = (await compile(source)) as { f: Callable };
    const gradient = by(grad, f);
    // Most programs run specialised code from the first call on; the others come to run it while they are called.
    const isReady = seed % 4 !== 3;
    if (isReady) await ready(gradient as never, ...(structuredClone(calls[0]) as never));
    const all = Array.from({ length: isReady ? 2 * calls.length : mostCalls }, (_, k) => calls[k % calls.length]);
    for (const [k, args] of all.entries()) {
      if (args === undefined) continue;
      const [xs, ...others] = args;
      const told = (message: string) => () => `${message}\n${source}\n// f(...${JSON.stringify(args)})`;
      const products = [xs, xs, ...others];
      try {
        demandAlike(outcome(gradient, args), outcome(by(general.grad, f), args));
        if (k >= 2 * calls.length) continue;
        if (seed % 3 === 0) demandAlike(outcome(by(hvp, f), products), outcome(by(general.hvp, f), products));
      } catch (error) {
        demand(false, told(String(error)));
      }
      const v = xs.map((_, k) => Math.cos(1.3 * k));
      const at = (h: number): number =>
        f(
          xs.map((x, k) => x + h * (v[k] as number)),
          ...others,
        ) as number;
      const [slope, finer] = [1e-5, 1e-6].map((h) => (at(h) - at(-h)) / (2 * h)) as [number, number];
      // Where a comparison turns, differences show something else.
      if (!close(slope, finer)) continue;
      const [, tangent] = (jvp as unknown as Callable)(f, args, [v, ...others.map(() => null)]) as readonly [
        number,
        number,
      ];
      demand(close(tangent, slope), told(`by jvp: ${tangent}, by differences ${slope}`));
    }
  });
}
