// In the checked mode every specialised call is made by general code too; planted differences are errors that say where.
// What is planted: a function that says to have the code of another derivative than the one it computes.

import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import { grad, hessian, hvp, valueAndGrad } from "zeroth";
import { comparedCall } from "./compared-call.ts";
import { Reach } from "./memory-image.ts";
import { comparing } from "../host/code-modes.ts";
import { Origin } from "./origins.ts";
import { stampFunction, stampOf, type AnyFunction, type Stamp } from "../runtime/index.ts";

let count = 0;

/** Calls what is specialised as `stands` is, where general code is `does`. */
function planted(stands: unknown, does: (...args: never[]) => unknown, f: unknown, args: readonly unknown[]): unknown {
  // The plugin gives code to the functions that this file writes, but not to bound ones.
  const general = does.bind(undefined);
  stampFunction(general, () => stampOf(stands) as Stamp);
  return comparedCall({
    origin: new Origin(() => general, f, "plain"),
    args,
    operator: grad,
    boundTo: (given, { bind }) => bind(given),
  });
}

function messageOf(run: () => unknown): string {
  try {
    run();
    return "no error";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("a difference is an error", () => {
  const loss = (p: { w: number[]; b: number }, xs: number[]): number =>
    p.w.reduce((s, w, i) => s + w * w * xs[i]!, p.b);
  const args = (): unknown[] => [{ w: [1, 2], b: 0.5 }, [1, 2, 3]];
  const by = (does: (p: { w: number[]; b: number }, xs: number[]) => unknown): string =>
    messageOf(() => planted(grad(loss), does, loss, args()));

  test("that names the function, the call, the first path and both values", () => {
    const message = by(() => ({ w: [2, 9], b: 1 }));
    expect(message).toMatch(/compared-call\.test\.ts:\d+:16: bug in zeroth/);
    expect(
      message
        .split("\n")
        .slice(0, 6)
        .join("\n")
        .replace(/^.*?bug/, "bug"),
    ).toBe(
      [
        "bug in zeroth: specialised code for `grad` of `loss` does not do what general code does",
        "  call         grad(loss)({ w: number[2], b: number }, number[3])",
        "  differs at   result.w[1]",
        "  specialised  8",
        "  general      9",
        "  arguments    [{ w: [1, 2], b: 0.5 }, [1, 2, 3]]",
      ].join("\n"),
    );
  });

  test.each([
    ["a number that is missing", () => ({ w: [2], b: 1 }), "result.w.length"],
    ["a number for a hole", () => ({ w: Array.of<unknown>(2).concat(new Array(1)), b: 1 }), "result.w[1]"],
    ["keys in another order", () => ({ b: 1, w: [2, 8] }), "the keys of result"],
    ["a typed array", () => ({ w: Float64Array.of(2, 8), b: 1 }), "result.w"],
    ["null", () => ({ w: [2, 8], b: null }), "result.b"],
    ["more than rounding", () => ({ w: [2, 8], b: 1 + 1e-7 }), "result.b"],
    ["an exception", () => expect.unreachable("thrown"), ""],
    [
      "a write",
      (_: unknown, xs: number[]) => {
        xs[2] = 5;
        return { w: [2, 8], b: 1 };
      },
      "args[1][2]",
    ],
    ["memory of the caller", (p: { w: number[] }) => Object.assign(p, { w: [2, 8], b: 1 }), "result"],
  ])("%s", (_, does, path) => {
    expect(by(does as never)).toContain(`differs at   ${path}\n`);
  });

  test.each([
    ["the same", () => ({ w: [2, 8], b: 1 })],
    ["rounding", () => ({ w: [2, 8.000000000000002], b: 1 })],
  ])("but for %s", (_, does) => {
    expect(by(does)).toBe("no error");
  });

  test("exceptions, by what they say", () => {
    const f = (x: number): number => {
      if (x > 0) throw new RangeError("above");
      return x;
    };
    const does = (): never => {
      throw new RangeError("below");
    };
    expect(messageOf(() => planted(grad(f), does, f, [1]))).toContain("differs at   exception\n");
    expect(messageOf(() => comparing(() => grad(f)(1)))).toBe("above");
  });

  test("a variable that has another value, by its name", () => {
    const f = (x: number): number => {
      count++;
      return x * x;
    };
    expect(messageOf(() => planted(grad(f), () => 2, f, [1]))).toContain("differs at   count\n");
    count = 0;
    expect(comparing(() => grad(f)(3))).toBe(6);
    expect(count).toBe(1);
  });
});

describe("what others see happens once", () => {
  test("writes to arguments, to captured arrays and to records", () => {
    const seen: number[] = [];
    const state = { calls: 0, last: 0 };
    const f = (xs: number[]): number => {
      seen.push(xs[0]!);
      state.calls++;
      state.last = xs[0]!;
      xs[1] = xs[1]! + 1;
      return xs[0]! * xs[1];
    };
    const xs = [3, 4];
    const gradient = comparing(() => {
      const first = grad(f)(xs);
      grad(f)(xs);
      return first;
    });
    expect([gradient, xs, seen, state]).toEqual([[5, 3], [3, 6], [3, 3], { calls: 2, last: 3 }]);
  });

  test("writes to a typed array of another realm", () => {
    const w = runInNewContext("Float64Array.of(3, 4)") as Float64Array;
    const reach = new Reach([["w", w]]);
    w[0] = 5;
    reach.restore();
    expect([...w]).toEqual([3, 4]);
  });

  test("the console", () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const f = (x: number): number => {
      console.log("x is", x);
      return x * x;
    };
    expect(comparing(() => grad(f)(3))).toBe(6);
    expect(log).toHaveBeenCalledTimes(1);
  });
});

test("a function that does not agree with itself is not judged", () => {
  const f = (x: number): number => x * Math.random();
  expect(typeof comparing(() => valueAndGrad(f)(3))[0]).toBe("number");
  let calls = 0;
  const square = (x: number): number => x * x;
  expect(messageOf(() => planted(grad(square), () => ++calls, square, [3]))).toBe("no error");
});

test("derivatives in derivatives are compared, and their errors come through", () => {
  const cube = (x: number): number => x ** 3;
  const wrong: AnyFunction = (x: number) => planted(grad(cube), () => 1, cube, [x]);
  const outer = (x: number): number => x * x;
  expect(messageOf(() => planted(grad(outer), () => wrong(2 as never), outer, [2]))).toContain("`grad` of `cube`");
  expect(comparing(() => hessian((x: number[]) => x[0]! ** 3 + x[1]!)([2, 1]))).toEqual([
    [12, 0],
    [0, 0],
  ]);
  expect(comparing(() => hvp((x: number[]) => x[0]! ** 2 * x[1]!)([2, 1], [1, 0]))).toEqual([2, 4]);
});

test("the mode is on for a run, or until its promise is settled, or has failed", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(1);
  const f = (x: number): number => x * x + (performance.now() > 0 ? 1 : 0);
  // Making code reads the clock too.
  grad(f)(3);
  const readings = (): number => {
    clock.mockClear();
    grad(f)(3);
    return clock.mock.calls.length;
  };
  const later = async (): Promise<number> => {
    await Promise.resolve();
    return readings();
  };
  expect(comparing(readings)).toBe(2);
  await expect(comparing(later)).resolves.toBe(2);
  expect(messageOf(() => comparing(() => expect.unreachable("failed")))).toContain("failed");
  expect(readings()).toBeLessThan(2);
});
