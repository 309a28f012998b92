// Functions of arrays, of arrays of arrays, and of records of them: specialised code, which takes them for what they are at
// the first call, gives what general code gives, call after call.

import fc from "fast-check";
import { compile, grad, hvp, ZerothError } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import { arbRows } from "./arbitrary/rows.ts";
import { seedLaw } from "./law.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

const outcome = (f: Callable, args: readonly unknown[]): unknown => {
  try {
    return f(...(structuredClone(args) as unknown[]));
  } catch (error) {
    return error instanceof ZerothError ? error.message : String(error);
  }
};

const by = (operator: unknown, f: unknown, options?: unknown): Callable =>
  (operator as (f: unknown, options?: unknown) => Callable)(f, options);

seedLaw("specialised code over rows gives what general code gives", { share: 0.25, turns: 32 }, async (seed) => {
  const [program] = fc.sample(arbRows, { seed, numRuns: 1 });
  if (program === undefined) return;
  const { source, calls } = program;
  const { f } = await compile(source);
  const options = { argnums: [0, 1, 2] };
  const [gradient, expected] = [by(grad, f, options), by(general.grad, f, options)];
  const [along, expectedAlong] = [by(hvp, f), by(general.hvp, f)];
  for (const args of calls) {
    const [m, ...rest] = args;
    try {
      demandAlike(outcome(gradient, args), outcome(expected, args));
      if (seed % 2 === 0) demandAlike(outcome(along, [m, m, ...rest]), outcome(expectedAlong, [m, m, ...rest]));
    } catch (error) {
      demand(false, () => `${String(error)}\n${source}\n// f(...${JSON.stringify(args)})`);
    }
  }
});
