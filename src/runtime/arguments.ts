// The object that JavaScript calls `arguments`.

/** An object with the components of a tuple, as strict functions have it. */
export const argumentsOf = (tuple: readonly unknown[]): IArguments => made(...tuple);

function made(..._items: readonly unknown[]): IArguments {
  // oxlint-disable-next-line prefer-rest-params -- this is what is made here
  return arguments;
}
