// What a companion file (`name.check.ts`) exports for `npx zeroth check`: how to check functions of `name.ts`.

import type fc from "fast-check";
import type { CheckOptions } from "./check-gradients.ts";

/**
 * How to check one function. It is exported under the name of the function, or gives the function as `f`.
 *
 * @example
 * ```ts
 * // softmax.check.ts, beside softmax.ts
 * export const softmax: CompanionCheck = { inputs: [vectors({ length: 3 })], order: 2 };
 * ```
 */
export interface CompanionCheck extends Omit<CheckOptions, "name"> {
  /** The function, if it is not the one with the same name. */
  readonly f?: (...args: never[]) => unknown;
  /** One arbitrary for each argument. */
  readonly inputs?: readonly fc.Arbitrary<unknown>[];
  /** A single point instead: the arguments. */
  readonly at?: readonly unknown[];
  /** The number of random inputs, unless the command sets it. */
  readonly runs?: number;
}
