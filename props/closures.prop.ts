// Functions of one code share their entries, whatever they capture: specialised code for each of them gives what general code
// gives, in any order; so do functions that are arguments, and lists of arguments.

import fc from "fast-check";
import { compile, grad, jvp } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import * as forward from "../src/prelude/jvp.ts";
import { seedLaw } from "./law.ts";
import { by, outcome } from "./outcome.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

const source = `
const weight = (by: any, x: number): number => {
  if (typeof by === "number") return x * by;
  if (typeof by === "string") return x ** by.length;
  if (typeof by === "function") return by(x, 0.5) * x;
  if (Array.isArray(by)) return by.length === 0 ? x : weight(by[0], x) + by.length;
  if (by instanceof Float64Array) return x * x * by[0]!;
  if (typeof by === "object" && by !== null) return weight(by.k, x);
  return by === undefined ? 1 : by === true ? x * x : x + 2;
};
export const make = (one: any, other: any) => (x: number, y = 0.25): number =>
  one === other ? weight(one, x) * x * y : weight(one, x) * x + weight(other, y) * x;
export const applied = (x: number, f: any, g: any): number => (f === g ? x * f(x, 1) : f(x, 2) * g(1, x));
`;

const { value: arbCaptured } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(0, -0, 2, 0.5, -3, Number.NaN, "", "ab", "abc", true, false, undefined, null),
    fc.constantFrom(Math.sin, Math.abs),
    fc.record({ k: tie("value") }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.constant(Float64Array.of(1.5, 2)),
  ),
}));

seedLaw("functions of one code share entries, and nothing else", { share: 0.06, turns: 24 }, async (seed) => {
  const { make, applied } = (await compile(source)) as Record<"make" | "applied", Callable>;
  const [list] = fc.sample(
    fc.array(fc.tuple(arbCaptured, arbCaptured, fc.boolean()), { minLength: 12, maxLength: 12 }),
    {
      seed,
      numRuns: 1,
    },
  );
  let last: unknown = Math.cos;
  for (const [k, [one, other, isSame]] of (list ?? []).entries()) {
    const f = make(one, isSame ? one : other);
    const args = k % 2 === 0 ? [1.25, 0.75] : [1.25];
    const options = { argnums: k % 3 === 0 ? [0] : 0 };
    // Another function with the same captures; functions cannot be cloned, and these calls write to nothing.
    const alike = make(one, isSame ? one : other);
    const pairs = [
      [f, alike],
      [f, f],
      [alike, last],
    ];
    const answers = (gradient: unknown, along: unknown): unknown => [
      outcome(by(gradient, f), args),
      outcome(by(gradient, f, options), args),
      outcome((...xs) => (along as Callable)(f, xs, xs), args),
      ...pairs.map((pair) => outcome(() => by(gradient, applied)(0.75, ...pair), [])),
    ];
    try {
      demandAlike(answers(grad, jvp), answers(general.grad, forward.jvp));
    } catch (error) {
      demand(false, () => `${String(error)}\nstep ${k}: ${fc.stringify([one, other, isSame])}`);
    }
    last = f;
  }
});
