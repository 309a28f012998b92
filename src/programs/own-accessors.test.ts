// Getters and setters that differentiated code defines by descriptors.

import { describe, expect, test } from "vitest";
import { grad, jvp } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const programs: readonly AnyProgram[] = [
  program(
    "a getter and a setter that are defined",
    (x: number) => {
      const o = { v: x } as { v: number; ownSquare: number };
      Object.defineProperty(o, "ownSquare", {
        get(this: { v: number }) {
          return this.v * this.v;
        },
        set(this: { v: number }, w: number) {
          this.v = 2 * w;
        },
      });
      const before = o.ownSquare;
      o.ownSquare = x * x;
      return before + o.ownSquare;
    },
    [[1.5]],
    (x) => [2 * x + 16 * x ** 3],
  ),
  program(
    "a getter that captured nothing, of an element",
    (x: number) => {
      const xs = [x];
      Object.defineProperty(xs, 1, { get: () => 3 });
      return (xs[0] as number) * (xs[1] as number);
    },
    [[1.5]],
    () => [3],
  ),
  program(
    "a getter over a variable, and defineProperties",
    (x: number) => {
      let y = x;
      const o = Object.defineProperties({} as { ownCube: number }, {
        ownCube: { get: () => y * y * y, enumerable: true },
      });
      y = x * x;
      return o.ownCube;
    },
    [[1.25]],
    (x) => [6 * x ** 5],
  ),
];

describe("accessors that are defined", () => {
  test.each(programs.map((p) => [p.name, p] as const))("%s", (_, p) => checkProgram(p));

  const refused = "a getter or setter that captured a number, under a computed name, or in place of a value";

  test("a getter that captured a number is refused, and so is a computed name", () => {
    const captured = (x: number): number => {
      const o = {} as { ownCapture: number };
      Object.defineProperty(o, "ownCapture", { get: () => x * x });
      return o.ownCapture;
    };
    const computed = (x: number): number => {
      let y = x;
      y *= x;
      const o = {} as Record<string, number>;
      for (const name of ["a1", "b1"]) Object.defineProperty(o, name, { get: () => y });
      return o["a1"] as number;
    };
    const replaced = (x: number): number => {
      const xs = [x, x * x];
      Object.defineProperty(xs, 1, { get: () => 3 });
      return (xs[0] as number) * (xs[1] as number);
    };
    for (const f of [captured, computed, replaced]) {
      expect(() => grad(f)(2)).toThrow(refused);
      expect(() => jvp(f, [2], [1])).toThrow(refused);
    }
  });

  test("a derivative through one that is read by another name than its own is refused", () => {
    const read = (x: number, key: string): number => {
      let y = x;
      y *= x;
      const o = {} as Record<string, number>;
      Object.defineProperty(o, "ownHidden", { get: () => y });
      return o[key] as number;
    };
    expect(() => grad(read)(2, "ownHidden")).toThrow('the accessor "ownHidden"');
    expect(() => jvp(read, [2, "ownHidden"], [1, null])).toThrow('the accessor "ownHidden"');
  });

  test("what is no descriptor throws as in JavaScript", () => {
    const f = (x: number): number => {
      Object.defineProperty({}, "ownWrong", { get: 1 as never });
      return x;
    };
    const both = (x: number): number => {
      Object.defineProperty({}, "ownBoth", { get: () => 1, value: x } as never);
      return x;
    };
    expect(() => grad(f)(2)).toThrow("Getter must be a function: 1");
    expect(() => grad(both)(2)).toThrow("Cannot both specify accessors and a value");
  });
});
