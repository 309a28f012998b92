// Loops whose tapes are made as long as the loop will need: an iteration more than was counted would be lost.

import { expect, test } from "vitest";
import { explain, grad } from "../index.ts";
import { takeArena } from "../runtime/arena.ts";
import * as general from "../prelude/derivatives.ts";
import { expectSameCallAfterCall } from "../test-support/call-after-call.ts";

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
  "down to zero, which is above a limit that rounds away": (x, n) => {
    let r = x;
    for (let i = n | 0; i > -Number.EPSILON; i--) r = Math.sin(r) * x + i;
    return r;
  },
  "up to zero, which is below a limit that rounds away": (x, n) => {
    let r = x;
    for (let i = -(n | 0) | 0; i < 0.1 * 3 - 0.3; i++) r = Math.sin(r) * x + i;
    return r;
  },
  "up to a limit that rounds away and is included": (x, n) => {
    let r = x;
    for (let i = -(n | 0) | 0; i <= 1e-300; i++) r = Math.sin(r) * x + i;
    return r;
  },
};

test.each(Object.entries(loops))("%s", (_, loop) => {
  const gradient = grad(loop);
  expect(explain.code(gradient, 0.7, 3)).toContain("= arenaForLoop(");
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
  expect(explain.code(grad(loop), 0.7, 3)).not.toContain("arenaForLoop");
});

/** Loops that may run otherwise than their heads say, or as often as cannot be. */
const strange: Readonly<Record<string, Loop>> = {
  "left by an exception, without a limit": (x, n) => {
    let s = 1;
    for (let i = 0; i < Infinity; i++) {
      if (i > 20 * n) throw new Error(`no root after ${i} steps`);
      s = s * (s > n ? x : 1.1);
    }
    return s;
  },
  "left by an exception, under a limit beyond all memory": (x, n) => {
    let s = x;
    let k = 0;
    for (let i = n * 1e300; i > 0; i--) {
      s = Math.sin(s) * x;
      if (++k > 300) throw new Error(`no root after ${k} steps`);
    }
    return s;
  },
  "left by an exception, around one that ends": (x, n) => {
    let s = x;
    for (let i = 0; i < 2 ** 40; i++) {
      for (let j = 0; j < n + 0.5; j++) s = Math.sin(s) * x;
      if (i > 20 * n) throw new Error(`no root after ${i} steps`);
    }
    return s;
  },
  "with steps of a tenth": (x, n) => {
    let s = 1;
    for (let i = 0; i < n; i += 0.1) s = s * (i > n - 0.11 ? x : 1);
    return s;
  },
  "with a limit that is not a number": (x, n) => {
    const limit = n * NaN;
    let s = 1;
    let i = 0;
    do s = s * x;
    while (++i < limit);
    return s;
  },
  "with a counter where steps are rounded": (x) => {
    let s = x;
    for (let i = 2 ** 53 - 20; i < 2 ** 53 + 0.5; i += 3) s = s * x;
    for (let i = 2 ** 53 + 2; i > 2 ** 53 - 20; i -= 2) s = s * x;
    return s;
  },
  "with a counter that the body moves": (x, n) => {
    let s = 1;
    for (let i = 0; i < 40 * n; i += 2) {
      s = s * (i < 9 ? x : 1);
      if (i % 3 === 0) i--;
    }
    return s;
  },
  "with a limit that the body moves": (x, n) => {
    let s = 1;
    let m = n * 30;
    for (let i = 0; i < m; i++) {
      s = s * (i > n * 30 ? x : 1);
      if (i % 3 === 0 && i < 9) m += 2;
    }
    return s;
  },
  "in a loop, that compares what is a counter from the second iteration on": (x, n) => {
    let [s, t, u] = [x, x + 1, x - 1];
    for (let r = 0; r < 300; r++) {
      let [before, i] = [0, 1000];
      let compared: number;
      do {
        s -= 0.01 * Math.sin(s);
        t -= 0.01 * Math.cos(t);
        u -= 0.01 * Math.sin(u);
        compared = before;
        before = i = i + 1;
      } while (compared < n);
    }
    return s * t * u;
  },
  "in a loop, with a limit that rounds away": (x, n) => {
    let s = 1;
    for (let i = 0; i < n + 0.5; i++) for (let j = 4 * i + 1024; j > -Number.EPSILON; j -= 4) s = s * (j === 0 ? x : 1);
    return s;
  },
};

test.each(Object.entries(strange))("a loop %s", (_, loop) => {
  forgetArenas();
  expectSameCallAfterCall(loop, (call) => [1 + call / 99, 1 + (call % 7) + (call % 3) / 3]);
});
