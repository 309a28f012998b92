// Counters that a pullback computes again from the number of the iteration.

import { expect, test } from "vitest";
import { grad, vjp } from "../index.ts";

type Loop = (x: number, n: number) => number;

/** 1/i is infinite for 0 and of its sign, which so comes to light. */
const loops: Readonly<Record<string, Loop>> = {
  "down from 0": (x, n) => {
    let s = 0;
    for (let i = 0; i > -n; i--) s += x / i;
    return s;
  },
  "down from 0 by more": (x, n) => {
    let s = 0;
    for (let i = 0; i > -n; i -= 3) s += x / i;
    return s;
  },
  "down to 0": (x, n) => {
    let s = 0;
    for (let i = 3; i > 3 - n; i--) s += x / i;
    return s;
  },
  "up to 0": (x, n) => {
    let s = 0;
    for (let i = -4; i < n - 4; i += 2) s += x / i;
    return s;
  },
};

test.each(Object.entries(loops))("a counter that goes %s is 0 where it was, never -0", (_, loop) => {
  expect(loop(2, 5)).toBe(Infinity);
  expect(vjp(loop, 2, 5)[1](1)).toEqual([Infinity, 0]);
  const derivative = grad(loop);
  for (let call = 0; call < 12; call++) expect(derivative(2 + call, 5 + (call % 3))).toBe(Infinity);
});

test("a counter that goes down is what it was", () => {
  const f = (x: number, n: number): number => {
    let s = 0;
    for (let i = 7; i > 7 - 3 * n; i -= 3) s += x * i;
    return s;
  };
  for (const n of [1, 2, 5]) expect(vjp(f, 2, n)[1](1)[0]).toBe(f(1, n));
});
