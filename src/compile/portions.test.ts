// Compiling in portions: calls that come meanwhile are made by general code, and what is made is what compiling at once makes.

import { describe, expect, test, vi } from "vitest";
import { grad } from "../index.ts";
import { noSpan, now, type Steps } from "../ir/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import { called, miss } from "./entry.ts";
import { originOf } from "./origins.ts";
import { findEntry, findSoon, type Found } from "./plans.ts";
import { finishPending, work } from "./portions.ts";
import { createProgram } from "./derived-program.ts";
import { Specialiser } from "../specialise/index.ts";
import { ClassFields } from "../specialise/class-fields.ts";
import { FunctionStorage } from "../specialise/function-storage.ts";
import { PairStorage } from "../specialise/pair-storage.ts";
import { Writer } from "../specialise/writer.ts";

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

test("what is pending is not made again by who waits for it", () => {
  const specialise = vi.spyOn(Specialiser.prototype, "specialise");
  const gradient = grad((x: number[]) => x.reduce((sum, v) => sum + Math.sin(v) * v, 0));
  const origin = originOf(gradient);
  expect(findSoon(origin, [[1, 2]], 0)).toBe("later");
  expect(findEntry(origin, [[1, 2]])).not.toBe(null);
  expect(specialise.mock.calls.filter(([{ kind }]) => kind === "entry").length).toBe(1);
});

const square = (x: number): number => x * x;
const cube = (x: number): number => x * x * x;
let step = square;
const once = (x: number): number => step(x) + 1;
const again = (x: number): number => step(x) + 2;
const both = (x: number, options: object): number => (typeof options === "object" ? once(x) * again(x + 1) : 0);

test("what changes while a program is compiled is not mixed", () => {
  const gradient = grad(both);
  const origin = originOf(gradient);
  const general = origin.general as unknown as typeof gradient;
  /** Compiles anew while `step` is another function from one portion on; gives results for what it is before and after. */
  const compiled = (change: number): readonly unknown[] => {
    // Another shape of the call.
    const options = { [`p${change}`]: true };
    let found: Found | null | "later" = "later";
    for (let portion = 0; found === "later" && portion < 2000; portion++) {
      step = portion < change ? square : cube;
      found = findSoon(origin, [2, options], 0);
    }
    const run = found === "later" ? null : found?.bind(both);
    return [cube, square].flatMap((now) => {
      step = now;
      const result = run == null ? miss : called(run, [2, options]);
      return result === miss ? [] : [[change, result, general(2, options)]];
    });
  };
  const results = Array.from({ length: 40 }, (_, change) => compiled(change)).flat() as readonly (readonly number[])[];
  step = square;
  finishPending();
  expect(results.length).toBeGreaterThan(0);
  for (const [change, own, expected] of results) expect([change, own]).toEqual([change, expected]);
});

test("code depends on one value of what it assumes", () => {
  const writer = new Writer(
    "f",
    "f",
    createProgram({ functions: {}, sources: {} }),
    () => "f",
    {
      learned: new Map(),
      held: new Map(),
      fields: new ClassFields(),
      functions: new FunctionStorage(),
      pairs: new PairStorage(),
    },
    noSpan,
    false,
  );
  const env = {};
  writer.assume(env, 0, square);
  writer.assume(env, 0, square, true);
  expect(writer.assumed).toEqual([{ env, slot: 0, value: square, isOfGiven: true }]);
  expect(() => {
    writer.assume(env, 0, cube);
  }).toThrow("replaced meanwhile");
});
