// Function.prototype.call, apply and bind; and natives that are called as they are, without a derivative.

import { callWith, foreignCall, gather, tuple } from "../host/intrinsics.ts";
import { nameBound } from "../host/reflection.ts";
import { argumentsIn } from "./array-likes.ts";

export type Callable = (this: unknown, ...args: readonly unknown[]) => unknown;

export function callFunction(this: Callable, receiver?: unknown, ...args: readonly unknown[]): unknown {
  return callWith(this, receiver, ...args);
}

export function applyFunction(this: Callable, receiver?: unknown, args?: unknown): unknown {
  if (args === undefined || args === null) return callWith(this, receiver);
  return callWith(this, receiver, ...argumentsIn(args));
}

export function bindFunction(this: Callable, receiver?: unknown, ...first: readonly unknown[]): Callable {
  const bound: Callable = (...rest) => callWith(this, receiver, ...first, ...rest);
  foreignCall(nameBound, undefined, tuple(bound, this, first.length));
  return bound;
}

/** Wraps a native that moves no numbers, and whose result is a whole number, a boolean or a reference. */
export function withoutDerivative(native: unknown): Callable {
  return function (...args) {
    return foreignCall(native, this, gather(args, args.length));
  };
}
