// Generators in specialised code: it answers, with what general code gives, and no generator is left in it.

import { describe, expect, test } from "vitest";
import { grad, hvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { codeOf } from "./plans.ts";

type F = (x: number, n: number) => number;
type Call = (...args: unknown[]) => unknown;
const by = (operator: unknown, f: unknown): Call => (operator as (f: unknown) => Call)(f);

function* scaled(x: number, n: number): Generator<number> {
  for (let k = 0; k < n; k++) yield (x * k) / 8;
}

function* around(x: number, n: number): Generator<number> {
  yield x;
  yield* scaled(x * x, n);
  yield Math.sin(x);
}

function* naturals(x: number): Generator<number> {
  for (let k = 1; ; k++) yield k * x;
}

function* map(it: Iterable<number>, f: (x: number) => number): Generator<number> {
  for (const v of it) yield f(v);
}

function* filter(it: Iterable<number>, f: (x: number) => boolean): Generator<number> {
  for (const v of it) if (f(v)) yield v;
}

function* take(it: Iterable<number>, n: number): Generator<number> {
  let k = 0;
  for (const v of it) {
    if (k++ >= n) return;
    yield v;
  }
}

function* alternating(x: number, n: number): Generator<number> {
  let sum = x;
  for (let k = 0; k < n; k++) {
    yield sum;
    sum *= x;
    yield -k * x;
  }
}

function* nested(x: number, n: number): Generator<number> {
  for (let k = 1; k < n; k++) yield* scaled(x + k, k);
}

/** One that is told what to go on with. */
function* running(x: number): Generator<number, number, number> {
  let sum = x;
  for (;;) {
    const given = yield sum;
    if (given < 0) return sum * x;
    sum += given * x;
  }
}

let closed = 0;
function* closing(x: number, n: number): Generator<number> {
  try {
    yield* scaled(x, n);
  } finally {
    closed++;
  }
}

/** A call that finds the module as it was. */
function fresh(f: Call, ...args: readonly unknown[]): number {
  closed = 2;
  return f(...args) as number;
}

const sum = (it: Iterable<number>): number => {
  let s = 0;
  for (const v of it) s += v * v;
  return s;
};

const programs: Readonly<Record<string, F>> = {
  "a loop over one": (x, n) => sum(scaled(x, n)),
  "one that delegates": (x, n) => sum(around(x, n)),
  "one that delegates in a loop": (x, n) => sum(nested(x, n)),
  "one that stops at two places in a loop": (x, n) => sum(alternating(x, n)),
  destructuring: (x, n) => {
    const [a = 0, b = 0, , c = 1] = around(x, n);
    return a * b * c;
  },
  spread: (x, n) => [...around(x, n)].reduce((s, v) => s + v ** 3, 0),
  "a pipeline": (x, n) =>
    sum(
      take(
        filter(map(naturals(x), Math.sin), (v) => v > 0.1),
        n,
      ),
    ),
  "a break": (x, n) => {
    let s = 0;
    for (const v of naturals(x)) {
      s += v * v;
      if (s > 40 * n) break;
    }
    return s;
  },
  "steps made by hand": (x, n) => {
    const it = scaled(x, n);
    let s = 0;
    for (let step = it.next(); step.done !== true; step = it.next()) s += step.value * x;
    return s;
  },
  "two at a time": (x, n) => {
    const [a, b] = [naturals(x), scaled(x * x, n)];
    let s = 0;
    for (const v of b) s += v * (a.next().value as number);
    return s;
  },
  "values that it is given": (x, n) => {
    const it = running(x);
    it.next();
    let last = 0;
    for (let k = 0; k < n; k++) last = it.next(k).value;
    return last * it.next(-1).value;
  },
  "in different states on two paths": (x, n) => {
    const it = around(x, n);
    it.next();
    if (x > 1) it.next();
    const step = it.next();
    return (step.done === true ? x : step.value) * sum(it);
  },
  "one for each iteration of a loop": (x, n) => {
    let s = 0;
    for (let k = 0; k < n; k++) for (const v of scaled(x + k, k)) s += v * x;
    return s;
  },
  "handlers, and a break": (x, n) => {
    let s = 0;
    for (const v of closing(x, n)) {
      if (v > 0.8) break;
      s += v * v;
    }
    return s * closed;
  },
  "an exception from within": (x, n) => {
    let s = 0;
    try {
      for (const v of scaled(x, n)) {
        if (v > 0.5) throw new RangeError("enough");
        s += v * v;
      }
    } catch {
      s *= x;
    }
    return s;
  },
  "an iterator written by hand": (x, n) => {
    let k = 0;
    const it = {
      next: () => ({ done: k >= n, value: x * k++ }),
      [Symbol.iterator]() {
        return this;
      },
    };
    let s = 0;
    for (const v of it) s += v * v;
    return s;
  },
};

describe("specialised code answers", () => {
  test.each(Object.entries(programs))("%s", (_, f) => {
    const [slope, product] = [by(grad, f), by(hvp, f)];
    const [expected, second] = [by(general.grad, f), by(general.hvp, f)];
    for (const [x, n] of [
      [1.3, 7],
      [0.7, 5],
      [1.1, 0],
      [0.9, 1],
    ] as const) {
      const [first, other] = [fresh(expected, x, n), fresh(second, x, n, 1)];
      for (let k = 0; k < 2; k++) {
        expect(fresh(slope, x, n)).toBeCloseTo(first, 10);
        expect(fresh(product, x, n, 1)).toBeCloseTo(other, 9);
      }
      const h = 1e-6;
      const at = (y: number): number => fresh(f as Call, y, n);
      const difference = (at(x + h) - at(x - h)) / (2 * h);
      expect(Math.abs(first - difference)).toBeLessThan(1e-6 * (1 + Math.abs(difference)));
    }
    expect(isAnswered(slope, 1.3, 7)).toBe(true);
  });
});

describe("a generator that is walked is the loop that it contains", () => {
  test.each(["a loop over one", "one that delegates", "steps made by hand", "a break"])("%s", (name) => {
    const code = codeOf(by(grad, programs[name]), 1.3, 7);
    expect(code).toContain("for (");
    // Neither the generator, nor what it gives, nor the number of its state.
    expect(code).not.toMatch(/\b(?:next|done|Symbol|switch)\b/);
  });
});

test("what has a symbol as a key is returned, copied and joined as what it is", () => {
  const own = { value: 2 };
  const f = (x: number, n: number): number => {
    const made = { a: x, [Symbol.iterator]: () => scaled(x, 2) };
    // oxlint-disable-next-line typescript/no-misused-spread -- this is what is tested
    const copy = { ...made };
    const either = n > 2 ? made : copy;
    return [...either].length * x + Object.keys(either).length * x * own.value;
  };
  expect([1, 3].map((n) => by(grad, f)(1.5, n))).toEqual([1, 3].map((n) => by(general.grad, f)(1.5, n)));
  expect(by(grad, f)(1.5, 3)).toBe(4);
});

test("more states than are told apart", () => {
  const f: F = (x, n) => {
    const it = naturals(x);
    let s = 0;
    for (let k = 0; k < n; k++) s += it.next().value as number;
    const other = around(x, 3);
    for (const limit of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) if (x * n > limit) s += (other.next().value ?? x) as number;
    return s * sum(other);
  };
  for (const [x, n] of [
    [1.3, 2],
    [0.7, 1],
    [1.1, 7],
  ] as const)
    for (let k = 0; k < 2; k++) expect(by(grad, f)(x, n)).toBeCloseTo(by(general.grad, f)(x, n) as number, 10);
});
