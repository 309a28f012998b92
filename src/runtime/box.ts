// Boxes: captured variables that are assigned after initialisation.
//
// A `Box` is created by compiled code; a `LiveBox` stands for a variable of the user's own JavaScript and reads and
// writes it through. Both are used through `v`, and are identified by object identity.

/** What a boxed variable holds before its initialisation, and what `unset` is at run time. */
export const unsetValue: unique symbol = Symbol("zeroth.unset");

export class Box {
  v: unknown;
  constructor(v: unknown) {
    this.v = v;
  }
}

export class LiveBox {
  readonly #get: () => unknown;
  readonly #set: (value: unknown) => void;
  constructor(get: () => unknown, set: (value: unknown) => void) {
    this.#get = get;
    this.#set = set;
  }
  get v(): unknown {
    return this.#get();
  }
  set v(value: unknown) {
    this.#set(value);
  }
}

export function isBox(x: unknown): x is Box | LiveBox {
  return x instanceof Box || x instanceof LiveBox;
}
