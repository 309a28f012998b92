// Loops whose state changes its kind: specialised code gives what general code gives, at whichever call.

import { describe, expect, test } from "vitest";
import { grad, vjp } from "../index.ts";
import { expectClose } from "../test-support/expect-close.ts";

type OfNumbers = (xs: number[]) => number;

const calls = 40;

/** Arguments of several lengths, with numbers of both signs. */
const argument = (call: number): number[] =>
  call === 1 ? [1, 2] : Array.from({ length: 1 + (call % 4) }, (_, k) => Math.sin(call + 2.3 * k) + 0.1 * k);

function checkCalls(f: OfNumbers): void {
  const gradient = grad(f);
  for (let call = 1; call <= calls; call++) {
    const xs = argument(call);
    const [value, back] = vjp(f, xs);
    expect(value).toBe(f(xs));
    expectClose([gradient(xs)], back(1), 1e-12, `call ${call}`);
  }
}

const sentinels: Readonly<Record<string, OfNumbers>> = {
  undefined: (xs) => {
    let previous: number | undefined = 0;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        if (previous !== undefined) sum += (x * y - previous) ** 2;
        previous = x * y;
      }
      previous = undefined;
    }
    return sum;
  },
  null: (xs) => {
    let best: number | null = 0;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        if (best === null || y > best) best = y * x;
        sum += best * y;
      }
      best = null;
    }
    return sum;
  },
  "a string": (xs) => {
    let state: number | string = 1;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        sum += typeof state === "string" ? state.length * y : state * x;
        state = y * y;
      }
      state = "none";
    }
    return sum;
  },
  "a boolean": (xs) => {
    let state: number | boolean = 0;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        sum += state === false ? x : state === true ? y * y : state * y;
        state = x * y;
      }
      state = sum > 0;
    }
    return sum;
  },
  "a field of a record": (xs) => {
    const state: { last: number | null } = { last: 0 };
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        sum += state.last !== null ? state.last * y : 5 * x;
        state.last = x + y * y;
      }
      state.last = null;
    }
    return sum;
  },
  "in three loops": (xs) => {
    let previous: number | undefined = 0;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        for (const z of xs) {
          if (previous !== undefined) sum += previous * x * y * z;
          previous = z * z;
        }
        sum += previous ?? x;
        if (y > 0) previous = undefined;
      }
      previous = undefined;
    }
    return sum;
  },
  "that the outermost loop sets, and the innermost reads": (xs) => {
    let previous: number | null = 1;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) for (const z of xs) previous = (previous ?? y) * Math.sin(z);
      sum += (previous ?? 0) * x;
      previous = null;
    }
    return sum;
  },
};

describe("a sentinel that an outer loop sets again", () => {
  test.each(Object.entries(sentinels))("%s", (_, f) => {
    checkCalls(f);
  });
  test("gives what the derivative is", () => {
    expect(grad(sentinels["undefined"] as OfNumbers)([1, 2])).toEqual([-4, 14]);
  });
});
