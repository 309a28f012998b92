// Local functions that call each other and share variables: specialised code gives what general code gives, call after call.

import fc from "fast-check";
import * as zeroth from "zeroth";
import { compile, grad, hvp, jvp, vjp } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import * as generalJvp from "../src/prelude/jvp.ts";
import { arbParser } from "./arbitrary/parsers.ts";
import { seedLaw } from "./law.ts";
import { by, outcome } from "./outcome.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

/** Gives the value, and what the pullback gives, twice. */
const pulled =
  (operator: unknown, f: unknown): Callable =>
  (...args) => {
    const [value, back] = (operator as Callable)(f, ...args) as readonly [unknown, (g: number) => unknown];
    return [value, back(0.7), back(-2)];
  };

const pushed =
  (operator: unknown, f: unknown): Callable =>
  (xs, text) =>
    (operator as Callable)(f, [xs, text], [(xs as readonly number[]).map((_, k) => 0.3 * k - 0.2), null]);

/** Some programs are called so often, since code is made in portions; then these calls are compared. */
const most = 40;
const compared: readonly number[] = [1, 5, 20, most];

seedLaw("parsers in specialised code give what they give in general code", { share: 0.05, turns: 32 }, async (seed) => {
  const [program] = fc.sample(arbParser, { seed, numRuns: 1 });
  if (program === undefined) return;
  const { source, calls } = program;
  const { f } = (await compile(source, { imports: { zeroth } })) as { f: Callable };
  const pairs: (readonly [found: Callable, expected: Callable])[] = [
    [by(grad, f), by(general.grad, f)],
    [pulled(vjp, f), pulled(general.vjp, f)],
    [pushed(jvp, f), pushed(generalJvp.jvp, f)],
  ];
  if (seed % 4 === 0) pairs.push([by(hvp, f), by(general.hvp, f)]);
  const isOften = seed % 8 === 5;
  for (let call = 1; call <= (isOften ? most : 2 * calls.length); call++) {
    const args = calls[call % calls.length] as (typeof calls)[number];
    for (const [k, [own, expected]] of pairs.entries()) {
      const given = k < 3 ? args : [args[0], ...args];
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
