// Derivatives given by hand. `rule(primal, j, d, v, t)` gives `primal` the reverse-mode primal `j` and three pushforwards: `d` in
// one direction, `v` in several, `t` of power series. These functions and `primal` share one environment, so the cotangent of
// the captures of one fits the others. For higher derivatives they are differentiated like any function.

import { foreignCall, gather, rule, tuple, type Tuple } from "../host/intrinsics.ts";
import type { Context, Cotangent } from "../runtime/index.ts";
import {
  forwardByJvp,
  reverseByJvp,
  reverseByVjp,
  seriesByJvp,
  tangentMapOf,
  type JvpRule,
  type VjpRule,
} from "./given-derivatives.ts";
import { requireNoMore } from "./options.ts";
import { requireFunction } from "./requirements.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * `f` with the pullback that `vjpOf` gives: `vjpOf(…args)` returns `[y, ȳ => x̄s]`. Forward mode uses the tangent map `jvpOf`;
 * without one, the tangent map that the pullback determines.
 */
export function customVjp(f: AnyFunction, vjpOf: VjpRule, jvpOf?: JvpRule, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "customVjp");
  requireFunction(vjpOf, "customVjp");
  if (jvpOf !== undefined) requireFunction(jvpOf, "customVjp");
  requireNoMore(surplus, "a function, a pullback rule and a tangent rule", "customVjp");
  const map = jvpOf ?? tangentMapOf(vjpOf, f.length);
  const custom = (...args: unknown[]): unknown => f(...args);
  const customJ = (...args: unknown[]): unknown => reverseByVjp(vjpOf, f.length, args);
  const customD = (context: Context, tangents: Cotangent, ...args: unknown[]): unknown =>
    forwardByJvp(map, tuple(context), tuple(tangents), args);
  const customV = (contexts: Tuple<Context>, tangents: Tuple, ...args: unknown[]): unknown =>
    forwardByJvp(map, contexts, tangents, args);
  const customT = (contexts: Tuple<Context>, tangents: Tuple, ...args: unknown[]): unknown =>
    seriesByJvp(map, contexts, tangents, args);
  return rule(custom, customJ, customD, customV, customT);
}

/** `f` with the tangent map `jvpOf`: `jvpOf(args, tangents)` returns `[y, ẏ]`. */
export function customJvp(f: AnyFunction, jvpOf: JvpRule, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "customJvp");
  requireFunction(jvpOf, "customJvp");
  requireNoMore(surplus, "a function and a tangent rule", "customJvp");
  const custom = (...args: unknown[]): unknown => f(...args);
  const customJ = (...args: unknown[]): unknown => reverseByJvp(jvpOf, args);
  const customD = (context: Context, tangents: Cotangent, ...args: unknown[]): unknown =>
    forwardByJvp(jvpOf, tuple(context), tuple(tangents), args);
  const customV = (contexts: Tuple<Context>, tangents: Tuple, ...args: unknown[]): unknown =>
    forwardByJvp(jvpOf, contexts, tangents, args);
  const customT = (contexts: Tuple<Context>, tangents: Tuple, ...args: unknown[]): unknown =>
    seriesByJvp(jvpOf, contexts, tangents, args);
  return rule(custom, customJ, customD, customV, customT);
}

/** A compiled function that calls `f`, a native function whose result and effects carry no derivative. */
export function inactive(f: (...args: never[]) => unknown): AnyFunction {
  return function (this: unknown, ...args: unknown[]): unknown {
    return foreignCall(f, this, gather(args, args.length));
  };
}

/** A compiled function that throws an error. */
export function throwing(error: unknown): AnyFunction {
  return (): never => {
    throw error;
  };
}
