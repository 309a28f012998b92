// Functions that store functions in memory and call them later: specialised code gives what general code gives, call after call, and
// derivatives are those that differences show.

import fc from "fast-check";
import { compile, grad, hvp, jvp, ready } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import { arbStoredFunctions } from "./arbitrary/stored-functions.ts";
import { seedLaw } from "./law.ts";
import { by, outcome } from "./outcome.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-5 * (1 + Math.abs(a) + Math.abs(b));

seedLaw("functions that store functions differentiate like what they do", { share: 0.1, turns: 24 }, async (seed) => {
  const [program] = fc.sample(arbStoredFunctions, { seed, numRuns: 1 });
  if (program === undefined) return;
  const { source, calls } = program;
  const { f } = (await compile(source)) as { f: Callable };
  const gradient = by(grad, f);
  // Most programs run specialised code from the first call on.
  if (seed % 4 !== 3) await ready(gradient as never, ...(structuredClone(calls[0]) as never));
  for (const args of [...calls, ...calls]) {
    const [xs] = args;
    const told = (message: string) => () => `${message}\n${source}\n// f(...${JSON.stringify(args)})`;
    try {
      demandAlike(outcome(gradient, args), outcome(by(general.grad, f), args));
      if (seed % 3 === 0) demandAlike(outcome(by(hvp, f), [xs, xs]), outcome(by(general.hvp, f), [xs, xs]));
    } catch (error) {
      demand(false, told(String(error)));
    }
    const v = xs.map((_, k) => Math.cos(1.3 * k));
    const at = (h: number): number => f(xs.map((x, k) => x + h * (v[k] as number))) as number;
    const [slope, finer] = [1e-5, 1e-6].map((h) => (at(h) - at(-h)) / (2 * h)) as [number, number];
    // Where a comparison turns, differences show something else.
    if (!close(slope, finer)) continue;
    const [, tangent] = (jvp as unknown as Callable)(f, [xs], [v]) as readonly [number, number];
    demand(close(tangent, slope), told(`by jvp: ${tangent}, by differences ${slope}`));
  }
});
