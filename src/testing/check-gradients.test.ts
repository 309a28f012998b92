// checkGradients passes what is right, catches planted mistakes of every kind, and says what is wrong.

import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { customVjp, defineRule, grad, stopGradient } from "zeroth";
import { checkGradients, type CheckOptions, type CheckSummary, type RandomInputs } from "./check-gradients.ts";
import { compareSlopes } from "./compare-slopes.ts";
import { loss } from "./fixtures/layer.ts";
import { judgesFor, type Problem } from "./oracles.ts";
import { leavesOfPoint } from "./point.ts";
import { CheckError, type Failure } from "./report.ts";
import { reals, separatedPoints, vectors } from "./arbitraries/index.ts";
import { checkSpecialised } from "./specialised-calls.ts";
import * as comparedCalls from "../compile/compared-call.ts";
import { SpecialisedDifference } from "../compile/difference-report.ts";
import { later } from "../compile/later.ts";
import { stampOf } from "../runtime/index.ts";

vi.setConfig({ testTimeout: 60_000 });

/** The failure that a check throws. */
function failureOf(run: () => unknown): Failure & { readonly message: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof CheckError) return { ...error.failure, message: error.message };
    throw error;
  }
  throw new Error("the check found nothing");
}

/** The law that a check finds broken; "" if none. */
function lawBrokenBy(run: () => unknown): string {
  try {
    run();
    return "";
  } catch (error) {
    return error instanceof CheckError ? error.failure.law : String(error);
  }
}

const all = ["complex step", "dual numbers", "finite differences"];
const judges = ({ judged }: CheckSummary): readonly string[] => Object.keys(judged).toSorted();

describe("what is right passes", () => {
  test("a number", () => {
    const summary = checkGradients((x: number) => Math.exp(x) * Math.sin(x), [1.3], { order: 2 });
    expect(judges(summary)).toEqual(all);
    expect(summary).toMatchObject({ runs: 1, open: 0, rough: 0 });
    expect(summary.worst).toBeLessThan(1e-14);
  });

  test("trees of every kind, as arguments and as a result", () => {
    const f = (p: { a: number[]; b: Float64Array; name: string }, k: number): unknown => ({
      u: p.a.map((x, i) => x * k + (p.b[i] as number) ** 2),
      v: [Math.exp(k), p.name.length],
      w: Float64Array.from(p.a).map((x) => x / k),
    });
    const summary = checkGradients(f, [{ a: [1, 2], b: Float64Array.of(3, 4), name: "n" }, 0.5], { order: 2 });
    expect(summary.judged).toEqual({ "dual numbers": 20, "complex step": 10, "finite differences": 20 });
  });

  test("instances, made, passed and returned", () => {
    class Vector {
      x: number;
      y: number;
      constructor(x: number, y: number) {
        this.x = x;
        this.y = y;
      }
      get norm(): number {
        return Math.sqrt(this.x ** 2 + this.y ** 2);
      }
      add(other: Vector): Vector {
        return new Vector(this.x + other.x, this.y * other.y);
      }
    }
    class Weighted extends Vector {
      w = [this.x, 2];
      override get norm(): number {
        return super.norm * this.w[1]!;
      }
    }
    const f = (v: Vector, k: number): unknown => {
      const sum = v.add(new Weighted(k, v.norm));
      sum.x *= k;
      return sum;
    };
    const { judged } = checkGradients(f, [new Weighted(1, 2), 0.5], { order: 2 });
    expect(judged["dual numbers"]).toBeGreaterThan(0);
    expect(judged["finite differences"]).toBeGreaterThan(0);
  });

  test("single precision", () => {
    checkGradients((x: Float32Array) => x.reduce((a, b) => a * b), [Float32Array.of(1.5, 2.25)]);
    checkGradients((x: number) => Float32Array.of(x, x * x), [1.1]);
  });

  test("captured variables, assigned ones and those of closures among the arguments", () => {
    const make = (k: number, xs: readonly number[]) => {
      let last = 1;
      return (x: number): number => {
        last = last * x;
        return last * k * xs[0]!;
      };
    };
    const f = make(3, [4, 5]);
    const { judged } = checkGradients(f, [2], { order: 2 });
    // x, last, k, xs[0], xs[1]; each once and once more for the second derivative.
    expect(judged["dual numbers"]).toBe(20);
    expect(judged["finite differences"]).toBe(20);
    // A call of the check's own is the only one that the closure has seen.
    expect(f(1)).toBe(24);
    checkGradients((g: (x: number) => number, x: number) => g(x) * x, [make(3, [4, 5]), 2], { order: 2 });
  });

  test("arguments that share memory, are written to, or hold one array twice", () => {
    const v = [1, 2];
    checkGradients((a: number[], b: number[]) => a[0]! * b[1]!, [v, v], { order: 2 });
    checkGradients((p: { a: number[]; b: number[] }) => p.a[0]! * p.b[0]!, [{ a: v, b: v }], { order: 2 });
    checkGradients((a: number[]) => ((a[0] = a[1]! ** 2), a.push(1), a[0] * a[1]!), [[-0, 3]], { order: 2 });
    expect(v).toEqual([1, 2]);
  });

  test("derivatives inside", () => {
    checkGradients((x: number) => grad((y: number) => y ** 3 * x)(x), [3], { order: 2 });
  });

  test("natives, and functions from their own text", () => {
    checkGradients(Math.sin, [2], { order: 2 });
    // oxlint-disable-next-line typescript/no-implied-eval, no-new-func
    checkGradients(new Function("x", "return x * x") as (x: number) => number, [2]);
  });

  test("hundreds of numbers", () => {
    const xs = Array.from({ length: 150 }, (_, i) => i / 100);
    const { judged } = checkGradients(
      (x: readonly number[]) => x.reduce((sum, v, i) => sum + Math.sin(v * i), 0),
      [xs],
    );
    expect(judged["dual numbers"]).toBe(50);
  });

  test("kinks and borders of branches are not judged by differences, and are counted", () => {
    const summary = checkGradients((x: number) => Math.abs(x), [0]);
    expect(summary).toMatchObject({ judged: { "dual numbers": 2 }, rough: 2 });
    expect(checkGradients((x: number) => (x > 1 ? 3 * x : x ** 2), [1])).toMatchObject({ rough: 2 });
  });

  test("stopGradient, whose derivative values do not tell", () => {
    expect(judges(checkGradients((x: number) => x * stopGradient(x), [3]))).toEqual(["dual numbers (rules as given)"]);
  });

  test("random inputs, which may be given as options too", () => {
    const max = (x: readonly number[]): number => Math.max(...x);
    expect(checkGradients(max, { inputs: [separatedPoints()], runs: 20 })).toMatchObject({ runs: 20 });
    const { seed, runs } = checkGradients(max, { inputs: [separatedPoints()], seed: 5, runs: 7 }, { order: 2 });
    expect([seed, runs]).toEqual([5, 7]);
  });
});

describe("no false alarms where numbers are hard to come by", () => {
  const hard: readonly (readonly [what: string, f: (x: number) => number, x: number])[] = [
    ["a root at its end", (x) => Math.sqrt(Math.abs(x)), 0],
    ["an infinite slope", (x) => Math.cbrt(x), 0],
    ["a pole of the complex root", (x) => Math.hypot(x, 0), 0],
    ["the end of a domain", (x) => Math.acosh(x), 1],
    ["lost digits", (x) => x + 1e8 - 1e8, 0],
    ["lost digits, all of them", (x) => x + 1e8 - 1e8, -0.00004688722217],
    ["steps of a staircase nearby", (x) => Math.trunc(x * 3) / 3 + x ** 2, -2.54],
    ["a value that rounds to zero", (x) => Math.log(1 + Math.exp(30 * x)), -1.3],
    ["terms that cancel", (x) => Math.log(1 + Math.exp(30 * x)), 2.1],
    ["subnormal numbers", (x) => Math.exp(-x * x * 100), -2.694],
    ["a small argument", (x) => Math.sqrt(x * x), 3e-6],
    ["near zero", (x) => x * Math.log(x), 1e-7],
    ["fast oscillation", (x) => Math.sin(300 * x), 1.1],
  ];
  test.each(hard)("%s", (_, f, x) => {
    expect(["", "nothing judged"]).toContain(lawBrokenBy(() => checkGradients(f, [x], { order: 2 })));
  });
});

test("a branch at a single point hides the derivative there", () => {
  const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(x) / x);
  const { law, mismatch, verdicts } = failureOf(() => checkGradients(sinc, [0], { order: 2 }));
  expect(law).toBe("wrong second derivative");
  expect(mismatch?.expected).toBeCloseTo(-1 / 3, 3);
  expect(verdicts).toMatchObject([
    { oracle: "dual numbers", agrees: true },
    { oracle: "finite differences", agrees: false },
  ]);
});

const cube = (rule: (x: number) => readonly [number, (g: number) => readonly [number]]): ((x: number) => number) =>
  customVjp((x: number) => x ** 3, rule);

describe("planted mistakes in a rule are caught", () => {
  const wrong: readonly [string, (x: number) => number, string, number, number][] = [
    ["sign", cube((x) => [x ** 3, (g) => [-3 * g * x * x]]), "wrong gradient", 12, -12],
    ["factor", cube((x) => [x ** 3, (g) => [g * x * x]]), "wrong gradient", 12, 4],
    ["power", cube((x) => [x ** 3, (g) => [3 * g * x]]), "wrong gradient", 12, 6],
    ["a little", cube((x) => [x ** 3, (g) => [3.00001 * g * x * x]]), "wrong gradient", 12, 12.00004],
    ["zero", cube((x) => [x ** 3, () => [0]]), "wrong gradient", 12, 0],
  ];
  test.each(wrong)("%s", (_, f, law, expected, got) => {
    const failure = failureOf(() => checkGradients(f, [2]));
    expect(failure.law).toBe(law);
    expect(failure.mismatch).toMatchObject({ argument: { index: 0, name: "x" }, path: "args[0]" });
    expect(failure.mismatch?.expected).toBeCloseTo(expected, 9);
    expect(failure.mismatch?.got).toBeCloseTo(got, 9);
    expect(failure.verdicts.map(({ oracle, agrees }) => [oracle, agrees])).toEqual([
      ["dual numbers", false],
      ["complex step", false],
      ["finite differences", false],
    ]);
    expect(failure.rules.map(({ place }) => place)).toEqual([
      expect.stringMatching(/check-gradients\.test\.ts:\d+:\d+$/),
    ]);
  });

  test("arguments in the wrong order", () => {
    const quotient = customVjp(
      (a: number, b: number) => a / b,
      (a, b) => [a / b, (g) => [(-g * a) / b ** 2, g / b]],
    );
    const { mismatch, notes } = failureOf(() => checkGradients((u: number, v: number) => quotient(u, v) + u, [1, 4]));
    expect(mismatch).toMatchObject({ argument: { index: 0, name: "u" }, expected: 1.25, got: 0.9375 });
    expect(notes).toContainEqual(expect.stringContaining("also wrong: args[1] (expected -0.0625, got 0.25)"));
  });

  test("one number deep inside of an argument", () => {
    const f = customVjp(
      (k: number, p: { readonly w: readonly number[] }) => k * p.w.reduce((sum, v) => sum + v * v, 0),
      (k, p) => [
        k * p.w.reduce((sum, v) => sum + v * v, 0),
        (g) => [g * p.w.reduce((sum, v) => sum + v * v, 0), { w: p.w.map((v, i) => (i === 3 ? 1 : 2) * g * k * v) }],
      ],
    );
    const { mismatch } = failureOf(() => checkGradients(f, [0.5, { w: [1, 2, 3, 4, 5] }]));
    expect(mismatch).toMatchObject({ argument: { index: 1, name: "p" }, path: "args[1].w[3]", expected: 4, got: 2 });
  });

  test("one of hundreds of numbers", () => {
    const f = customVjp(
      (x: readonly number[]) => x.reduce((sum, v) => sum + v * v, 0),
      (x) => [x.reduce((sum, v) => sum + v * v, 0), (g) => [x.map((v, i) => (i === 123 ? 1.5 : 2) * g * v)]],
    );
    const xs = Array.from({ length: 150 }, (_, i) => 1 + i / 100);
    expect(failureOf(() => checkGradients(f, [xs])).mismatch?.path).toBe("args[0][123]");
  });

  test("the gradient right, the second derivative not: the pullback holds a constant", () => {
    const f = cube((x) => {
      const c = stopGradient(x);
      return [x ** 3, (g) => [3 * g * c * c]];
    });
    checkGradients(f, [2]);
    const failure = failureOf(() => checkGradients(f, [2], { order: 2 }));
    expect(failure).toMatchObject({
      law: "wrong second derivative",
      mismatch: { path: "args[0]", expected: 12, got: 0 },
    });
    expect(failure.reproduce).toBe("checkGradients(f, [2], { order: 2 })");
  });

  test("which number of the result, and of the gradient", () => {
    const f = (x: readonly number[]): unknown => ({ a: x[0], b: [x[1], cube((t) => [t ** 3, (g) => [g]])(x[1]!)] });
    expect(failureOf(() => checkGradients(f, [[1, 2]])).notes).toContain("it is the derivative of result.b[1]");
    const g = (x: readonly number[]): number =>
      x[0]! * cube((t) => [t ** 3, (s) => [3 * s * stopGradient(t) ** 2]])(x[1]!);
    const { mismatch, notes } = failureOf(() => checkGradients(g, [[2, 3]], { order: 2 }));
    expect(mismatch).toMatchObject({ path: "args[0][1]", expected: 36, got: 0 });
    expect(notes).toContain("it is a derivative of the gradient's args[0][1]");
  });

  test("a shape that is not the argument's", () => {
    const f = customVjp(
      (x: readonly number[]) => x[0]! * x[1]!,
      (x) => [x[0]! * x[1]!, (g) => [[g * x[1]!]]],
    );
    const { law, notes } = failureOf(() => checkGradients(f, [[2, 3]]));
    expect(law).toBe("pullback throws");
    expect(notes[0]).toContain("an array of length 1");
  });

  test("not linear", () => {
    const { law, notes } = failureOf(() =>
      checkGradients(
        cube((x) => [x ** 3, (g) => [3 * g * g * x * x]]),
        [2],
      ),
    );
    expect(law).toBe("pullback is not linear");
    expect(notes[0]).toContain("at args[0]");
  });

  test("writes to an argument", () => {
    const f = customVjp(
      (x: number[]) => x[0]! ** 2,
      (x) => {
        const slope = 2 * x[0]!;
        return [
          x[0]! ** 2,
          (g) => {
            x[0] = 0;
            return [[slope * g]];
          },
        ];
      },
    );
    expect(failureOf(() => checkGradients(f, [[3]]))).toMatchObject({
      law: "pullback writes to an argument",
      notes: ["args[0][0] was 3, and is 0"],
    });
  });

  test("another answer when called again", () => {
    const f = customVjp(
      (x: number) => x * x,
      (x) => {
        let calls = 0;
        return [x * x, (g) => [2 * g * x + calls++]];
      },
    );
    const { law, notes } = failureOf(() => checkGradients(f, [3]));
    expect(law).toBe("pullback gives another gradient when it is called again");
    expect(notes[0]).toMatch(/^args\[0\] is \S+ first, then \S+$/);
  });

  test("another value", () => {
    const { law, notes } = failureOf(() =>
      checkGradients(
        cube((x) => [x ** 3 + 1e-9, (g) => [3 * g * x * x]]),
        [2],
      ),
    );
    expect(law).toBe("another value when it is differentiated");
    expect(notes[0]).toBe("result is 8; with the derivative it is 8.000000001");
  });

  test("of a foreign function", () => {
    const native = { square: Reflect.apply.bind(null, (x: number) => x * x, null) as (xs: number[]) => number };
    const square = (x: number): number => native.square([x]);
    defineRule(native.square, { vjp: (xs) => [native.square(xs), (g) => [[g * xs[0]!]]] });
    const failure = failureOf(() => checkGradients(square, [3]));
    expect(failure.mismatch).toMatchObject({ path: "args[0]", got: 3 });
    expect(failure.verdicts.map(({ oracle, agrees }) => [oracle, agrees])).toEqual([
      ["dual numbers (rules as given)", true],
      ["finite differences", false],
    ]);
    expect(failure.notes).toContainEqual(expect.stringMatching(/^dual numbers cannot judge: /));
    expect(failure.rules[0]?.name).toBe("the derivative of `square` given by hand");
  });

  test("unless rules are to be trusted", () => {
    const clipped = cube((x) => [x ** 3, (g) => [Math.min(3 * x * x, 1) * g]]);
    expect(failureOf(() => checkGradients(clipped, [2])).law).toBe("wrong gradient");
    expect(judges(checkGradients(clipped, [2], { rules: "trust" }))).toEqual(["dual numbers (rules as given)"]);
  });
});

test("a wrong number of a captured variable is seen by the oracles that can move it", () => {
  const make = (k: number) => (x: number) => x * k;
  const f = make(3);
  const variables = leavesOfPoint(f as never, [2]).map((leaf, place) => ({ ...leaf, place }));
  const problem: Problem = { f: f as never, args: [2], variables, value: 6, weights: [1], order: 1, trusting: false };
  const { wrong } = compareSlopes(problem, judgesFor(problem), [5, 3]);
  expect(wrong.map(({ variable, verdicts }) => [variable, verdicts.map(({ oracle }) => oracle)])).toEqual([
    [0, ["dual numbers", "finite differences"]],
  ]);
});

test("of several rules, the one that is wrong is named first", () => {
  const fine = cube((x) => [x ** 3, (g) => [3 * g * x * x]]);
  const bad = customVjp(
    (x: number, y: number) => x * y,
    (x, y) => [x * y, (g) => [g * y, g * y]],
  );
  const { rules, notes } = failureOf(() => checkGradients((x: number) => bad(fine(x), x) + fine(x), [2]));
  expect(rules.map(({ name }) => name)).toEqual([
    "the derivative of `bad` given by hand",
    "the derivative of `fine` given by hand",
  ]);
  expect(notes).toContain("the rule of `bad` is wrong by itself: args[1] (expected 8, got 2) at [8, 2]");
});

describe("what cannot be checked fails", () => {
  const reasons: readonly [string, (...args: never[]) => unknown, readonly unknown[], string, string][] = [
    ["chance", (x: number) => x * Math.random(), [1], "another value at the same point", "returns? the same"],
    ["no numbers", (s: string) => s.length, ["a"], "no number to differentiate in the arguments", ""],
    ["NaN", (x: number) => Math.sqrt(x), [-1], "nothing judged", "no oracle could judge"],
    [
      "its own exception",
      (x: number) => {
        if (x < 0) throw new RangeError("negative");
        return x;
      },
      [-1],
      "exception",
      "the function itself throws: negative",
    ],
    [
      "a refusal",
      (x: number) => {
        const box: { v?: number } | undefined = { v: 0 };
        delete box?.v;
        return x;
      },
      [1],
      "exception in the derivative",
      "unsupported",
    ],
  ];
  test.each(reasons)("%s", (_, f, at, law, note) => {
    const failure = failureOf(() => checkGradients(f as (...args: unknown[]) => unknown, at as unknown[]));
    expect(failure.law).toBe(law);
    expect(failure.notes.join("\n")).toMatch(new RegExp(note));
  });
});

describe("random inputs", () => {
  const runWith = (options: CheckOptions & Partial<RandomInputs>) => () =>
    checkGradients(
      (x: readonly number[]) =>
        x.reduce((sum, v) => sum + cube((t) => [t ** 3, (g) => [t > 2 ? g : 3 * g * t * t]])(v), 0),
      { inputs: [vectors({ length: [1, 4] })], seed: 11, ...options } as RandomInputs<[readonly number[]]>,
    );

  test("a failure is shrunk, and comes again by its seed and path", () => {
    const failure = failureOf(runWith({}));
    expect(failure.input).toMatch(/^\[\[(0, )*3(, 0)*\]\]$/);
    expect(failure.random?.seed).toBe(11);
    const again = failureOf(runWith({ path: failure.random?.path ?? "" }));
    expect(again).toMatchObject({ input: failure.input, mismatch: failure.mismatch, random: { runs: 1 } });
    expect(failure.reproduce.split("\n")).toEqual([
      `checkGradients(f, ${failure.input})`,
      `checkGradients(f, { inputs, seed: 11, path: "${failure.random?.path}" })`,
    ]);
  });

  test("it stands in any property of fast-check", () => {
    fc.assert(
      fc.property(reals(), (x) => {
        checkGradients(Math.sin, [x]);
      }),
      { numRuns: 10 },
    );
  });

  test("inputs at which the function throws are failures", () => {
    const f = (x: number): number => {
      if (x > 5) throw new RangeError("too large");
      return x;
    };
    expect(failureOf(() => checkGradients(f, { inputs: [reals()], seed: 1 }))).toMatchObject({
      law: "exception",
      input: "[6]",
    });
  });

  test("if none can be judged, the check fails", () => {
    const run = (): unknown =>
      checkGradients((x: number) => Math.sqrt(x), { inputs: [reals({ min: -2, max: -1 })], runs: 5 });
    expect(failureOf(run).law).toBe("nothing judged");
  });
});

test("the whole report", () => {
  const { message } = failureOf(() =>
    checkGradients(loss, [[1, 2, 3], { w: [0.1, -0.2, 0.1], b: 0.5 }], { name: "loss" }),
  );
  expect(message).toMatchInlineSnapshot(`
    "wrong gradient of \`loss\`: argument 1 (\`layer\`), args[1].w[1]
      function   loss, src/testing/fixtures/layer.ts:29:21
                 29 | export const loss = (x: readonly number[], layer: Layer): number => 2 * softplus(x, layer) + layer.b;
                    |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      rule       the derivative of \`softplus\` given by hand, src/testing/fixtures/layer.ts:15:3
      expected   2.489837324807418 by dual numbers; complex step; finite differences (2.4898373248074512 ± 4.6e-13)
      got        4.979674649614837, relative error 0.5
      note       the rule of \`softplus\` is wrong by itself: args[1].w[1] (expected 1.2449186624, got 2.48983732481) at [[1, 2, 3], { w: [0.1, -0.2, 0.1], b: 0.5 }]
      note       also wrong: args[1].w[2] (expected 3.73475598721, got 11.2042679616)
      input      [[1, 2, 3], { w: [0.1, -0.2, 0.1], b: 0.5 }]
      reproduce  checkGradients(loss, [[1, 2, 3], { w: [0.1, -0.2, 0.1], b: 0.5 }])"
  `);
  expect(message.split("\n").length).toBeLessThanOrEqual(25);
});

describe("specialised code", () => {
  const f = (x: readonly number[], p: { k: number }): number[] => x.map((v) => v ** 3 * p.k);
  const at = (): [number[], { k: number }] => [[1, 2], { k: 3 }];

  test("is compared with general code at each order, if that is asked for", () => {
    const calls: unknown[] = [];
    vi.spyOn(later, "comparedCalls").mockReturnValue({
      comparedCall: (call) => {
        calls.push([stampOf(call.operator)?.code.name.split(/[./]/).at(-1), ...call.args]);
        return comparedCalls.comparedCall(call);
      },
    });
    checkGradients(f, at(), { order: 2 });
    expect(calls).toEqual([]);
    checkGradients(f, at(), { order: 2, specialised: true });
    expect(calls).toEqual([
      ["valueAndGrad", ...at()],
      ["hvp", at()[0], ...at()],
    ]);
    expect(checkSpecialised(() => grad((x: number) => x * x)(3))).toBe(6);
    expect(calls).toHaveLength(3);
  });

  test("that differs is a failure", () => {
    vi.spyOn(later, "comparedCalls").mockReturnValue({
      comparedCall: () => {
        throw new SpecialisedDifference({ kind: "bug", message: "differs at result[0]" });
      },
    });
    const { law, notes } = failureOf(() => checkGradients(f, at(), { specialised: true }));
    expect(law).toBe("another derivative by specialised code");
    expect(notes.join()).toContain("differs at result[0]");
  });
});
