// What is done on the way to an exception: specialised code throws what general code throws, and nothing happens twice.

import { describe, expect, test } from "vitest";
import { hvp, valueAndGrad } from "../index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import { isSpecialised } from "../test-support/is-specialised.ts";
import { originOf } from "./origins.ts";

type Fn = (...args: never[]) => unknown;
type Call = (...args: readonly unknown[]) => unknown;

/** What the programs change of their module. */
let log: string[] = [];
let counter = 0;
const note = (x: unknown): void => {
  log.push(JSON.stringify(x));
};

interface Case {
  readonly f: Fn;
  /** Arguments that return, then others that throw, or that code made for the first ones does not fit. */
  readonly calls: readonly (readonly unknown[])[];
  readonly isTyped: boolean;
}

const limits = [
  [[1, 2], 100],
  [[1, 2], 3],
  [[1, "3"], 100],
  [[1, "3"], 2],
  [[2, 5, 1], 9],
];

const cases: Readonly<Record<string, Case>> = {
  "an argument is written": {
    f: (x: number[], limit: number) =>
      x.reduce((s, v) => {
        if (v > limit) {
          x[0] = 99;
          throw new RangeError(`${s}`);
        }
        return s + v * v;
      }, 0),
    calls: limits,
    isTyped: true,
  },
  "a variable of the module counts": {
    f: (x: number[], limit: number) => {
      let sum = 0;
      for (const v of x) {
        sum += v * v;
        if (sum <= limit) continue;
        counter++;
        throw new RangeError("too much");
      }
      return sum;
    },
    calls: limits,
    isTyped: true,
  },
  "others get memory of the call's own": {
    f: (x: number[], limit: number) => {
      const y = x.map((v) => v * v);
      for (let k = 0; k < y.length; k++) {
        y[k]! *= 2;
        if (y[k]! <= limit) continue;
        note(y);
        y[k] = -1;
        note(y);
        throw new RangeError(`${k}`);
      }
      return y.reduce((a, b) => a + b, 0);
    },
    calls: limits,
    isTyped: true,
  },
  "the error holds memory": {
    f: (x: number[], limit: number) => {
      const y = [...x].sort((a, b) => a - b);
      if (y[0]! + 1.5 > limit) {
        const error: RangeError & { y?: number[] } = new RangeError("high");
        error.y = y;
        throw error;
      }
      y[0]! *= 3;
      return y[0]! * y[1]!;
    },
    calls: limits,
    isTyped: true,
  },
  "a helper throws": {
    f: (x: number[], limit: number) => {
      const fail = (y: number[]): never => {
        note(y);
        throw new TypeError(`${y.length}`);
      };
      const y = x.map((v) => v + 1);
      y.push(x[0]!);
      return y[1]! > limit ? fail(y) : y[0]! * y[1]!;
    },
    calls: limits,
    isTyped: true,
  },
  "a comparison throws": {
    f: (x: number[], limit: number) => {
      const y = [...x];
      y[0]! *= 2;
      y.sort((a, b) => {
        if (a + b > limit) throw new RangeError("compared");
        return a - b;
      });
      return y[0]! ** 2 * y[1]!;
    },
    calls: limits,
    isTyped: true,
  },
  "a method throws": {
    f: (x: number[], limit: number) =>
      x
        .filter((v) => v < limit)
        .map((v) => v * v)
        .reduce((a, b) => a * b),
    calls: [...limits, [[], 1]],
    isTyped: true,
  },
  "a check fails after a write, before the exception": {
    f: (x: number[], limit: number, w: number[] = [1]) => {
      for (const [k, v] of x.entries()) {
        if (v <= limit) continue;
        counter++;
        throw new RangeError(`${w[k]! + 1}`);
      }
      return x[0]! * x[1]!;
    },
    calls: [...limits, [[1, 2], 0, ["a"]], [[1, 2], 0, []]],
    isTyped: true,
  },
  "a check fails after a write, before the exception of a function that calls itself": {
    f: (x: number[], limit: number, w: number[] = [1]) => {
      const walk = (k: number): number => {
        if (k === x.length) return 1;
        if (x[k]! > limit) {
          counter++;
          throw new RangeError(`${w[k]! + 1}`);
        }
        return x[k]! * walk(k + 1);
      };
      return walk(0) + x[0]!;
    },
    calls: [...limits, [[1, 2], 0, ["a"]], [[1, 2], 0, []]],
    isTyped: false,
  },
  "others get memory before it is known that nothing is thrown": {
    f: (x: number[], limit: number) => {
      const y = x.map((v) => v * 2);
      note(y);
      if (y[0]! > limit) throw new RangeError("late");
      return y[0]! ** 2 + y[1]!;
    },
    calls: limits,
    isTyped: false,
  },
};

/** The result or the exception, with the arguments and all effects. */
function seen(call: Call, args: readonly unknown[]): unknown {
  [log, counter] = [[], 0];
  const own = structuredClone(args);
  let outcome: unknown;
  try {
    outcome = call(...own);
  } catch (error) {
    outcome = `${String(error)} ${JSON.stringify(error)}`;
  }
  return { outcome, own, log, counter };
}

describe.each([
  ["valueAndGrad", valueAndGrad],
  ["hvp", hvp],
] as const)("%s", (name, operator) => {
  test.each(Object.entries(cases))("%s", (_, { f, calls, isTyped }) => {
    const call = (operator as unknown as (f: Fn) => AnyFunction)(f);
    const general = originOf(call).general as Call;
    const own = call as Call;
    const withDirection = ([x, ...rest]: readonly unknown[]): readonly unknown[] =>
      name === "hvp" ? [x, (x as unknown[]).map((__, k) => k + 1), ...rest] : [x, ...rest];
    const all = calls.map(withDirection);
    expect(isSpecialised(call, ...structuredClone(all[0] as unknown[]))).toBe(isTyped);
    for (const args of [...all, ...all.toReversed(), ...all]) expect(seen(own, args)).toEqual(seen(general, args));
  });
});
