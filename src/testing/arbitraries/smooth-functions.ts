// Random smooth functions: compositions of functions that are smooth everywhere, as closed JavaScript functions.
//
// Each function is differentiable any number of times at all finite points; its values are within [−1, 1]; and it uses nothing
// from outside of itself, so zeroth differentiates it from its own text, which is also its printed form.

import fc from "fast-check";
import { requireOptions } from "../../prelude/options.ts";

/** Options for the composition of functions. */
export interface SmoothFunctionsOptions {
  /** The number of parameters; 1 if absent. */
  readonly arity?: number;
  /** The greatest depth of composition; 3 if absent. */
  readonly depth?: number;
}

/** A function of numbers. */
export type ScalarFunction = (...xs: readonly number[]) => number;

/** Each maps any real number to [−1, 1]. */
const bounded: readonly ((e: string) => string)[] = [
  (e) => `Math.sin(${e})`,
  (e) => `Math.cos(${e})`,
  (e) => `Math.tanh(${e})`,
  (e) => `Math.exp(-((${e}) ** 2))`,
  (e) => `1 / (1 + (${e}) ** 2)`,
  (e) => `(${e}) / Math.sqrt(1 + (${e}) ** 2)`,
  (e) => `Math.atan(${e}) / 2`,
];

/** Each maps two numbers in [−1, 1] to [−2, 2]. */
const combined: readonly ((a: string, b: string) => string)[] = [
  (a, b) => `${a} + ${b}`,
  (a, b) => `${a} - ${b}`,
  (a, b) => `${a} * (${b})`,
  (a, b) => `(${a}) / (1.5 + 0.5 * (${b}))`,
];

/**
 * Smooth functions of numbers, with values from −1 to 1. They shrink to `x => Math.sin(x)`, and print as their text.
 *
 * @example
 * ```ts
 * const twice = (f: (x: number) => number, x: number) => f(f(x));
 * checkGradients(twice, { inputs: [smoothFunctions(), reals()], order: 2 });
 * ```
 */
export function smoothFunctions(options: SmoothFunctionsOptions = {}): fc.Arbitrary<ScalarFunction> {
  requireOptions(options, ["arity", "depth"], "smoothFunctions");
  const { arity = 1, depth = 3 } = options;
  if (!Number.isInteger(arity) || arity < 1) throw new RangeError(`no functions of ${arity} numbers`);
  const params = arity === 1 ? ["x"] : Array.from({ length: arity }, (_, i) => `x${i}`);
  const inside = fc.tuple(fc.constantFrom("", "0.5 * ", "2 * ", "1.25 * ", "0.75 * "), fc.constantFrom(...params));
  const { text } = fc.letrec<{ readonly text: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: depth, depthIdentifier: "smooth function", withCrossShrink: true },
      fc.tuple(fc.constantFrom(...bounded), inside).map(([outer, [factor, x]]) => outer(factor + x)),
      fc.tuple(fc.constantFrom(...bounded), tie("text")).map(([outer, e]) => outer(e)),
      fc
        .tuple(fc.constantFrom(...bounded), fc.constantFrom(...combined), tie("text"), tie("text"))
        .map(([outer, join, a, b]) => outer(join(a, b))),
    ),
  }));
  return text.map((body) => functionOf(`(${params.join(", ")}) => ${body}`));
}

function functionOf(text: string): ScalarFunction {
  // oxlint-disable-next-line no-new-func, no-implied-eval
  return (new Function(`return ${text};`) as () => ScalarFunction)();
}
