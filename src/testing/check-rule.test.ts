import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { grad, stopGradient, type CustomPullback } from "zeroth";
import { checkRule } from "./check-rule.ts";
import { CheckError, type Failure } from "./report.ts";

vi.setConfig({ testTimeout: 120_000 });

/** The failure that a check throws. */
function failureOf(check: () => unknown): Failure & { readonly text: string } {
  try {
    check();
  } catch (error) {
    if (error instanceof CheckError) return { ...error.failure, text: error.message };
    throw error;
  }
  throw new Error("the check found nothing");
}

/** The error function by its series. */
function erf(x: number): number {
  let [sum, term] = [x, x];
  for (let n = 1; n < 200; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (sum * 2) / Math.sqrt(Math.PI);
}
/** Bound, so that its code cannot be seen: a foreign function. */
const foreign: (x: number) => number = erf.bind(null);
const slope = (x: number): number => (2 * Math.exp(-x * x)) / Math.sqrt(Math.PI);

type Rule<X, Y> = (x: X) => CustomPullback<[x: X], Y>;
type List = readonly number[];

const range = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const sine = (x: number): number => Math.sin(x);

describe("right rules pass", () => {
  test("of natives", () => {
    const seen = checkRule(Math.sin, (x) => [Math.sin(x), (g) => [g * Math.cos(x)]], [0.5], {
      edges: [[0], [-0], [Infinity], [NaN]],
    });
    expect(seen.judged["finite differences"]).toBe(2);
    const hypot = (x: number, y: number): CustomPullback<[x: number, y: number], number> => {
      const r = Math.hypot(x, y);
      return [r, (g) => [(g * x) / r, (g * y) / r]];
    };
    checkRule(Math.hypot, hypot, [3, 4]);
  });

  test("of foreign functions, at random inputs", () => {
    const seen = checkRule(foreign, (x) => [foreign(x), (g) => [g * slope(x)]], { inputs: [range(-2, 2)], runs: 20 });
    expect(seen.runs).toBe(20);
    expect(seen.judged["finite differences"]).toBeGreaterThan(30);
  });

  test("of trees", () => {
    interface Layer {
      readonly w: List;
      readonly name: string;
    }
    const f = (p: Layer, k: number): number[] => p.w.map((w) => w * w * k);
    const rule = (p: Layer, k: number): CustomPullback<[p: Layer, k: number], number[]> => [
      f(p, k),
      (g) => [
        { w: p.w.map((w, i) => 2 * w * k * (g[i] as number)), name: null },
        p.w.reduce((sum, w, i) => sum + w * w * (g[i] as number), 0),
      ],
    ];
    checkRule(f, rule, [{ w: [1, -2, 3], name: "w" }, 0.5]);
  });

  test("of typed arrays", () => {
    const f = (x: Float64Array): number => x.reduce((sum, v) => sum + v ** 3, 0);
    checkRule(f, (x) => [f(x), (g) => [x.map((v) => 3 * v * v * g)]], [Float64Array.of(1, -2, 0.5)]);
  });

  test("with null for a constant argument, and a value within some units in the last place", () => {
    const f = (x: number, mode: string): number => (mode === "half" ? x / 2 : x);
    checkRule(f, (x, mode) => [f(x, mode), (g) => [mode === "half" ? g / 2 : g, null]], [3, "half"]);
    const near = (x: number): number => Math.sin(x) * (1 + 2 ** -52);
    const rule: Rule<number, number> = (x) => [near(x), (g) => [g * Math.cos(x)]];
    checkRule(sine, rule, [0.5], { ulps: 4 });
    expect(failureOf(() => checkRule(sine, rule, [0.5])).law).toBe("another value by the rule");
  });

  test("at first order only, where the rule cannot be differentiated", () => {
    const rule: Rule<number, number> = (x) => [sine(x), (g) => [g * stopGradient(Math.cos(x))]];
    checkRule(sine, rule, [0.5], { order: 1 });
  });
});

describe("wrong rules are found", () => {
  test("a wrong sign, with argument, path and numbers", () => {
    interface Pair {
      readonly a: number;
      readonly b: readonly [number, number];
    }
    const f = (p: Pair): number => p.a * p.b[1];
    const rule: Rule<Pair, number> = (p) => [f(p), (g) => [{ a: g * p.b[1], b: [0, -g * p.a] }]];
    const failure = failureOf(() => checkRule(f, rule, [{ a: 3, b: [1, 2] }]));
    expect(failure.law).toBe("wrong derivative");
    expect(failure.mismatch).toMatchObject({ path: "args[0].b[1]", got: -3, argument: { index: 0, name: "p" } });
    expect(failure.mismatch?.expected).toBeCloseTo(3, 8);
    expect(failure.reproduce).toBe("checkRule(f, rule, [{ a: 3, b: [1, 2] }])");
    expect(failure.rules[0]?.place).toMatch(/check-rule\.test\.ts:\d+:\d+$/u);
  });

  test("swapped operands", () => {
    const f = (x: number, y: number): number => x * y;
    const failure = failureOf(() => checkRule(f, (x, y) => [x * y, (g) => [g * x, g * y]], [2, 5]));
    expect(failure.text).toContain("args[0]");
    expect(failure.text).toContain("also wrong: args[1]");
  });

  test("a wrong second derivative: a constant that is not one", () => {
    const rule: Rule<number, number> = (x) => {
      const c = stopGradient(Math.cos(x));
      return [sine(x), (g) => [g * c]];
    };
    const failure = failureOf(() => checkRule(sine, rule, [0.5]));
    expect(failure.law).toBe("wrong second derivative (J of J)");
    expect(failure.mismatch?.got).toBe(0);
    expect(failure.mismatch?.expected).toBeCloseTo(-Math.sin(0.5), 8);
    expect(failure.verdicts.filter(({ agrees }) => !agrees).map(({ oracle }) => oracle)).toContain(
      "finite differences",
    );
  });

  test("a second derivative that cannot be had", () => {
    const hidden = Math.cos.bind(null);
    const failure = failureOf(() => checkRule(sine, (x) => [sine(x), (g) => [g * hidden(x)]], [0.5]));
    expect(failure.text).toContain("J of J");
    expect(failure.text).toContain("bound cos");
  });

  test("another value", () => {
    const failure = failureOf(() => checkRule(sine, (x) => [Math.cos(x), (g) => [g * Math.cos(x)]], [0.5]));
    expect(failure.law).toBe("another value by the rule");
  });

  test("at an edge only", () => {
    const rule: Rule<number, number> = (x) => [x > 1e300 ? 0 : Math.atan(x), (g) => [g / (1 + x * x)]];
    checkRule(Math.atan, rule, [0.5]);
    const failure = failureOf(() => checkRule(Math.atan, rule, [0.5], { edges: [[-0], [Infinity]] }));
    expect(failure).toMatchObject({ law: "another value by the rule", input: "[Infinity]" });
  });

  test.each<readonly [string, unknown, string]>([
    ["no pair", (x: number) => sine(x), "rule returns no [value, pullback]"],
    ["no pullback", (x: number) => [sine(x), 1], "rule returns no [value, pullback]"],
    [
      "no array of cotangents",
      (x: number) => [sine(x), (g: number) => g * Math.cos(x)],
      "wrong shape of the cotangents",
    ],
    [
      "too many cotangents",
      (x: number) => [sine(x), (g: number) => [g * Math.cos(x), 0]],
      "wrong shape of the cotangents",
    ],
    ["a cotangent of another kind", (x: number) => [sine(x), (g: number) => [[g]]], "wrong shape of the cotangents"],
    ["no linear pullback", (x: number) => [sine(x), (g: number) => [g * g * Math.cos(x)]], "pullback is not linear"],
    ["an affine pullback", (x: number) => [sine(x), (g: number) => [g * Math.cos(x) + 1]], "pullback is not linear"],
  ])("%s", (_, rule, law) => {
    expect(failureOf(() => checkRule(sine, rule as never, [0.5])).law).toBe(law);
  });

  test("a pullback that gives something else when it is called again", () => {
    const rule: Rule<number, number> = (x) => {
      let calls = 0;
      return [sine(x), (g) => [g * Math.cos(x) * (calls++ === 0 ? 1 : 2)]];
    };
    expect(failureOf(() => checkRule(sine, rule, [0.5])).law).toMatch(/called again/u);
  });

  test("a pullback that writes to its cotangent, or to an argument", () => {
    const f = (x: number[]): number[] => x.map((v) => 2 * v);
    const toCotangent: Rule<number[], number[]> = (x) => [
      f(x),
      (g) => {
        for (let i = 0; i < g.length; i++) g[i] = 2 * (g[i] as number);
        return [g];
      },
    ];
    expect(failureOf(() => checkRule(f, toCotangent, [[1, 2]])).law).toBe("pullback writes to its cotangent");
    const toArgument: Rule<number[], number[]> = (x) => [
      f(x),
      (g) => {
        x[0] = 7;
        return [g.map((v) => 2 * v)];
      },
    ];
    expect(failureOf(() => checkRule(f, toArgument, [[1, 2]])).law).toBe("pullback writes to an argument");
  });

  test("at random inputs: shrunk, with seed and path that lead there again", () => {
    const rule: Rule<number, number> = (x) => [foreign(x), (g) => [g * (x > 1 ? 0 : slope(x))]];
    const failure = failureOf(() => checkRule(foreign, rule, { inputs: [range(-2, 2)], seed: 7 }));
    expect(failure.random?.seed).toBe(7);
    const { seed = 0, path = "" } = failure.random ?? {};
    const again = failureOf(() => checkRule(foreign, rule, { inputs: [range(-2, 2)], seed, path }));
    expect(again.input).toBe(failure.input);
    expect(failure.text).toContain("seed: 7");
  });

  test("nothing that can be judged", () => {
    const f = (x: number): number => Math.abs(x);
    const failure = failureOf(() => checkRule(Math.abs.bind(null), (x) => [f(x), (g) => [g]], [0], { order: 1 }));
    expect(failure.law).toBe("nothing judged");
  });
});

test("the rule that a function had is its rule afterwards", () => {
  const known = Math.exp.bind(null);
  checkRule(known, (x) => [Math.exp(x), (g) => [g * Math.exp(x)]], [1]);
  const twice: Rule<number, number> = (x) => [known(x), (g) => [2 * g * Math.exp(x)]];
  expect(failureOf(() => checkRule(known, twice, [1])).law).toBe("wrong derivative");
  expect(grad((x: number) => known(x))(1)).toBe(Math.E);
});
