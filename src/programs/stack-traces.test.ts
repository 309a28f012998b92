// Stack traces out of a failing primal or pullback name the user's file and line.

import { describe, expect, test } from "vitest";
import { customVjp, derivative, grad, jvp, taylor, treeMap, ZerothError } from "zeroth";

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

/** The frames of this file in a stack trace, as line numbers. */
function linesOf(error: Error): readonly number[] {
  return [...(error.stack ?? "").matchAll(/stack-traces\.test\.ts:(\d+):\d+/g)].map((match) => Number(match[1]));
}

interface Settings {
  readonly scale?: { readonly factor: number };
}

// prettier-ignore
const scaled = (x: number, settings: Settings): number => x * (settings.scale as { factor: number }).factor; // line 25

describe("stack traces", () => {
  test("of a failing primal", () => {
    const error = thrownBy(() => grad((x: number) => scaled(x, {}) + 1)(2));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe("Cannot read properties of undefined (reading 'factor')");
    expect(linesOf(error)[0]).toBe(25);
    expect(error.stack).toMatch(/at anonymous_grad \(.*stack-traces\.test\.ts:25:\d+\)/);
    expect(error.stack).not.toContain("zeroth://");
  });

  test("of a throw in the user's code", () => {
    const positive = (x: number): number => {
      if (x < 0) throw new Error("negative"); // line 39
      return Math.sqrt(x);
    };
    const error = thrownBy(() => grad(positive)(-1));
    expect(error.message).toBe("negative");
    expect(error.stack).toMatch(/^Error: negative\n\s+at positive_grad \(.*stack-traces\.test\.ts:39:\d+\)/);
  });

  test("of a failing pullback", () => {
    const logged = { v: 0 };
    const f = customVjp(
      (x: number): number => x * x,
      (x: number) => [
        x * x,
        (dy: number): readonly [number] => {
          if (dy > 1) throw new RangeError("steep"); // line 54
          return [2 * x * dy];
        },
      ],
    );
    const error = thrownBy(() => grad((x: number) => 3 * f(x) + logged.v)(2));
    expect(error.message).toBe("steep");
    expect(linesOf(error)).toContain(54);
    expect(error.stack).not.toContain("zeroth://");
  });

  test("of running out of stack", () => {
    const down = (n: number, x: number): number => (n < 1 ? x : x * down(n - 1, x));
    const error = thrownBy(() => grad(down, { argnums: 1 })(1e6, 1));
    expect(error).toBeInstanceOf(ZerothError);
    expect(error.message).toMatch(/stack-traces\.test\.ts:66:\d+: recursion too deep in a derivative of down/);
    const power = (x: number): number => down(1e5, x);
    for (const run of [() => taylor(power, 2)(1), () => derivative(power, 3)(1), () => jvp(power, [1], [1])]) {
      expect(thrownBy(run).message).toMatch(
        /stack-traces\.test\.ts:66:\d+: recursion too deep in a derivative of down/,
      );
    }
  });

  test("of values that are nested too deeply", () => {
    interface Chain {
      readonly v: number;
      readonly next: Chain | null;
    }
    let chain: Chain | null = null;
    for (let i = 0; i < 1e5; i++) chain = { v: 1, next: chain };
    const first = (c: unknown): number => (c as Chain).v;
    const runs = [
      () => (grad(first) as (c: unknown) => unknown)(chain),
      () => (jvp as (...args: unknown[]) => unknown)(first, [chain], [chain]),
      () => (treeMap as (...args: unknown[]) => unknown)((v: number) => v, chain),
    ];
    for (const run of runs) {
      const error = thrownBy(run);
      expect(error).toBeInstanceOf(ZerothError);
      expect(error.message).toMatch(/nested too deeply: .* stack is full\nremedy: keep in arrays/);
    }
  });
});
