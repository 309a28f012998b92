// The entries that operators have made for a function, kept by the function: `grad(f)` is the same function each time. A private
// field costs less than an entry in a WeakMap, in particular for functions that are soon collected.

import { Return, type AnyFunction } from "../runtime/index.ts";

class Made {
  readonly operator: unknown;
  readonly numbers: readonly unknown[];
  readonly entry: AnyFunction;
  readonly next: Made | null;

  constructor(operator: unknown, numbers: readonly unknown[], entry: AnyFunction, next: Made | null) {
    this.operator = operator;
    this.numbers = numbers;
    this.entry = entry;
    this.next = next;
  }
}

class Keeper extends Return {
  #made: Made | null = null;

  static of(f: object): Made | null {
    return #made in f ? f.#made : null;
  }

  static keep(f: object, made: Made): void {
    // Bundlers drop a constructor whose result is not used.
    const keeper = #made in f ? f : new Keeper(f);
    keeper.#made = made;
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
  for (let one = made; one !== null; one = one.next) {
    const isSame = one.operator === operator && one.numbers.length === numbers.length;
    if (isSame && isEqual(numbers, one.numbers)) return one.entry;
  }
  const entry = make();
  Keeper.keep(f, new Made(operator, numbers, entry, made));
  return entry;
}

const isEqual = (a: readonly unknown[], b: readonly unknown[]): boolean => a.every((x, k) => Object.is(x, b[k]));
