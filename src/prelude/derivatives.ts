// The operators that use `call.J`. They make the arguments disjoint, call the function, create a context, seed it, call the
// pullback, and mirror the cotangents. They do nothing else, and all of it is differentiable, so `J(J, f, x)` is an ordinary
// call.

import { accum, callPullback, newContext, part, push, shadow, structure } from "../host/intrinsics.ts";
import type { Cotangent, Structure } from "../runtime/index.ts";
import { allOf, evaluate, pull } from "./evaluation.ts";
import { argnumsOf, hasAuxOf, requireNoMore, requireOptions } from "./options.ts";
import { requireArguments, requireDirection, requireFunction, requireNumber, requirePair } from "./requirements.ts";
import { pushForward } from "./jvp.ts";
import { copyTree, mirror, seed, stopTree } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

export interface GradOptions {
  readonly argnums?: number | readonly number[];
  readonly hasAux?: boolean;
}

/** `J(f, …args)` returns `[y, pullback]`; `pullback(ȳ)` returns `[f̄, …x̄]`. */
export function J(f: AnyFunction, ...args: unknown[]): [unknown, (g: unknown) => unknown[]] {
  requireFunction(f, "J");
  const closure = structure(f);
  const e = evaluate(f, args, allOf(args));
  const pullback = (g: unknown): unknown[] => {
    const context = newContext();
    const parts = callPullback(e.pullback, context, seed(e.result, context, g));
    const cotangents: unknown[] = [mirror(closure, context, part(parts, 0))];
    for (let k = 0; k < e.shapes.length; k++) {
      push(cotangents, mirror(e.shapes[k] as Structure, context, part(parts, k + 2)));
    }
    return cotangents;
  };
  return [e.value, pullback];
}

/** `vjp(f, …args)` returns `[y, ȳ => x̄s]`: J without the cotangent of the function itself. */
export function vjp(f: AnyFunction, ...args: unknown[]): [unknown, (g: unknown) => unknown[]] {
  requireFunction(f, "vjp");
  const e = evaluate(f, args, allOf(args));
  const pullback = (g: unknown): unknown[] => {
    const context = newContext();
    return pull(e, context, seed(e.result, context, g));
  };
  return [e.value, pullback];
}

export function grad(f: AnyFunction, options?: GradOptions, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "grad");
  requireOptions(options, ["argnums", "hasAux"], "grad");
  requireNoMore(surplus, "a function and options", "grad");
  const argnums = argnumsOf(options, "grad");
  const hasAux = hasAuxOf(options, "grad");
  return (...args: unknown[]): unknown => {
    const [value, gradient] = scalarGradient(f, args, argnums, hasAux, "grad");
    return hasAux ? [gradient, (value as unknown[])[1]] : gradient;
  };
}

export function valueAndGrad(f: AnyFunction, options?: GradOptions, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "valueAndGrad");
  requireOptions(options, ["argnums", "hasAux"], "valueAndGrad");
  requireNoMore(surplus, "a function and options", "valueAndGrad");
  const argnums = argnumsOf(options, "valueAndGrad");
  const hasAux = hasAuxOf(options, "valueAndGrad");
  return (...args: unknown[]): unknown => scalarGradient(f, args, argnums, hasAux, "valueAndGrad");
}

/** The gradient in argument 0, as a part of another operator, which its errors name. */
export function gradientFor(f: AnyFunction, operator: string): AnyFunction {
  return (...args: unknown[]): unknown => scalarGradient(f, args, 0, false, operator)[1];
}

function scalarGradient(
  f: AnyFunction,
  args: readonly unknown[],
  argnums: number | readonly number[],
  hasAux: boolean,
  operator: string,
): [unknown, unknown] {
  const list = typeof argnums === "number" ? [argnums] : argnums;
  requireArguments(args, list, operator);
  const e = evaluate(f, args, list, !hasAux);
  const context = newContext();
  let g: Cotangent = 1;
  if (hasAux) {
    requirePair(e.value, operator);
    accum(shadow(context, e.value), 0, 1);
    g = 0;
  } else {
    requireNumber(e.value, operator);
  }
  const gradients = pull(e, context, g);
  return [e.value, typeof argnums === "number" ? gradients[0] : gradients];
}

/** `hvp(f)(x, v, …rest)`: the Hessian of `f` in argument 0 times `v`, forward over reverse. */
export function hvp(f: AnyFunction, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "hvp");
  requireNoMore(surplus, "a function", "hvp");
  const gradient = gradientFor(f, "hvp");
  return (x: unknown, v: unknown, ...rest: unknown[]): unknown => {
    requireDirection(structure(x), v);
    return pushForward(gradient, [x, ...rest], [v], [0])[1];
  };
}

/**
 * `vhp(f)(x, v, …rest)`: `v` times the Hessian of `f` in argument 0, reverse over forward. It is the gradient of the
 * derivative along `v`.
 */
export function vhp(f: AnyFunction, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "vhp");
  requireNoMore(surplus, "a function", "vhp");
  return (x: unknown, v: unknown, ...rest: unknown[]): unknown => {
    const shape = structure(x);
    requireDirection(shape, v);
    // A copy: memory that `v` shared with `x` would be differentiated as a part of `x`.
    const direction = copyTree(structure(v), v);
    const slope = (...args: unknown[]): unknown => {
      const pushed = pushForward(f, args, [direction], [0]);
      requireNumber(pushed[0], "vhp");
      return pushed[1];
    };
    return scalarGradient(slope, [x, ...rest], 0, false, "vhp")[1];
  };
}

/** The same value without a derivative. Arrays and records are copied. */
export function stopGradient<T>(x: T, ...surplus: unknown[]): T {
  requireNoMore(surplus, "a value", "stopGradient");
  return stopTree(structure(x), x) as T;
}
