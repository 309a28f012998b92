// Functions of lists, trees and dictionaries, and of what may be absent: specialised code, which takes them for what they are at the
// first call, gives what general code gives, call after call. Pullbacks, too.

import fc from "fast-check";
import * as zeroth from "zeroth";
import { compile, grad, hvp, vjp } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import { arbLinked } from "./arbitrary/linked.ts";
import { seedLaw } from "./law.ts";
import { by, outcome } from "./outcome.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

/** Some programs are called so often, since code and pullbacks are made in portions; then these calls are compared. */
const most = 40;
const compared: readonly number[] = [1, 5, 20, most];

/** Gives the value, and what the pullback gives. */
const pulled =
  (operator: unknown, f: unknown): Callable =>
  (...args) => {
    const [value, back] = (operator as Callable)(f, ...args) as readonly [unknown, (g: number) => unknown];
    return [value, back(0.7)];
  };

seedLaw("specialised code over lists gives what general code gives", { share: 0.1, turns: 32 }, async (seed) => {
  const [program] = fc.sample(arbLinked, { seed, numRuns: 1 });
  if (program === undefined) return;
  const { source, calls } = program;
  const { f } = (await compile(source, { imports: { zeroth } })) as { f: Callable };
  const options = { argnums: [[1, 2, 3, 4], [4], [0, 4], [0]][seed % 4] };
  const pairs: (readonly [found: Callable, expected: Callable])[] = [
    [by(grad, f, options), by(general.grad, f, options)],
    [pulled(vjp, f), pulled(general.vjp, f)],
  ];
  if (seed % 8 < 4) pairs.push([by(hvp, f), by(general.hvp, f)]);
  const isOften = seed % 8 === 5;
  for (let call = 1; call <= (isOften ? most : calls.length); call++) {
    const args = calls[call % calls.length] as readonly unknown[];
    for (const [k, [own, expected]] of pairs.entries()) {
      const given = k < 2 ? args : [args[0], ...args];
      if (k === 2 && args[0] == null) continue;
      const found = outcome(own, given);
      if (isOften && !compared.includes(call)) continue;
      try {
        demandAlike(found, outcome(expected, given));
      } catch (error) {
        demand(false, () => `${String(error)}\n${source}\n// f(...${JSON.stringify(args)})`);
      }
    }
  }
});
