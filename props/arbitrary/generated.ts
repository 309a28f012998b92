// What random choices make, as an arbitrary; it does not shrink.

import fc from "fast-check";
import { choicesFrom, type Choices } from "./choices.ts";

class Generated<T> extends fc.Arbitrary<T> {
  readonly #make: (choices: Choices) => T;

  constructor(make: (choices: Choices) => T) {
    super();
    this.#make = make;
  }

  generate(random: fc.Random): fc.Value<T> {
    return new fc.Value(this.#make(choicesFrom(random)), undefined);
  }

  canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }

  shrink(): fc.Stream<fc.Value<T>> {
    return fc.Stream.nil();
  }
}

export const generated = <T>(make: (choices: Choices) => T): fc.Arbitrary<T> => new Generated(make);
