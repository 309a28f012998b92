// The derivative operators, over `call.J`. They make arguments disjoint, create the context, seed, call, and mirror the
// result; there is nothing else to them, and all of it is differentiable, so `J(J, f, x)` is an ordinary call.

import {
  accum,
  callJ,
  callPullback,
  newContext,
  overlaps,
  part,
  push,
  shadow,
  structure,
  tupleGet,
  type Pullback,
} from "../host/intrinsics.ts";
import type { Context, Cotangent, Structure } from "../ir/index.ts";
import { requireArguments, requireDirection, requireFunction, requireNumber, requirePair } from "./requirements.ts";
import { pushForward } from "./jvp.ts";
import { copyTree, mirror, seed, stopTree } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

export interface GradOptions {
  readonly argnums?: number | readonly number[];
  readonly hasAux?: boolean;
}

/** What a reverse pass needs: the value, the pullback, and the shapes of the arguments and the result at that time. */
interface Evaluation {
  readonly value: unknown;
  readonly back: Pullback;
  readonly result: Structure;
  readonly closure: Structure;
  /** One for each differentiated argument. */
  readonly shapes: readonly Structure[];
  readonly argnums: readonly number[];
}

function evaluate(f: unknown, args: readonly unknown[], argnums: readonly number[]): Evaluation {
  const copied = overlaps(f, args, argnums);
  const xs: unknown[] = [];
  for (let i = 0; i < args.length; i++) push(xs, args[i]);
  const shapes: Structure[] = [];
  for (let k = 0; k < argnums.length; k++) {
    const i = argnums[k] as number;
    if (copied[k]) xs[i] = copyTree(structure(xs[i]), xs[i]);
    push(shapes, structure(xs[i]));
  }
  const closure = structure(f);
  const pair = callJ(f, undefined, ...xs);
  const value = tupleGet(pair, 0);
  return { value, back: tupleGet(pair, 1) as Pullback, result: structure(value), closure, shapes, argnums };
}

/** Runs the pullback and mirrors the cotangent of each differentiated argument. */
function pull(e: Evaluation, context: Context, g: Cotangent): unknown[] {
  const parts = callPullback(e.back, context, g);
  const gradients: unknown[] = [];
  for (let k = 0; k < e.shapes.length; k++) {
    push(gradients, mirror(e.shapes[k] as Structure, context, part(parts, (e.argnums[k] as number) + 2)));
  }
  return gradients;
}

function allOf(args: readonly unknown[]): number[] {
  const argnums: number[] = [];
  for (let i = 0; i < args.length; i++) push(argnums, i);
  return argnums;
}

/** `J(f, …args)` → `[y, pullback]`; `pullback(ȳ)` → `[f̄, …x̄]`. */
export function J(f: AnyFunction, ...args: unknown[]): [unknown, (g: unknown) => unknown[]] {
  requireFunction(f, "J");
  const e = evaluate(f, args, allOf(args));
  const pullback = (g: unknown): unknown[] => {
    const context = newContext();
    const parts = callPullback(e.back, context, seed(e.result, context, g));
    const cotangents: unknown[] = [mirror(e.closure, context, part(parts, 0))];
    for (let k = 0; k < e.shapes.length; k++) {
      push(cotangents, mirror(e.shapes[k] as Structure, context, part(parts, k + 2)));
    }
    return cotangents;
  };
  return [e.value, pullback];
}

/** `vjp(f, …args)` → `[y, ȳ => x̄s]`: J without the cotangent of the function itself. */
export function vjp(f: AnyFunction, ...args: unknown[]): [unknown, (g: unknown) => unknown[]] {
  requireFunction(f, "vjp");
  const e = evaluate(f, args, allOf(args));
  const pullback = (g: unknown): unknown[] => {
    const context = newContext();
    return pull(e, context, seed(e.result, context, g));
  };
  return [e.value, pullback];
}

export function grad(f: AnyFunction, options?: GradOptions): AnyFunction {
  requireFunction(f, "grad");
  const argnums = options?.argnums ?? 0;
  const hasAux = options?.hasAux ?? false;
  return (...args: unknown[]): unknown => {
    const [value, gradient] = scalarGradient(f, args, argnums, hasAux, "grad");
    return hasAux ? [gradient, (value as unknown[])[1]] : gradient;
  };
}

export function valueAndGrad(f: AnyFunction, options?: GradOptions): AnyFunction {
  requireFunction(f, "valueAndGrad");
  const argnums = options?.argnums ?? 0;
  const hasAux = options?.hasAux ?? false;
  return (...args: unknown[]): unknown => scalarGradient(f, args, argnums, hasAux, "valueAndGrad");
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
  const e = evaluate(f, args, list);
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

/** One pullback for each number of the result; the result's structure over the argument's. */
export function jacobian(f: AnyFunction, options?: { readonly argnums?: number | readonly number[] }): AnyFunction {
  requireFunction(f, "jacobian");
  const argnums = options?.argnums ?? 0;
  return (...args: unknown[]): unknown => {
    const list = typeof argnums === "number" ? [argnums] : argnums;
    requireArguments(args, list, "jacobian");
    const e = evaluate(f, args, list);
    if (typeof argnums === "number") return rows(e, 0, e.result, null, 0);
    const jacobians: unknown[] = [];
    for (let k = 0; k < argnums.length; k++) push(jacobians, rows(e, k, e.result, null, 0));
    return jacobians;
  };
}

/** The rows, for differentiated argument `k`, below the place `key` of `container`, which holds a value of structure `s`. */
function rows(e: Evaluation, k: number, s: Structure, container: unknown, key: PropertyKey): unknown {
  if (s.kind === "number") return row(e, k, container, key);
  if (s.kind === "array" || s.kind === "typed") {
    const result: unknown[] = [];
    for (let i = 0; i < s.length; i++) {
      push(result, s.uniform ? row(e, k, s.ref, i) : rows(e, k, s.items[i] as Structure, s.ref, i));
    }
    return result;
  }
  if (s.kind === "object") {
    const result: Record<string, unknown> = {};
    for (let i = 0; i < s.keys.length; i++) {
      const name = s.keys[i] as string;
      result[name] = rows(e, k, s.items[i] as Structure, s.ref, name);
    }
    return result;
  }
  return null;
}

function row(e: Evaluation, k: number, container: unknown, key: PropertyKey): unknown {
  const context = newContext();
  if (container === null) return pull(e, context, 1)[k];
  accum(shadow(context, container), key, 1);
  return pull(e, context, 0)[k];
}

/** `hvp(f)(x, v, …rest)`: the Hessian of `f` in argument 0 times `v`, forward over reverse. */
export function hvp(f: AnyFunction): AnyFunction {
  requireFunction(f, "hvp");
  const gradient = grad(f);
  return (x: unknown, v: unknown, ...rest: unknown[]): unknown => {
    requireDirection(structure(x), v);
    return pushForward(gradient, [x, ...rest], [v], [0])[1];
  };
}

/** The same value, copied if it is a reference, without a derivative. */
export function stopGradient<T>(x: T): T {
  return stopTree(structure(x), x) as T;
}
