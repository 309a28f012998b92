// What operators give runs code that is specialised to its call; what it cannot be specialised to runs as before.

import { describe, expect, test } from "vitest";
import { derivative, grad, hvp, valueAndGrad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { choose, chosen } from "../test-support/live-import.ts";
import { codeOf } from "./plans.ts";

type Numeric = (...args: readonly number[]) => number;

/** Zero, which is not written where it would seem a mistake. */
const none = 0;

let calls = 0;

const called = (x: number): number => chosen(x) * 4;

/** The body of the function that a call runs. */
function bodyOf(f: unknown, ...args: readonly unknown[]): string {
  const lines = codeOf(f as () => unknown, ...args).split("\n");
  const first = lines.findIndex((line) => line.startsWith("  return (function ")) + 1;
  return lines
    .slice(first, -2)
    .map((line) => line.trim())
    .join("\n");
}

describe("generated code", () => {
  test("the gradient of 5x + 3 is 5", () => {
    expect(
      bodyOf(
        grad((x: number) => 5 * x + 3),
        2,
      ),
    ).toBe("return 5;");
  });

  test("of sin(cos x): straight-line code without tape or call", () => {
    const body = bodyOf(
      grad((x: number) => Math.sin(Math.cos(x))),
      0.5,
    );
    expect(body).toMatchInlineSnapshot(`"return Math.cos(Math.cos(x)) * -Math.sin(x);"`);
    expect(body).not.toMatch(/for|if|\$|function/u);
  });

  test("of a loop: two loops and one array", () => {
    const power = (x: number, n: number): number => {
      let r = 1;
      for (let i = 0; i < n; i++) r *= x;
      return r;
    };
    expect(bodyOf(grad(power), 2, 3)).toMatchInlineSnapshot(`
      "const t = 0 < x_1;
      const data_1 = arenaForLoop(arenaTake(), 0, 1, x_1 - -1);
      let count;
      if (t) {
      let t_2 = 1;
      let t_3 = 0;
      for (;;) {
      count = t_3 + 1;
      data_1[t_3] = t_2;
      if (!(count < x_1)) break;
      t_2 = t_2 * x;
      t_3 = count;
      }
      } else {
      count = 0;
      }
      let t_10;
      if (t) {
      let t_7 = 1;
      t_10 = 0;
      for (;;) {
      count = count - 1;
      t_10 = t_10 + t_7 * data_1[count];
      if (!(count > 0)) break;
      t_7 = t_7 * x;
      }
      } else {
      t_10 = 0;
      }
      arenaGive(data_1);
      return t_10;"
    `);
  });

  test("operators of operators are run where they are called", () => {
    const wave = (x: number): number => Math.sin(x * x) * Math.exp(-x);
    for (const third of [grad(grad(grad(wave))), derivative(wave, 3), grad(derivative(wave, 2))]) {
      expect(bodyOf(third, 0.3)).not.toMatch(/\$|function|\[/u);
    }
  });

  test("closures, records and callbacks leave nothing of themselves", () => {
    const f = (x: number): number => {
      const scale = { by: x, of: (v: number): number => v * x };
      const [a, b] = [scale.by, scale.of(3)];
      return [a, b, 2].map((v) => v * a).reduce((sum, v) => sum + v, 0);
    };
    expect(bodyOf(grad(f), 2)).not.toMatch(/\$|function|\[|\{/u);
    expect(grad(f)(2)).toBe(18);
  });
});

describe("calls of one form share their code", () => {
  const scaled =
    (k: number) =>
    (x: number): number =>
      k * x * x;

  test("whatever number a closure has captured", () => {
    const gradients = [3, 4].map((k) => grad(scaled(k)));
    const [first, second] = gradients.map((g) => codeOf(g as never, 1));
    expect(second).toBe(first);
    expect(gradients.map((g) => g(2))).toEqual([12, 16]);
  });

  test("numbers and arrays take turns", () => {
    const sum = grad((x: number | readonly number[]): number =>
      typeof x === "number" ? x * x : x.reduce((s, v) => s + v * v, 0),
    ) as (x: unknown) => unknown;
    expect([sum(3), sum([1, 2]), sum(4), sum([5])]).toEqual([6, [2, 4], 8, [10]]);
  });

  test("other functions as arguments are other forms", () => {
    const apply = grad((x: number, f: (v: number) => number): number => f(x));
    expect([apply(2, (v) => v * v), apply(2, Math.sin), apply(2, scaled(5))]).toEqual([4, Math.cos(2), 20]);
  });
});

describe("what general code gives", () => {
  const functions: Readonly<Record<string, Numeric>> = {
    "a product of zero and infinity": (x = 0) => none * Math.sqrt(x),
    "a quotient of what is zero": (x = 0) => 1 / (x * none - none),
    "an angle at a zero": (x = 0, y = 0) => Math.atan2(y * none, x),
    "a comparison that a NaN decides": (x = 0) => (Math.sqrt(x) * none > 1 ? x : 2 * x),
    "the greater of products": (x = 0, y = 0) => Math.max(x * y, none * Math.log(x)),
    "a loop of products that vanish": (x = 0) => {
      let r = 1;
      for (let i = 0; i < 3; i++) r *= x * Math.sqrt(x);
      return r;
    },
    "a gradient within, divided by": (x = 0) => 1 / grad((v: number) => v * v * none)(x),
    "a gradient within, compared": (x = 0) => (grad((v: number) => none * Math.sqrt(v))(x) > -1 ? x : 3 * x),
  };
  test("captured zeros of either sign", () => {
    const quotients = (a: number, b: number) => (x: number) => x / a + (x * 2) / b;
    expect([grad(quotients(0, -0))(1), grad(quotients(-0, -0))(1)]).toEqual([NaN, -Infinity]);
  });

  const points = [0, -0, 1, -2, Infinity, -Infinity, NaN];
  for (const [name, f] of Object.entries(functions)) {
    test(`to the sign of a zero: ${name}`, () => {
      const argnums = [...new Array(Math.max(1, f.length)).keys()];
      const by = (operator: unknown) =>
        (operator as typeof grad)(f as never, { argnums }) as (...args: number[]) => unknown;
      for (const x of points) {
        for (const y of f.length === 2 ? points : [0]) {
          const args = f.length === 2 ? [x, y] : [x];
          expect(by(grad)(...args), String(args)).toStrictEqual(by(general.grad)(...args));
          const one = (operator: unknown): unknown => (operator as (g: unknown) => Numeric)(f)(x, y);
          expect(one(grad), String(args)).toBe(one(general.grad));
        }
      }
    });
  }

  test("what a function writes, it writes once, whatever its gradient is", () => {
    const cube = (x: number): number => {
      calls++;
      return x * x * x;
    };
    expect(codeOf(grad(cube) as never, 1)).not.toContain("not specialised");
    expect([grad(cube)(0), grad(cube)(NaN), grad(cube)(2), calls]).toEqual([0, NaN, 12, 3]);
  });

  test("texts are inputs", () => {
    const f = grad((x: number, key: string): number => ({ a: x, b: x * x })[key] ?? key.length * x);
    expect(["a", "b", "long"].map((key) => f(3, key))).toEqual([1, 6, 4]);
    expect(codeOf(f as never, 1, "a")).toBe(codeOf(f as never, 1, "b"));
  });

  test("a variable that is assigned between calls", () => {
    let k = 2;
    const g = grad((x: number) => k * x);
    const before = g(1);
    k = 3;
    expect([before, g(1)]).toEqual([2, 3]);
  });

  test("an import that its module assigns between calls", () => {
    const scale = 2;
    const cube = (x: number): number => x * x * x;
    for (const f of [(x: number) => chosen(x), (x: number) => scale * chosen(x), (x: number) => called(x)]) {
      choose((x) => x * x);
      const g = grad(f);
      const first = g(3);
      choose(cube);
      const second = g(3);
      expect([second / first, grad(f)(3) / first, grad(g)(3) / first]).toEqual([27 / 6, 27 / 6, 18 / 6]);
    }
  });

  test("a constant that is not initialised yet", () => {
    const g = grad((x: number) => late * x);
    expect(() => g(1)).toThrow(ReferenceError);
    const late = 4;
    expect(g(1)).toBe(4);
  });

  test("an exception within a loop, and a call within a call, leave the tapes in order", () => {
    const power = (x: number, n: number, stop: number): number => {
      let r = 1;
      for (let i = 0; i < n; i++) {
        if (i === stop) throw new Error("stopped");
        r *= Math.sin(x) * (i === 2 ? grad(inner)(x) : 1);
      }
      return r;
    };
    const inner = (x: number): number => {
      let r = x;
      for (let i = 0; i < 300; i++) r = Math.sin(r) + x;
      return r;
    };
    const g = grad(power);
    const expected = general.grad(power as never) as typeof g;
    expect(() => g(0.5, 5, 3)).toThrow("stopped");
    expect(g(0.5, 5, -1)).toBe(expected(0.5, 5, -1));
    expect(g(0.5, 900, -1)).toBe(expected(0.5, 900, -1));
  });

  test("recursion, and functions that call themselves through others", () => {
    const factorial = (x: number, n: number): number => (n <= 0 ? x : n * x * factorial(x, n - 1));
    const fix = (h: (self: (v: number) => number) => (v: number) => number): ((v: number) => number) =>
      h((v) => fix(h)(v));
    const halves = fix((self) => (v) => (v < 1 ? v * v : self(v / 2)));
    expect(grad(factorial)(2, 3)).toBe(192);
    expect(grad((x: number) => halves(x))(5)).toBe(2 * 5 * (1 / 8) ** 2);
  });
});

test("values, products with the Hessian", () => {
  const f = (x: number): number => Math.exp(2 * x);
  expect(valueAndGrad(f)(0)).toEqual([1, 2]);
  expect(hvp(f)(0, 3)).toBe(12);
});

test("a NaN that is none, in one number of several", () => {
  const f = (a: number, b: number, c: number): number => c * Math.sqrt(a) + a * b;
  expect(grad(f, { argnums: [0, 1] })(0, 3, 0)).toEqual([3, 0]);
  interface Point {
    readonly a: number;
    readonly b: number;
    readonly c: number;
  }
  expect(grad((p: Point) => f(p.a, p.b, p.c))({ a: 0, b: 3, c: 0 })).toEqual({ a: 3, b: 0, c: 0 });
});

test("a NaN that is none, at each place of a list", () => {
  const f = (xs: readonly number[], c: number): number => xs.reduce((sum, x) => sum + c * Math.sqrt(x), 0);
  for (let k = 0; k < 6; k++) expect(grad(f)([1, 1, 1, 1, 1, 1].with(k, 0), 0)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("operators and what they give keep their names", () => {
  expect([grad.name, grad(Math.sin as never).name]).toEqual(["grad", ""]);
});
