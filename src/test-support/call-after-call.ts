// The number of a call is a dimension of tests: the first calls of an operator may run general code, later ones what was
// specialised for them, or for what came before.

import { grad, hvp, valueAndGrad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "./expect-close.ts";

/** The functions take what the calls pass. */
type Fn = (...args: never[]) => unknown;
type Call = (...args: unknown[]) => unknown;
type Operator = (f: Fn, options?: unknown) => Call;

/** What a call gives or throws, and what it leaves of its arguments. */
function outcome(call: Call, args: readonly unknown[]): unknown {
  try {
    return { result: call(...args), args };
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : error, args };
  }
}

/**
 * Calls the gradient, the value with it, and products with the Hessian along the first argument forty times, with what
 * `argsOf` makes for each; fails where calls 1, 5, 20 or 40 give, throw or write anything else than general code.
 */
export function expectSameCallAfterCall(f: Fn, argsOf: (call: number) => readonly unknown[]): void {
  const argnums = argsOf(1).map((_, k) => k);
  const by = (operator: unknown): Call => (operator as Operator)(f, { argnums });
  const product = (operator: unknown): Call => {
    const along = (operator as Operator)(f);
    return (first, ...rest) => along(first, structuredClone(first), ...rest);
  };
  const pairs = [
    ["grad", by(grad), by(general.grad)],
    ["valueAndGrad", by(valueAndGrad), by(general.valueAndGrad)],
    ["hvp", product(hvp), product(general.hvp)],
  ] as const;
  for (const [name, own, expected] of pairs) {
    for (let call = 1; call <= 40; call++) {
      const actual = outcome(own, argsOf(call));
      if (![1, 5, 20, 40].includes(call)) continue;
      expectClose(actual, outcome(expected, argsOf(call)), 1e-12, `${name}, call ${call}`);
    }
  }
}
