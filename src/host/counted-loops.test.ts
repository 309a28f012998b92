// Loops whose tapes are made as long as the loop will need: an iteration more than was counted would be lost.

import { expect, test } from "vitest";
import { explain, grad } from "../index.ts";
import { takeArena } from "../ir/values/arena.ts";
import * as general from "../prelude/derivatives.ts";

/** Longer ones than a call needs would hide that it asks for too little. */
function forgetArenas(): void {
  for (let k = 0; k < 10; k++) takeArena();
}

type Loop = (x: number, n: number) => number;

const loops: Readonly<Record<string, Loop>> = {
  "down, compared before the step": (x, n) => {
    let r = x;
    while (n-- > 0) r = Math.sin(r) * x;
    return r;
  },
  "down, compared after the step": (x, n) => {
    let r = x;
    do r = Math.sin(r) * x + n;
    while (--n > 0);
    return r;
  },
  "down by two": (x, n) => {
    let r = x;
    for (let i = n; i > 1; i -= 2) r = Math.sin(r) * x + i;
    return r;
  },
  "down to a number that is included": (x, n) => {
    let r = x;
    for (let i = Math.floor(n); i >= 1; i--) r = Math.sin(r) * x + i;
    return r;
  },
  "down by three, below zero": (x, n) => {
    let r = x;
    for (let i = n | 0; i >= -5; i -= 3) r = Math.sin(r) * x + i;
    return r;
  },
  "up to a number that is included": (x, n) => {
    let r = x;
    for (let i = 0; i <= n; i++) r = Math.sin(r) * x + i;
    return r;
  },
  "up by three": (x, n) => {
    let r = x;
    for (let i = 1; i < n; i += 3) r = Math.sin(r) * x + i;
    return r;
  },
  "up, compared before the step": (x, n) => {
    let r = x;
    let i = 0;
    while (i++ < n) r = Math.sin(r) * x + i;
    return r;
  },
};

test.each(Object.entries(loops))("%s", (_, loop) => {
  const gradient = grad(loop);
  expect(explain(gradient, 0.7, 3)).toContain("$.arenaForLoop(");
  const expected = (general.grad as (f: unknown) => unknown)(loop) as Loop;
  for (const n of [1300, 1300.5, 5300.001, 21_301, 0, 1, 2, 3, 2.5, 1e-4, 3 + 2 ** -50, 12.3, -3, NaN]) {
    forgetArenas();
    expect(gradient(0.7, n), `${n} iterations`).toBe(expected(0.7, n));
  }
});

test("steps that are rounded are not counted", () => {
  const loop: Loop = (x, n) => {
    let r = x;
    for (let i = 0.1; i < n; i += 0.1) r = Math.sin(r) * x + i;
    return r;
  };
  expect(explain(grad(loop), 0.7, 3)).not.toContain("arenaForLoop");
});
