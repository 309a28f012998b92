// Compiling in portions: calls that come meanwhile are made by general code, and what is made is what compiling at once makes.

import { describe, expect, test } from "vitest";
import { grad } from "../index.ts";
import { now, type Steps } from "../ir/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import { called, miss } from "./entry.ts";
import { originOf } from "./origins.ts";
import { findEntry, findSoon, type Found } from "./plans.ts";
import { finishPending, work } from "./portions.ts";

describe("work", () => {
  const counting = (log: string[], name: string, count: number) =>
    function* (): Steps<void> {
      for (let k = 1; k <= count; k++) {
        log.push(`${name}${k}`);
        yield;
      }
    };

  test("goes on in later portions, one piece at a time", () => {
    const log: string[] = [];
    work(0, counting(log, "a", 2));
    work(0, counting(log, "b", 9));
    work(0, counting(log, "b", 9));
    work(0, counting(log, "c", 1));
    expect(log).toEqual(["a1", "a2", "c1"]);
    finishPending();
  });

  test("that must be done at once comes after what is pending", () => {
    const log: string[] = [];
    work(0, counting(log, "a", 3));
    work(Infinity, counting(log, "b", 2));
    expect(log).toEqual(["a1", "a2", "a3", "b1", "b2"]);
  });

  test("that fails is not pending any more", () => {
    const log: string[] = [];
    const failing = function* (): Steps<void> {
      yield;
      throw new Error("no");
    };
    work(0, failing);
    expect(() => work(0, failing)).toThrow("no");
    work(0, counting(log, "a", 1));
    expect(log).toEqual(["a1"]);
    finishPending();
  });

  test("may ask for work itself, which does not wait for it", () => {
    const log: string[] = [];
    work(0, function* () {
      work(0, counting(log, "a", 1));
      work(Infinity, counting(log, "b", 1));
      yield;
    });
    expect(log).toEqual(["b1"]);
    finishPending();
  });

  test("takes about the time that it is given", () => {
    const endless = function* (): Steps<void> {
      const end = now() + 200;
      while (now() < end) yield;
    };
    const start = now();
    work(20, endless);
    expect(now() - start).toBeLessThan(150);
    finishPending();
    expect(now() - start).toBeGreaterThanOrEqual(199);
  });
});

describe("programs that are compiled in portions", () => {
  const by = [2, 3, 5];
  const bump = (x: number[]): number => {
    const y = x.map((v, k) => v * (by[k] ?? 1));
    let sum = 0;
    for (let i = 0; i < y.length; i++) for (let j = 0; j <= i; j++) sum += y[i]! * y[j]! * y[j]!;
    return sum;
  };
  const power = (x: number, n: number): number => (n <= 0 ? 1 : x * power(x, n - 1));
  const climb = (x: number): number => {
    let y = x;
    for (let k = 0; k < 5; k++) y -= 0.1 * grad((z: number) => z * z * x)(y);
    return y;
  };
  const spin = ({ p, v }: { p: number[]; v: number }): number => {
    let s = { p: [...p], v };
    for (let k = 0; k < 4; k++) s = { p: s.p.map((q) => q + s.v * Math.sin(q)), v: s.v * 0.9 };
    return s.p.reduce((a, b) => a + b * b, 0);
  };

  test.each<readonly [string, AnyFunction, readonly unknown[], readonly unknown[]]>([
    ["loops", bump, [[1, 2]], [[3, 1, 4]]],
    ["recursion", power, [1.5, 6], [-2, 9]],
    ["an inner derivative", climb, [2], [-1]],
    ["records", spin, [{ p: [1, 2], v: 0.5 }], [{ p: [0, 1, 2], v: -0.5 }]],
  ])("%s", (_, f, first, second) => {
    const gradient = grad(f as never) as unknown as (...args: unknown[]) => unknown;
    const origin = originOf(gradient);
    const general = origin.general as unknown as typeof gradient;
    let found: Found | null | "later" = "later";
    let portions = 0;
    while (found === "later" && portions < 100_000) {
      found = findSoon(origin, first, 0);
      expect(general(...second)).toEqual(general(...second));
      portions++;
    }
    expect(portions).toBeGreaterThan(10);
    const run = (found as Found).bind(f);
    for (const args of [first, second, first]) {
      const result = called(run as never, args);
      expect(result).not.toBe(miss);
      expect(result).toEqual(general(...args));
    }
    expect(findEntry(origin, first)?.plan).toBe((found as Found).plan);
  });
});
