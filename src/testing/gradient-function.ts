// The gradient of a function as a function of the same arguments, which can be differentiated again.

import { vjp } from "../index.ts";
import { engine } from "../host/enter.ts";
import { compiledFromText } from "./compiled-from-text.ts";
import type { Callable } from "./point.ts";

type Vjp = (f: Callable, ...args: readonly unknown[]) => readonly [unknown, (cotangent: unknown) => unknown];

/** Closed, so it is compiled from its own text; its result captures the user's function by the name `f`. */
const gradients =
  (vjpOf: Vjp, f: Callable, cotangent: unknown) =>
  (...args: readonly unknown[]): unknown =>
    vjpOf(f, ...args)[1](cotangent);

/** `(…args) => x̄s`: the cotangents of the arguments for a cotangent of the value. */
export function gradientFunction(f: Callable, cotangent: unknown): Callable {
  const stamp = compiledFromText(gradients);
  const make = engine.closureOf(stamp.code, stamp.env) as unknown as (...args: readonly unknown[]) => Callable;
  return make(vjp, f, cotangent);
}
