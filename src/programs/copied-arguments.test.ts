// Arguments that share memory are copied before they are differentiated: a copy is like what it is a copy of, so that the
// function does with it what it does in JavaScript.

import { expect, test } from "vitest";
import { grad, jvp, stopGradient, vjp } from "zeroth";

/** Its methods make plain arrays, in differentiated code too. */
class Vector extends Array<number> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

const make: readonly (readonly [string, (k: number) => object])[] = [
  ["a record without a prototype", (k) => Object.assign(Object.create(null) as object, { a: k, 0: k })],
  ["an array with a named property", (k) => Object.assign([k], { a: 3 })],
  ["an array with a method", (k) => Object.assign([k], { map: (): number[] => [5] })],
  ["an instance of a class of arrays", (k) => Vector.from([k, 1])],
  ["a sparse array", (k) => Object.assign([k], { 5: 2, a: 2 })],
  ["a plain array", (k) => [k]],
];

interface Looks {
  readonly 0: number;
  readonly a?: number;
  readonly map?: (f: (x: number) => number) => readonly number[];
}

const seen = (p: Looks): number =>
  ("toString" in p ? 2 : 1) +
  (p.a ?? 7) +
  (p.map === undefined ? 0 : (p.map((x) => x)[0] as number)) +
  (p instanceof Vector ? 11 : 0);

test.each(make)("%s", (_, of) => {
  const f = (p: Looks, q: Looks): number => seen(p) * q[0];
  const stopped = (p: Looks, q: Looks): number => seen(stopGradient(p)) * q[0];
  for (const g of [f, stopped]) {
    const second = grad(g, { argnums: [1] });
    const both = grad(g, { argnums: [0, 1] });
    for (let k = 1; k <= 40; k++) {
      const p = of(k) as Looks;
      const expected = seen(p);
      expect(g(p, p)).toBe(expected * k);
      expect(vjp(g, p, p)[0]).toBe(expected * k);
      expect(second(p, p)[0][0]).toBe(expected);
      expect(both(p, p)[1][0]).toBe(expected);
      expect(both(of(k) as Looks, of(k) as Looks)[1][0]).toBe(expected);
      expect(jvp(g, [p, p], [null, null])[0]).toBe(expected * k);
    }
  }
});
