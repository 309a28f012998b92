// Boxes: captured variables that are assigned after initialisation.
//
// Compiled code creates a `Box`; a `LiveBox` stands for a variable of the user's own JavaScript, and reads and writes it. Both
// have the property `v`, and are identified by object identity.

/** The contents of a boxed variable before its initialisation, and the run-time value of `unset`. */
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
  /** Whether the program does not assign the variable: it is a constant, or another module's. */
  readonly isConstant: boolean;
  constructor(get: () => unknown, set?: (value: unknown) => void) {
    this.#get = get;
    this.#set = set ?? constantAssigned;
    this.isConstant = set === undefined;
  }
  get v(): unknown {
    return this.#get();
  }
  set v(value: unknown) {
    this.#set(value);
  }
}

function constantAssigned(): never {
  throw new TypeError("Assignment to constant variable.");
}

export function isBox(x: unknown): x is Box | LiveBox {
  return x instanceof Box || x instanceof LiveBox;
}
