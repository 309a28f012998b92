// Loops over arrays, texts, maps, sets and iterables of the program's own, by the protocol of the language.

import { conformance } from "./conform.ts";
import { Polynomial, powers, Range } from "./iterables.ts";
import { polynomial, product, refusedVector, scalar, squares, thrown, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

const take = (n: number, xs: Iterable<number>): number[] => {
  const taken: number[] = [];
  for (const v of xs) {
    if (taken.length >= n) break;
    taken.push(v);
  }
  return taken;
};

/** Lazy: nothing is computed before it is asked for. */
const mapped = (xs: Iterable<number>, f: (v: number) => number): Iterable<number> => ({
  [Symbol.iterator]() {
    const inner = xs[Symbol.iterator]();
    return {
      next(): IteratorResult<number> {
        const { done, value } = inner.next() as { done?: boolean; value: number };
        return done === true ? { done: true, value: undefined } : { done: false, value: f(value) };
      },
    };
  },
});

/** Without end; `told` runs when it is ended early. */
const repeating = (value: number, told: () => void): Iterable<number> => ({
  [Symbol.iterator]: () => ({
    next: () => ({ done: false, value }),
    return() {
      told();
      return { done: true, value: undefined };
    },
  }),
});

const walked = [
  scalar(
    "an iterator is told once that the body has thrown",
    (x) => {
      let n = 1;
      for (let i = 0; i < 2; i++) {
        try {
          for (const v of repeating(x, () => (n *= 10))) for (const w of repeating(v, () => (n *= 7))) throw w;
        } catch (error) {
          n += error as number;
        } finally {
          n *= x;
        }
      }
      return n;
    },
    1.5,
  ),
  scalar(
    "an iterator that throws is not told",
    (x) => {
      let n = x;
      const failing: Iterable<number> = {
        [Symbol.iterator]: () => ({
          next: () => {
            if (n > 9) throw x;
            return { done: false, value: 2 };
          },
          return() {
            n *= 100;
            return { done: true, value: undefined };
          },
        }),
      };
      try {
        for (const v of failing) n *= v * x;
      } catch (error) {
        n *= error as number;
      }
      return n;
    },
    1.5,
  ),
  vector(
    "an array",
    (x) => {
      let y = 1;
      for (const v of x) y += v * v;
      return y;
    },
    x3,
    squares([1, 1, 1], 1),
  ),
  vector(
    "an array with its indices",
    (x) => {
      let y = 0;
      for (const [i, v] of x.entries()) y += i * v * v;
      return y;
    },
    x3,
    squares([0, 1, 2]),
  ),
  scalar(
    "a text",
    (x) => {
      let y = 0;
      for (const c of "a1b2") y = c >= "a" ? y * x : y + Number(c);
      return y * x;
    },
    1.5,
    polynomial(0, 2, 1),
  ),
  scalar(
    "a text with characters of two units",
    (x) => [..."a😀b"].length * x + "a😀b".length * x * x,
    1.5,
    polynomial(0, 3, 4),
  ),
  scalar(
    "a map",
    (x) => {
      let y = 0;
      for (const [k, v] of new Map([
        ["a", x],
        ["bb", x * x],
      ]))
        y += k.length * v;
      return y;
    },
    1.5,
    polynomial(0, 1, 2),
  ),
  scalar(
    "a map that grows while it is walked",
    (x) => {
      const m = new Map([[0, x]]);
      let y = 0;
      for (const [k, v] of m) {
        if (k < 2) m.set(k + 1, v * x);
        y += v;
      }
      return y;
    },
    1.5,
    polynomial(0, 1, 1, 1),
  ),
  scalar(
    "a set",
    (x) => {
      let y = 1;
      for (const k of new Set([1, 2, 2])) y *= x + k;
      return y;
    },
    1.5,
    polynomial(2, 3, 1),
  ),
  vector(
    "a typed array",
    (x) => {
      let y = 0;
      for (const v of Float64Array.from(x)) y = y / 2 + v;
      return y * y;
    },
    x3,
    product([0.25, 0.5, 1], [0.25, 0.5, 1]),
  ),
  scalar(
    "instances of a class",
    (x) => {
      let y = 0;
      for (const k of new Range(1, 4)) y += k * x ** k;
      return y;
    },
    1.5,
    polynomial(0, 1, 2, 3),
  ),
  scalar(
    "instances that give pairs",
    (x) => {
      let y = 0;
      for (const [c, k] of new Polynomial(1, x, 2)) y += c * x ** k;
      return y;
    },
    1.5,
    polynomial(1, 0, 3),
  ),
  scalar(
    "an object without end, and break",
    (x) => {
      let y = 0;
      const all = powers(x);
      for (const p of all) {
        if (p > 4) break;
        y += p;
      }
      return y * all.closed + all.given;
    },
    1.5,
    polynomial(4, 1, 1, 1),
  ),
  scalar(
    "return from the loop",
    (x) => {
      const all = powers(x);
      const first = (): number => {
        for (const p of all) if (p > 2) return p;
        return 0;
      };
      return first() + all.closed;
    },
    1.5,
    polynomial(1, 0, 1),
  ),
  scalar(
    "continue of an outer loop closes the inner",
    (x) => {
      const all = powers(x);
      let y = 0;
      outer: for (const k of [1, 2]) {
        for (const p of all) {
          if (p > k) continue outer;
          y += p;
        }
      }
      return y + all.closed;
    },
    1.5,
    polynomial(2, 1),
  ),
  scalar(
    "lazy iterables in a chain",
    (x) =>
      take(
        3,
        mapped(powers(x), (v) => v * 2),
      ).reduce((a, b) => a + b),
    1.5,
    polynomial(0, 2, 2, 2),
  ),
  scalar(
    "the protocol by hand",
    (x) => {
      const iterator = powers(x)[Symbol.iterator]();
      iterator.next();
      const { value, done } = iterator.next() as { value: number; done: boolean };
      return done ? 0 : value;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "an iterable that depends on the number",
    (x) => {
      const xs: Iterable<number> = x > 1 ? [x, x * x] : new Set([x]);
      let y = 1;
      for (const v of xs) y *= v;
      return y;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "nothing",
    (x) => {
      let y = x * x;
      for (const v of [] as number[]) y += v;
      for (const v of new Set<number>()) y += v;
      for (const v of "") y += v.length;
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
];

const throwing = [
  thrown(
    "what is not iterable",
    (x) => {
      const [a] = 5 as unknown as number[];
      return a! * x;
    },
    1.5,
    TypeError,
    /iterable/,
  ),
  thrown(
    "an iterator that throws",
    (x) => {
      let y = 0;
      for (const v of mapped(powers(x), (v) => {
        if (v > 3) throw new RangeError("too large");
        return v;
      }))
        y += v;
      return y;
    },
    1.5,
    RangeError,
    "too large",
  ),
];

const refusals = [
  refusedVector(
    "an iterator of an array as a value",
    (x) => {
      const iterator = x.values();
      return iterator.next().value! ** 2;
    },
    x3,
    /`values` has no derivative/,
  ),
  refusedVector("Symbol.iterator of an array", (x) => x[Symbol.iterator]().next().value! ** 2, x3, /iterator|values/),
];

conformance("iteration", walked, { throwing, refusals });
