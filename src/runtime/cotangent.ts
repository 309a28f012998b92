// Cotangents at run time: a number, a tuple of cotangents (for closures and tuples), or a tape of them. The number 0 is also the
// structural zero of every kind, so code that knows it has numbers needs no test.

import { Tape } from "./tape.ts";

export type Cotangent = unknown;

/** The sum of two cotangents: numbers add, tuples add by component, tapes by record; 0 is neutral for all. */
export function sum(a: Cotangent, b: Cotangent): Cotangent {
  if (typeof a === "number") return typeof b === "number" ? a + b : b;
  if (typeof b === "number") return a;
  if (a instanceof Tape && b instanceof Tape) return sumTapes(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    const [long, short] = a.length >= b.length ? [a, b] : [b, a];
    const total = long.slice();
    for (let i = 0; i < short.length; i++) total[i] = sum(long[i], short[i]);
    return total;
  }
  throw new TypeError("zeroth: cotangents of different kinds cannot be added");
}

function sumTapes(a: Tape, b: Tape): Tape {
  const records: unknown[] = [];
  let x: Tape | 0 = a;
  let y: Tape | 0 = b;
  while (x !== 0 && y !== 0) {
    records.push(sum(x.record, y.record));
    x = x.rest;
    y = y.rest;
  }
  let tape: Tape | 0 = x === 0 ? y : x;
  for (let i = records.length - 1; i >= 0; i--) tape = new Tape(tape, records[i]);
  return tape as Tape;
}

/**
 * `g · p` by the chain rule, with strong zeros: 0 if either factor is 0, even if the other is infinite or NaN. What has no
 * influence has no derivative, from whichever end the product is taken. So both modes, which multiply along a path in opposite
 * orders, agree, and the partial derivatives of `scale` are products of the same kind, at every order.
 */
export function scale(g: unknown, p: unknown): number {
  // For two finite numbers, JavaScript's product gives a zero its sign.
  return g === 0 || (p === 0 && !Number.isFinite(g)) ? 0 : (g as number) * (p as number);
}

/** `g / p`, but 0 if `g` is 0: the zero is just as strong when a cotangent or tangent is divided. */
export function ratio(g: unknown, p: unknown): number {
  return g === 0 ? 0 : (g as number) / (p as number);
}

/** Component `k` of a tuple cotangent; 0 if the cotangent is zero, and beyond its end. */
export function part(tuple: Cotangent, k: number): Cotangent {
  return Array.isArray(tuple) && k < tuple.length ? tuple[k] : 0;
}

/** The components of a tuple cotangent from `k` on. */
export function partsFrom(tuple: Cotangent, k: number): Cotangent {
  return Array.isArray(tuple) ? tuple.slice(k) : 0;
}

/** The first `k` components of a tuple cotangent. */
export function partsTo(tuple: Cotangent, k: number): Cotangent {
  return Array.isArray(tuple) && tuple.length > k ? tuple.slice(0, k) : tuple;
}

/** The tuple cotangent whose component `k` is `g` and whose others are zero. */
export function inject(k: number, g: Cotangent): Cotangent {
  if (g === 0) return 0;
  const parts: unknown[] = [];
  for (let i = 0; i < k; i++) parts.push(0);
  parts.push(g);
  return parts;
}

/** Prepends `k` zero components: the pullback of `partsFrom`. */
export function injectFrom(k: number, g: Cotangent): Cotangent {
  return Array.isArray(g) ? [...new Array<unknown>(k).fill(0), ...(g as unknown[])] : 0;
}
