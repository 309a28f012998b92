// What may throw where errors are values, in typed code: it throws in some calls, and in others it does not.

import { describe, expect, test } from "vitest";
import { grad, hvp, jvp, ready, valueAndGrad } from "zeroth";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "../test-support/expect-close.ts";

type Numbers = readonly number[];

function* chosen(xs: Numbers): Generator<number> {
  for (const x of xs) if (x < 9) yield x;
}

const names = ["a", "%", "bb", "%41"];
const bounded = (y: number): number => {
  if (y > 2) throw new RangeError("too large");
  return y * y;
};
const few = (by: number, ...ys: number[]): number => {
  if (ys.length > 2) throw new RangeError("too many");
  return ys.reduce((sum, y) => sum + by * y * y, 0);
};
const pair = (a: number, b: number): number => {
  if (a > b) throw new TypeError("in the wrong order");
  return a * b;
};
const decoded = (k: number): number => decodeURIComponent(names[k]!).length;

/** Calm for the first numbers; the others throw, somewhere. */
const calm: Numbers = [0.7, 1.2];
const others: readonly Numbers[] = [[2.5, 0.3], [0.4, 2.2], [0.4, 1.1, 0.2], [3, 2.5, 2.1], [1.5], calm];

const typed: Readonly<Record<string, (xs: Numbers) => number>> = {
  "the gradient of what throws": (xs) => {
    let sum = 0;
    for (const x of chosen(xs)) {
      try {
        sum += grad((y: number) => bounded(y) * y * xs[0]!)(x);
      } catch (error) {
        sum += (error as Error).message.length * x ** 2;
      }
    }
    return sum;
  },
  "value and gradient, caught outside of the loop": (xs) => {
    let sum = 0;
    try {
      for (const x of chosen(xs)) {
        const [value, slope] = valueAndGrad((y: number) => bounded(y) * y * xs[0]!)(x);
        sum += value * slope;
      }
    } catch {
      sum *= xs[0]!;
    }
    return sum;
  },
  "a tangent of what throws": (xs) => {
    try {
      return jvp((y: number) => bounded(y) * xs[0]!, [xs[1] ?? 0.5], [xs[0]!])[1];
    } catch (error) {
      return error instanceof RangeError ? xs[0]! ** 3 : 0;
    }
  },
  "a product of what throws": (xs) => {
    try {
      return hvp((ys: number[]) => bounded(ys[0]!) * ys[1]! ** 2)([xs[0]!, xs[1] ?? 0.5], [1, 2])[1]!;
    } catch {
      return xs[0]! ** 3;
    }
  },
  "elements of an array for a rest parameter": (xs) => {
    try {
      return few(xs[0]!, ...xs);
    } catch (error) {
      return (error as Error).message.length * xs[0]! ** 2;
    }
  },
  "elements of an array for parameters": (xs) => {
    try {
      return pair(...(xs as [number, number]));
    } catch (error) {
      return (error as Error).message.length * xs[0]! ** 2;
    }
  },
  "functions of the language": (xs) => {
    let sum = 0;
    for (const [k, x] of xs.entries()) {
      try {
        sum += decoded(x > 2 ? 1 : k * 2) * x * x;
      } catch (error) {
        sum += error instanceof URIError ? x : 0;
      }
    }
    return sum;
  },
  "a derivative of what calls functions of the language": (xs) => {
    try {
      return grad((y: number) => decoded(xs[0]! > 2 ? 1 : 3) * y ** 3)(xs[0]!);
    } catch {
      return xs[0]! ** 2;
    }
  },
  "the length of a new array": (xs) => {
    try {
      return new Array<number>(2 - xs.length).fill(xs[0]!).reduce((sum, x) => sum + x * x, xs[0]!);
    } catch (error) {
      return error instanceof RangeError ? xs[0]! ** 2 : 0;
    }
  },
  "a length that no array has": (xs) => {
    try {
      return Array.from({ length: xs[0]! > 2 ? 2 ** 33 : 2 }, (_, k) => xs[0]! ** 2 * k).reduce((sum, x) => sum + x, 0);
    } catch (error) {
      return error instanceof RangeError ? xs[0]! ** 3 : 0;
    }
  },
  "elements that are absent": (xs) => {
    const rows = xs.map((x) => (x > 2 ? null : { x }));
    try {
      return rows.reduce((sum, row) => sum + row!.x ** 2, 0);
    } catch (error) {
      return error instanceof TypeError ? xs[0]! ** 3 : 0;
    }
  },
};

describe("what throws in some calls is caught in these", () => {
  test.each(Object.entries(typed))("%s", async (_, f) => {
    await ready(grad(f), calm);
    for (let round = 0; round < 2; round++)
      for (const xs of others)
        expectClose(grad(f)(xs), (general.grad as unknown as typeof grad)(f)(xs), 1e-12, "gradient");
    for (const xs of others) {
      const moved = (h: number): number => f(xs.map((x, k) => x + h * Math.cos(k)));
      const slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
      const [, tangent] = jvp(f, [xs], [xs.map((_, k) => Math.cos(k))]);
      expect(Number.isNaN(slope) ? 0 : tangent).toBeCloseTo(Number.isNaN(slope) ? 0 : slope, 5);
    }
  });
});

const written: Readonly<Record<string, (xs: number[]) => number>> = {
  "an element": (xs) => {
    try {
      xs[0] = xs[0]! * 2;
    } catch {
      return xs[0]! * 3;
    }
    return xs[0] ** 2;
  },
  "an element by a method": (xs) => {
    try {
      xs.fill(2, 1, 2);
    } catch {
      return xs[0]! * 3;
    }
    return 4 * xs[0]! ** 2 + xs[1]! - 2;
  },
  "a further element": (xs) => {
    try {
      xs.push(0);
    } catch {
      return xs[0]! * 3;
    }
    xs.pop();
    return 4 * xs[0]! ** 2;
  },
};

test.each(Object.entries(written))("%s of a frozen argument is not written, and the error is caught", async (_, f) => {
  await ready(grad(f), [0.5, 1]);
  for (let call = 0; call < 3; call++) {
    expect(grad(f)([0.5, 1])).toEqual([4, 0]);
    expect(grad(f)(Object.freeze([0.5, 1]) as number[])).toEqual([3, 0]);
  }
});
