// Programs around one kind of statement each.

import { describe, test } from "vitest";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const programs: readonly AnyProgram[] = [
  program(
    "if without else (the leaky branch)",
    (x: number) => {
      let y = x;
      if (x > 0) y = x * x;
      return y + x;
    },
    [[2], [-2]],
    (x) => [x > 0 ? 2 * x + 1 : 2],
  ),
  program(
    "if, else if, else",
    (x: number) => {
      if (x > 2) return x ** 3;
      else if (x > 0) return x ** 2;
      else return -x;
    },
    [[3], [1], [-1]],
    (x) => [x > 2 ? 3 * x * x : x > 0 ? 2 * x : -1],
  ),
  program(
    "while: the pow loop",
    (x: number, n: number) => {
      let r = 1;
      let i = 0;
      while (i < n) {
        r *= x;
        i++;
      }
      return r;
    },
    [
      [1.7, 5.5],
      [2, 2.5],
      [3, 0.5],
    ],
    (x, n) => [Math.ceil(n) * x ** (Math.ceil(n) - 1), 0],
  ),
  program(
    "while that never runs",
    (x: number) => {
      let y = x;
      while (y < 0) y += x;
      return y;
    },
    [[2]],
    () => [1],
  ),
  program(
    "do",
    (x: number) => {
      let y = x;
      do {
        y = y * y;
      } while (y < 100);
      return y;
    },
    [[3], [20]],
    (x) => [x < 10 ? 8 * x ** 7 : 2 * x],
  ),
  program(
    "for",
    (x: number) => {
      let sum = 0;
      for (let k = 1; k <= 5; k++) sum += x ** k / k;
      return sum;
    },
    [[0.5], [-1.25]],
    (x) => [1 + x + x ** 2 + x ** 3 + x ** 4],
  ),
  program(
    "for with several variables",
    (x: number) => {
      let p = 1;
      for (let i = 0, j = 4; i < j; i++, j--) p *= x + i * j;
      return p;
    },
    [[0.5]],
    (x) => [2 * x + 3],
  ),
  program(
    "for without a head",
    (x: number) => {
      let y = x;
      for (;;) {
        y *= 2;
        if (y > 10) break;
      }
      return y;
    },
    [[3]],
    () => [4],
  ),
  program(
    "nested loops",
    (x: number, y: number) => {
      let s = 0;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j <= i; j++) s = s * x + y * (i - j);
      }
      return s;
    },
    [[1.1, 0.7]],
  ),
  program(
    "for-of over an array",
    (xs: number[]) => {
      let p = 1;
      for (const x of xs) p *= x;
      return p;
    },
    [[[2, 3, 4]], [[5]]],
    (xs) => [xs.map((_, i) => xs.reduce((p, x, j) => (i === j ? p : p * x), 1))],
  ),
  program(
    "for-of over an array that grows",
    (x: number) => {
      const queue = [x];
      let sum = 0;
      for (const y of queue) {
        sum += y;
        if (queue.length < 4) queue.push(y * x);
      }
      return sum;
    },
    [[2]],
    (x) => [1 + 2 * x + 3 * x * x + 4 * x ** 3],
  ),
  program(
    "for-of over text",
    (x: number) => {
      let y = 0;
      for (const c of "a𝒥c") y = y * x + c.length;
      return y;
    },
    [[3]],
    (x) => [2 * x + 2],
  ),
  program(
    "for-of over entries and keys",
    (xs: number[]) => {
      let s = 0;
      for (const [i, x] of xs.entries()) s += (i + 1) * x * x;
      for (const k of xs.keys()) s += k * (xs[k] as number);
      for (const v of xs.values()) s += v;
      return s;
    },
    [[[2, 3, 4]]],
    (xs) => [xs.map((x, i) => 2 * (i + 1) * x + i + 1)],
  ),
  program(
    "break",
    (x: number) => {
      let y = 1;
      for (let i = 0; i < 100; i++) {
        y *= x;
        if (y > 50) break;
        y += 1;
      }
      return y;
    },
    [[2], [60]],
  ),
  program(
    "continue",
    (x: number) => {
      let y = 0;
      for (let i = 0; i < 7; i++) {
        if (i % 3 === 1) continue;
        y = y * x + i;
      }
      return y;
    },
    [[1.3]],
    // The digits 0, 2, 3, 5, 6.
    (x) => [2 * 3 * x ** 2 + 3 * 2 * x + 5],
  ),
  program(
    "labelled break",
    (x: number) => {
      let y = x;
      outer: for (let i = 0; i < 5; i++) {
        for (let j = 0; j < 5; j++) {
          y *= x;
          if (i * j === 2) break outer;
        }
        y += 1;
      }
      return y;
    },
    [[1.1]],
  ),
  program(
    "labelled continue",
    (x: number) => {
      let y = x;
      outer: for (let i = 0; i < 4; i++) {
        for (let j = 0; j < 4; j++) {
          if (j > i) continue outer;
          y = y * x + j;
        }
      }
      return y;
    },
    [[0.9]],
  ),
  program(
    "a labelled block",
    (x: number) => {
      let y = x;
      block: {
        y *= x;
        if (x > 1) break block;
        y += 5 * x;
      }
      return y;
    },
    [[2], [0.5]],
    (x) => [x > 1 ? 2 * x : 2 * x + 5],
  ),
  program(
    "early return out of nested loops",
    (x: number) => {
      let y = x;
      for (let i = 0; i < 10; i++) {
        for (let j = 0; j < 10; j++) {
          y += x * x;
          if (y > 20) return y * y;
        }
      }
      return y;
    },
    [[2], [0.01]],
  ),
  program(
    "return in one branch of a loop",
    (xs: number[]) => {
      for (const x of xs) {
        if (x < 0) return x * x;
      }
      return xs.length;
    },
    [[[1, -2, -3]], [[1, 2]]],
    (xs) => {
      const k = xs.findIndex((x) => x < 0);
      return [xs.map((x, i) => (i === k ? 2 * x : 0))];
    },
  ),
  program(
    "switch with fall-through and default in the middle",
    (x: number) => {
      let y = 0;
      for (let k = 0; k < 5; k++) {
        switch (k) {
          case 0:
            y += x;
          // falls through
          case 1:
            y *= x;
            break;
          default:
            y += 1;
          // falls through
          case 3:
            y -= x;
        }
      }
      return y;
    },
    [[2], [0.5]],
    (x) => [3 * x * x - 3],
  ),
  program(
    "switch on true, with returns",
    (x: number) => {
      switch (true) {
        case x < 0:
          return -x;
        case x < 1:
          return x * x;
        default:
          return 2 * x;
      }
    },
    [[-1], [0.5], [3]],
    (x) => [x < 0 ? -1 : x < 1 ? 2 * x : 2],
  ),
  program(
    "switch with break and continue in a loop",
    (x: number) => {
      let y = 1;
      for (let i = 0; i < 6; i++) {
        switch (i % 3) {
          case 1:
            continue;
          case 2:
            y += x;
            break;
        }
        y *= x;
      }
      return y;
    },
    [[1.2]],
  ),
  program(
    "throw that does not happen",
    (x: number) => {
      if (x < 0) throw new Error(`negative: ${x}`);
      return Math.sqrt(x);
    },
    [[4]],
    (x) => [0.5 / Math.sqrt(x)],
  ),
  program(
    "a float counter",
    (x: number) => {
      let s = 0;
      for (let t = 0; t < 1; t += 0.1) s += x * t * t;
      return s;
    },
    [[2]],
    () => {
      let s = 0;
      for (let t = 0; t < 1; t += 0.1) s += t * t;
      return [s];
    },
  ),
  program(
    "swap in a loop",
    (x: number, y: number) => {
      let a = x;
      let b = y;
      for (let i = 0; i < 10; i++) [a, b] = [b, a + b];
      return b * a;
    },
    [
      [1, 1],
      [0.5, -2],
    ],
    (x, y) => {
      const last = 34 * x + 55 * y;
      const next = 55 * x + 89 * y;
      return [34 * next + 55 * last, 55 * next + 89 * last];
    },
  ),
  program(
    "Newton's method",
    (a: number) => {
      let x = a;
      while (Math.abs(x * x - a) > 1e-12) x = (x + a / x) / 2;
      return x;
    },
    [[2], [9]],
  ),
  program(
    "a loop inside a branch inside a loop",
    (x: number) => {
      let y = x;
      for (let i = 0; i < 4; i++) {
        if (i % 2 === 0) {
          let k = i;
          while (k-- > 0) y = y * x + k;
        } else {
          y += Math.sin(y);
        }
      }
      return y;
    },
    [[0.8]],
  ),
];

describe("control flow", () => {
  test.each(programs)("$name", checkProgram);
});
