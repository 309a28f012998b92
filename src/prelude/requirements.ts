// What operators require of their arguments: each function throws a ZerothError if its requirement is not met.

import { foreignCall, tuple } from "../host/intrinsics.ts";
import { ZerothError } from "../ir/index.ts";
import { isReal, type Structure } from "../runtime/index.ts";
import { ownProperty } from "./own-property.ts";

export function requireFunction(f: unknown, operator: string): void {
  if (typeof f === "function") return;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes a function, and was given ${f === null ? "null" : `a value of type ${typeof f}`}`,
  });
}

export function requireArguments(args: readonly unknown[], argnums: readonly number[], operator: string): void {
  for (let k = 0; k < argnums.length; k++) {
    const i = argnums[k] as number;
    if (i >= 0 && i < args.length && i % 1 === 0) {
      requireDifferentiable(args[i], i, operator);
      if (argnums.indexOf(i) === k) continue;
      throw new ZerothError({ kind: "invalid", message: `${operator}: argnums names argument ${i} more than once` });
    }
    const count = args.length;
    throw new ZerothError({
      kind: "invalid",
      message: `${operator} differentiates argument ${i}, but the function was called with ${count} argument${count === 1 ? "" : "s"}`,
      remedy: "call it with that argument, or name other arguments by `argnums`",
    });
  }
}

/** Only numbers, and what can hold numbers, can be differentiated. */
export function requireDifferentiable(x: unknown, index: number, operator: string): void {
  if (typeof x === "number" || typeof x === "function") return;
  let kind = x === null ? "null" : `a value of type ${typeof x}`;
  if (typeof x === "object" && x !== null) {
    if (!ArrayBuffer.isView(x) || x instanceof Float64Array || x instanceof Float32Array) return;
    // Typed arrays of another realm are not instances of the classes of this one.
    if (foreignCall(isReal, undefined, tuple(x)) === true) return;
    kind = "an array of integers";
  }
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} differentiates argument ${index}, which is ${kind}: nothing in it carries a derivative`,
    remedy: `pass a number, an array, a Float64Array, a record or a closure, or ${operator === "jvp" ? "null as its tangent" : "name other arguments by `argnums`"}`,
  });
}

export function requireNumber(value: unknown, operator: string): void {
  if (typeof value === "number") return;
  const kind = Array.isArray(value)
    ? `an array of length ${value.length}`
    : value === null
      ? "null"
      : `a value of type ${typeof value}`;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes a function that returns a number; this one returned ${kind}`,
    remedy: "return one number, or use jacobian, vjp or J; for [number, extra results] set hasAux",
  });
}

export function requirePair(value: unknown, operator: string): void {
  if (Array.isArray(value) && value.length === 2 && typeof value[0] === "number") return;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} with hasAux takes a function that returns [number, extra results]`,
  });
}

/** Requires a direction to have a number for each number of the argument, whose structure is `s`. */
export function requireDirection(s: Structure, v: unknown): void {
  if (s.kind === "none" || s.kind === "opaque") return;
  if (s.kind === "number") {
    if (typeof v !== "number") throw unlike();
    return;
  }
  if (typeof v !== "object" || v === null) throw unlike();
  if (s.kind === "array" || s.kind === "typed") requireElements(s, v as readonly unknown[]);
  else if (s.kind === "box") requireDirection(s.items[0] as Structure, v);
  else {
    for (let k = 0; k < s.keys.length; k++) {
      requireDirection(s.items[k] as Structure, ownProperty(v, s.keys[k] as string));
    }
  }
}

function requireElements(s: Structure, v: readonly unknown[]): void {
  if (v.length !== s.length) throw unlike();
  for (let i = 0; i < s.length; i++) {
    if (!s.uniform) requireDirection(s.items[i] as Structure, v[i]);
    else if (typeof v[i] !== "number") throw unlike();
  }
}

function unlike(): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message: "the direction of a Hessian-vector product has another shape than the argument",
    remedy: "give a direction of the same shape: arrays of the same length, records with the same keys",
  });
}

/** Requires the order of a derivative: a whole number, at least 0. */
export function requireOrder(n: unknown, operator: string): void {
  if (typeof n === "number" && n >= 0 && n % 1 === 0) return;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes a whole number as its order, and was given ${String(n)}`,
  });
}

export function requireNumberArgument(x: unknown, operator: string): void {
  if (typeof x === "number") return;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes a function of a number; this one was called with something else as its first argument`,
    remedy: "use grad, jacobian, or jvp along a direction",
  });
}

export function requireLists(primals: unknown, tangents: unknown): void {
  if (Array.isArray(primals) && Array.isArray(tangents) && primals.length === tangents.length) return;
  throw new ZerothError({
    kind: "invalid",
    message: "jvp takes an array of arguments and an array of their tangents, one for each argument",
    remedy: "jvp(f, [x, y], [vx, vy]), with null for what does not move",
  });
}
