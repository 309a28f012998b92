// Derivatives given by hand. `rule(primal, j, d)` gives `primal` the reverse-mode primal `j` and the pushforward `d`: they
// share one environment, so cotangents of captures fit, and those written by hand are differentiated like any function.

import { foreignCall, gather, rule, type Tuple } from "../host/intrinsics.ts";
import type { Context } from "../ir/index.ts";
import {
  forwardByJvp,
  forwardByVjp,
  reverseByJvp,
  reverseByVjp,
  type JvpRule,
  type VjpRule,
} from "./given-derivatives.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * `f` with the pullback that `vjpOf` gives: `vjpOf(…args)` → `[y, ȳ => x̄s]`; and, if it has one, the tangent map that
 * `jvpOf` gives.
 */
export function customVjp(f: AnyFunction, vjpOf: VjpRule, jvpOf?: JvpRule): AnyFunction {
  const custom = (...args: unknown[]): unknown => f(...args);
  const customJ = (...args: unknown[]): unknown => reverseByVjp(vjpOf, f.length, args);
  const customD = (context: Context, tangents: Tuple, ...args: unknown[]): unknown =>
    jvpOf === undefined
      ? forwardByVjp(vjpOf, f.length, context, tangents, args)
      : forwardByJvp(jvpOf, context, tangents, args);
  return rule(custom, customJ, customD);
}

/** `f` with the tangent map that `jvpOf` gives: `jvpOf(args, tangents)` → `[y, ẏ]`. */
export function customJvp(f: AnyFunction, jvpOf: JvpRule): AnyFunction {
  const custom = (...args: unknown[]): unknown => f(...args);
  const customJ = (...args: unknown[]): unknown => reverseByJvp(jvpOf, args);
  const customD = (context: Context, tangents: Tuple, ...args: unknown[]): unknown =>
    forwardByJvp(jvpOf, context, tangents, args);
  return rule(custom, customJ, customD);
}

/** A native function whose result and effects carry no derivative, as a compiled function. */
export function inactive(f: (...args: never[]) => unknown): AnyFunction {
  return function (this: unknown, ...args: unknown[]): unknown {
    return foreignCall(f, this, gather(args, args.length));
  };
}
