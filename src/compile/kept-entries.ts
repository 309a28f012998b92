// The entries that operators have made for a function, kept by the function: `grad(f)` is the same function each time. A private
// field costs less than an entry in a WeakMap, in particular for functions that soon are gone.

import { Return, type AnyFunction } from "../runtime/index.ts";

interface Made {
  readonly operator: unknown;
  readonly numbers: readonly unknown[];
  readonly entry: AnyFunction;
}

class Keeper extends Return {
  readonly #made: Made[] = [];
  static of(f: object): Made[] {
    // Bundlers drop a constructor whose result is not used.
    const keeper = #made in f ? f : new Keeper(f);
    return keeper.#made;
  }
}

/** The entry that an operator has made for a function and numbers; `make` makes it. */
export function keptEntry(
  f: AnyFunction,
  operator: unknown,
  numbers: readonly unknown[],
  make: () => AnyFunction,
): AnyFunction {
  const made = Keeper.of(f);
  for (const one of made) {
    const isSame = one.operator === operator && one.numbers.length === numbers.length;
    if (isSame && numbers.every((x, k) => Object.is(x, one.numbers[k]))) return one.entry;
  }
  const entry = make();
  made.push({ operator, numbers, entry });
  return entry;
}
