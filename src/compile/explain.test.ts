import { describe, expect, test, vi } from "vitest";
import { checkpoint, explain, grad, hessian, jacobian, jacrev } from "../index.ts";

/** The lines of a section, without the lines of the program. */
function section(text: string, title: string): readonly string[] {
  const [, after = ""] = text.split(`${title}:`);
  const [, ...lines] = after.split("\n\n")[0]?.split("\n") ?? [];
  return lines.filter((line) => line.startsWith("    ")).map((line) => line.slice(4));
}

const stored = "Stored for the reverse sweep";
const dynamic = "Not known before it runs";

test("what is known stores nothing and looks nothing up", () => {
  const slope = grad((x: number) => 5 * x + 3);
  expect(explain(slope, 2)).toMatch(
    /^Specialised code runs, .*\n\nStored for the reverse sweep: nothing\.\n\nNot known before it runs: nothing\.\n\n`explain\.code`/,
  );
  expect(explain.code(slope, 2)).toMatch(
    /^What runs:\n\n"use strict";[^]*return 5[^]*Specialised and optimised:\n\nfn @/,
  );
});

test("what a loop stores, and why", () => {
  const pow = (x: number, n: number): number => {
    let r = 1;
    while (n-- > 0) r *= x;
    return r;
  };
  expect(section(explain(grad(pow), 2, 5), stored)).toEqual([
    "8 bytes in each iteration: a number",
    "  a variable, which each iteration changes",
  ]);
  const sums = (xs: number[]): number => xs.reduce((s, x) => s + Math.sin(x * s), 0);
  expect(section(explain(grad(sums), [1, 2]), stored)[0]).toBe("16 bytes in each iteration: 2 numbers");
});

test("specialised code that gives calls up", () => {
  const slope = grad((x: number, d: readonly unknown[]) => x * x * (typeof d[1] === "number" ? d[1] : 2));
  const given = [1, "a"];
  for (let k = 0; k < 3; k++) slope(3, [1, 2]);
  expect(explain(slope, 3, given)).not.toContain("General code made");
  for (let k = 0; k < 20; k++) expect(slope(3, given)).toBe(12);
  expect(explain(slope, 3, given)).toMatch(
    /^General code made the last call\.\nWhy: a check of the specialised code failed.*\n {2}.*explain\.test\.ts:\d+: .*slope = .*\nInstead: /,
  );
});

test("what is not known, and where", () => {
  const keyed = (xs: number[], k: string): number => {
    const record: Record<string, number> = {};
    for (const x of xs) record[`${k}${x}`] = x * x;
    return Object.values(record)[0]!;
  };
  const found = section(explain(grad(keyed), [1, 2], "a"), dynamic).join("\n");
  for (const part of [
    "where to find",
    "may be a number or something else",
    "is made in each run",
    "looked up by identity",
  ])
    expect(found).toContain(part);
});

test("why a call is not specialised, and where", () => {
  const shortened = (xs: number[]): number => {
    delete xs[1];
    return xs[0]! ** 2;
  };
  const gradient = grad(shortened);
  expect(explain(gradient, [1, 2])).toMatch(
    /^General code runs.*\nWhy: this deletes a property .*\n {2}\S+explain\.test\.ts:\d+: delete xs\[1\];\nInstead: .*\n$/,
  );
  expect(explain.code(gradient, [1, 2])).toMatch(/^General code runs/);
});

test("what runs within the general code of a Hessian", () => {
  let calls = 0;
  const f = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x ** 3, 0);
  expect(explain(hessian(f), [1, 2])).toMatch(
    /^General code puts .* What differentiates the function:\n\nSpecialised code runs, .*\n\nStored for the reverse sweep: nothing\./,
  );
  for (const [operator, page, count] of [
    [jacobian, /^General code puts .*:\n\nSpecialised code runs, /, 2],
    [jacrev, /^Specialised code runs, /, 0],
  ] as const) {
    const matrix = operator((xs: number[]) => xs.map((x) => x * x));
    expect(explain(matrix, [1, 2])).toMatch(page);
    expect(explain.code(matrix, [1, 2])).toMatch(/^What runs:/);
    // It is called once, if at all.
    const random = vi.spyOn(Math, "random");
    explain(
      operator((xs: number[]) => xs.map((x) => x * Math.random())),
      [1, 2],
    );
    expect(random).toHaveBeenCalledTimes(count);
    random.mockRestore();
  }
  const own = (xs: readonly number[]): unknown => {
    calls++;
    return hessian(f)(xs);
  };
  expect(explain(own as never, [1, 2])).not.toContain("puts the result together");
  const counted = (x: number): number => {
    calls++;
    return x * x;
  };
  // What cannot be specialised is not called to explain it.
  expect(explain(grad(counted), 2)).toContain("General code runs");
  expect(explain(checkpoint(counted), 2)).toContain("General code runs");
  expect(calls).toBe(0);
});

test("functions that are not compiled have nothing to explain", () => {
  expect(() => explain(Math.hypot, 1)).toThrow("no intermediate representation");
});

describe("what is large", () => {
  const part = (x: number): number => Math.sin(x * 0.5) + x / (1 + x * x) - Math.exp(-x) * 0.25;
  const parts = (x: number): number => part(part(part(part(part(x)))));
  const whole = (x: number): number => parts(parts(parts(parts(parts(x)))));

  test("is not specialised at once", () => {
    const first = /^General code runs until it has taken \d+ ms/;
    expect(explain(grad(whole), 0.3)).toMatch(first);
    expect(explain(grad(grad(whole)), 0.3)).toMatch(first);
    expect(explain(grad(parts), 0.3)).not.toMatch(first);
  });

  test("is specialised when general code has taken long enough", () => {
    let time = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => (time += 800));
    const gradient = grad(whole);
    const results: number[] = [];
    const asked: number[] = [];
    for (let k = 0; k < 4; k++) {
      results.push(gradient(0.3));
      asked.push(now.mock.calls.length);
    }
    now.mockRestore();
    // General code asks twice in a call; the third call makes the code.
    expect(asked.slice(0, 2)).toEqual([2, 4]);
    expect(asked[3]).toBe(asked[2]);
    expect(new Set(results).size).toBe(1);
  });

  test("waits together with all functions of the same code", () => {
    const scaled = (a: number) => (x: number) => parts(parts(parts(parts(parts(a * x)))));
    let time = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => (time += 800));
    const asked = [1, 2, 3, 4].map((a) => {
      grad(scaled(a))(0.3);
      return now.mock.calls.length;
    });
    now.mockRestore();
    // General code asks twice in a call; the third call makes the code.
    expect(asked.slice(0, 2)).toEqual([2, 4]);
    expect(asked[3]).toBe(asked[2]);
  });
});
