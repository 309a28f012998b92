// Loops of all kinds; exceptions that leave the function.

import { conformance } from "./conform.ts";
import { linear, polynomial, product, scalar, slopes, squares, thrown, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

const loops = [
  scalar(
    "for",
    (x) => {
      let y = 1;
      for (let i = 0; i < 3; i++) y *= x;
      return y;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "for without a head",
    (x) => {
      let y = x;
      for (;;) {
        y *= x;
        if (y > 6) return y;
      }
    },
    1.5,
    polynomial(0, 0, 0, 0, 0, 1),
  ),
  scalar(
    "for with two counters",
    (x) => {
      let y = 0;
      for (let i = 0, j = 5; i < j; i++, j--) y += i * j * x * x;
      return y;
    },
    1.5,
    polynomial(0, 0, 10),
  ),
  scalar(
    "while",
    (x) => {
      let y = x;
      while (y < 20) y *= 2 * x;
      return y;
    },
    1.5,
    polynomial(0, 0, 0, 0, 8),
  ),
  scalar(
    "do while",
    (x) => {
      let y = x;
      do y *= x;
      while (y < 1);
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "continue",
    (x) => {
      let y = 0;
      for (let i = 0; i < 6; i++) {
        if (i % 2 === 0) continue;
        y += i * x * x;
      }
      return y;
    },
    1.5,
    polynomial(0, 0, 9),
  ),
  scalar(
    "break of an outer loop",
    (x) => {
      let y = 0;
      outer: for (let i = 0; i < 5; i++) {
        for (let j = 0; j < 5; j++) {
          if (i * j > 3) break outer;
          y += x * j;
        }
        y *= x;
      }
      return y;
    },
    1.5,
    polynomial(0, 6, 10),
  ),
  scalar(
    "continue of an outer loop",
    (x) => {
      let y = 0;
      rows: for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          if (j > i) continue rows;
          y += x ** (i + j);
        }
      }
      return y;
    },
    1.5,
    polynomial(1, 1, 2, 1, 1),
  ),
  vector(
    "for-of",
    (x) => {
      let y = 0;
      for (const v of x) y = y / 2 + v;
      return y * y;
    },
    x3,
    product([0.25, 0.5, 1], [0.25, 0.5, 1]),
  ),
  vector(
    "for-of over an array that grows",
    (x) => {
      let y = 0;
      for (const v of x) {
        if (x.length < 5) x.push(v * 2);
        y += v * v;
      }
      return y;
    },
    x3,
    squares([5, 5, 1]),
  ),
  vector(
    "for-of that assigns elements elsewhere",
    (x) => {
      const state = { last: 0, total: 0 };
      for (state.last of x) state.total += state.last * state.last;
      return state.total + state.last;
    },
    x3,
    slopes(
      (v, i) => 2 * v + (i === 2 ? 1 : 0),
      () => 2,
    ),
  ),
  vector(
    "for-in over an array",
    (x) => {
      let y = 0;
      for (const k in x) y += Number(k) * x[k]! ** 2;
      return y;
    },
    x3,
    squares([0, 1, 2]),
  ),
  scalar(
    "Newton's method",
    (x) => {
      let y = 1;
      for (let i = 0; i < 50 && Math.abs(y * y - x) > 1e-15; i++) y = (y + x / y) / 2;
      return y;
    },
    2.5,
    slopes(
      (v) => 0.5 / Math.sqrt(v),
      (v) => -0.25 * v ** -1.5,
    ),
  ),
  scalar(
    "a loop that does not run",
    (x) => {
      let y = x * x;
      while (y > 100) y /= x;
      for (let i = 0; i < 0; i++) y += x;
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a loop whose bound is computed",
    (x) => {
      let y = 0;
      for (let i = 0; i < Math.floor(2 * x); i++) y += x ** i;
      return y;
    },
    1.6,
    polynomial(1, 1, 1),
  ),
  scalar(
    "the value of a variable after its loop",
    (x) => {
      let i = 0;
      let before = 0;
      for (; i * x < 5; i++) before = i * x * x;
      return before * i;
    },
    1.5,
    polynomial(0, 0, 12),
  ),
];

const exceptions = [
  scalar(
    "a check that does not throw",
    (x) => {
      if (x < 0) throw new RangeError("negative");
      return Math.sqrt(x);
    },
    1.5,
    slopes(
      (v) => 0.5 / Math.sqrt(v),
      (v) => -0.25 * v ** -1.5,
    ),
  ),
  scalar(
    "an assertion in a function that is called",
    (x) => {
      const positive = (v: number): number => {
        if (!(v > 0)) throw new Error(`${v} is not positive`);
        return v;
      };
      return positive(x) * positive(x * x);
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  vector(
    "an unreachable end of a switch",
    (x) => {
      const pick = (kind: "a" | "b"): number => {
        switch (kind) {
          case "a":
            return x[0]!;
          case "b":
            return x[1]! * 2;
          default:
            throw new Error("neither");
        }
      };
      return pick("a") + pick("b");
    },
    x3,
    linear([1, 2, 0]),
  ),
];

class TooSmall extends RangeError {
  readonly least: number;
  constructor(least: number) {
    super(`below ${least}`);
    this.name = "TooSmall";
    this.least = least;
  }
}

const throwing = [
  thrown(
    "an error",
    (x) => {
      if (x > 1) throw new Error(`${x} is too much`);
      return x * x;
    },
    1.5,
    Error,
    "1.5 is too much",
  ),
  thrown(
    "an error of the language",
    (x) => {
      const o = null as { a: number } | null;
      return o!.a * x;
    },
    1.5,
    TypeError,
    /null/,
  ),
  thrown(
    "an error of the program's own class",
    (x) => {
      if (x < 10) throw new TooSmall(10);
      return x;
    },
    1.5,
    RangeError,
    "below 10",
  ),
  thrown(
    "an error out of a loop and a call",
    (x) => {
      const check = (v: number, i: number): number => {
        if (v > 5) throw new RangeError(`at ${i}`);
        return v;
      };
      let y = x;
      for (let i = 0; i < 10; i++) y = check(y * x, i);
      return y;
    },
    1.5,
    RangeError,
    "at 2",
  ),
  thrown(
    "an error out of a callback",
    (x) =>
      [1, 2, 3].map((k) => {
        if (k * x > 4) throw new Error(`no ${k}`);
        return k * x;
      })[0]!,
    1.5,
    Error,
    "no 3",
  ),
  thrown(
    "a call of what is no function",
    (x) => (({ a: x }) as unknown as { a: (v: number) => number }).a(x),
    1.5,
    TypeError,
    /is not a function/,
  ),
  thrown(
    "an assignment to a constant of frozen memory",
    (x) => {
      const o = Object.freeze({ a: x }) as { a: number };
      o.a = 2;
      return o.a;
    },
    1.5,
    TypeError,
    /read only/,
  ),
  thrown(
    "a use before the declaration",
    (x) => {
      const f = (): number => late;
      const y = f();
      const late = x;
      return y * late;
    },
    1.5,
    ReferenceError,
    /late|initiali/,
  ),
];

conformance("loops", [...loops, ...exceptions], { throwing });
