// Lists that a loop fills, hands over under a condition, and begins anew: what was stored in them is differentiated.

import { expect, test } from "vitest";
import { grad, hvp, ready } from "zeroth";
import { isAnswered } from "../test-support/is-answered.ts";
import { sameGradients } from "../test-support/same-gradients.ts";

type Numbers = readonly number[];

class Batches {
  now: number[] = [];
  done: number[][] = [];
  add(x: number): void {
    this.now.push(x);
    if (x > 1) this.flush();
  }
  flush(): void {
    this.done.push(this.now);
    this.now = [];
  }
}

test.each<readonly [string, (xs: Numbers) => number]>([
  [
    "variables",
    (xs) => {
      let now: number[] = [];
      const done: number[][] = [];
      for (const x of xs) {
        now.push(x);
        if (x > 1) {
          done.push(now);
          now = [];
        }
      }
      return done[0]![0]! ** 2;
    },
  ],
  [
    "properties of a record",
    (xs) => {
      const state = { now: [] as number[], done: [] as number[][] };
      for (const x of xs) {
        state.now.push(x);
        if (x > 1) {
          state.done.push(state.now);
          state.now = [];
        }
      }
      state.done.push(state.now);
      state.done.at(-1)!.push(xs[0]!);
      return state.done.reduce((sum, list) => sum * 0.5 + list.reduce((s, x) => s + x * x, 0), 0);
    },
  ],
  [
    "fields of an object",
    (xs) => {
      const batches = new Batches();
      for (const x of xs) batches.add(x);
      batches.flush();
      let sum = 0;
      for (const list of batches.done) for (const x of list) sum = 0.5 * sum + x ** 2;
      return sum;
    },
  ],
  [
    "lists that take turns",
    (xs) => {
      let [a, b]: number[][] = [[], []];
      for (const x of xs) {
        a!.push(x);
        b!.push(2 * x);
        if (x > 1) [a, b] = [b, a];
      }
      return a![0]! ** 2 * b![0]!;
    },
  ],
  [
    "elements that are written by index",
    (xs) => {
      let now: number[] = [];
      const done: number[][] = [];
      let k = 0;
      for (const x of xs) {
        now[k++] = x;
        if (x > 1) {
          done.push(now);
          [now, k] = [[], 0];
        }
      }
      return done[0]![0]! ** 2;
    },
  ],
  [
    "the last list, which an earlier iteration began",
    (xs) => {
      const rows: number[][] = [];
      for (const x of xs) {
        if (rows.length > 0) rows[rows.length - 1]!.push(x * x);
        rows.push([]);
      }
      let sum = 0;
      for (const row of rows) for (const x of row) sum = 0.5 * sum + x ** 2;
      return sum;
    },
  ],
  [
    "the same in records",
    (xs) => {
      const heads: { next: number[] }[] = [];
      for (const [k, x] of xs.entries()) {
        const before = heads[k - 1];
        if (before !== undefined) before.next.push(x * x);
        heads.push({ next: [] });
      }
      return heads.reduce((sum, { next }) => sum * 0.5 + next.reduce((s, x) => s + x * x, 0), 0);
    },
  ],
])("%s", async (_, f) => {
  const xs = [1.2, 2.1, 0.7];
  await ready(grad(f), xs);
  await ready(hvp(f), xs, [1, 0.5, 2]);
  expect(isAnswered(grad(f), xs)).toBe(true);
  sameGradients(f, [xs], [[0.4, 3]], [[3.1, 0.2, 0.1, 4]]);
  const [ahead, behind] = [1e-5, -1e-5].map((h) => grad(f)([1.2 + h, 2.1 + 0.5 * h, 0.7 + 2 * h]));
  hvp(f)(xs, [1, 0.5, 2]).forEach((x, k) => {
    expect(x).toBeCloseTo(((ahead![k] as number) - (behind![k] as number)) / 2e-5, 5);
  });
});
