// Programs around functions: closures, recursion, receivers, functions as values.

import { describe, expect, test } from "vitest";
import { grad, J, jvp, vjp } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const square = (x: number): number => x * x;
function cube(x: number): number {
  return square(x) * x;
}
function isEven(n: number, x: number): number {
  return n === 0 ? x : isOdd(n - 1, x * x);
}
function isOdd(n: number, x: number): number {
  return n === 0 ? -x : isEven(n - 1, x + 1);
}
const power =
  (n: number): ((x: number) => number) =>
  (x) =>
    x ** n;
const compose =
  <A, B, C>(f: (b: B) => C, g: (a: A) => B) =>
  (a: A): C =>
    f(g(a));

const programs: readonly AnyProgram[] = [
  program(
    "calls of module functions",
    (x: number) => cube(x) + square(x),
    [[2]],
    (x) => [3 * x * x + 2 * x],
  ),
  program(
    "function declarations are hoisted",
    (x: number) => {
      const y = later(x);
      function later(z: number): number {
        return z * z * x;
      }
      return y;
    },
    [[2]],
    (x) => [3 * x * x],
  ),
  program(
    "a function declared in a block",
    (x: number) => {
      let y = 0;
      if (x > 0) {
        y = inner(x);
        function inner(z: number): number {
          return z * z;
        }
      }
      return y;
    },
    [[2]],
    (x) => [2 * x],
  ),
  program(
    "named function expressions call themselves",
    (x: number) => {
      const f = function self(n: number, y: number): number {
        return n <= 0 ? y : self(n - 1, y * x);
      };
      return f(3, x);
    },
    [[2]],
    (x) => [4 * x ** 3],
  ),
  program(
    "a curried closure",
    (x: number) => power(3)(x) + power(x)(2),
    [[2.5]],
    (x) => [3 * x * x + 2 ** x * Math.log(2)],
  ),
  program(
    "composition",
    (x: number) => compose(Math.sin, compose(square, power(2)))(x),
    [[1.1]],
    (x) => [Math.cos(x ** 4) * 4 * x ** 3],
  ),
  program(
    "closures over closures",
    (x: number) => {
      const a = (y: number) => (z: number) => x * y * z;
      const b = a(x);
      return b(x) + b(1);
    },
    [[2]],
    (x) => [3 * x * x + 2 * x],
  ),
  program(
    "two closures share a variable that one assigns",
    (x: number) => {
      let n = x;
      const bump = (): void => {
        n = n * n + x;
      };
      const read = (): number => n * x;
      const before = read();
      bump();
      bump();
      return read() + before;
    },
    [[1.5]],
    (x) => [(2 * (x * x + x) * (2 * x + 1) + 1) * x + (x * x + x) ** 2 + x + 2 * x],
  ),
  program(
    "a counter closure",
    (x: number) => {
      const counter = (): (() => number) => {
        let n = 0;
        return () => (n += x);
      };
      const a = counter();
      const b = counter();
      return a() * a() * b();
    },
    [[2]],
    (x) => [6 * x * x],
  ),
  program(
    "recursion",
    (x: number) => {
      const f = (n: number): number => (n === 0 ? 1 : x * f(n - 1) + n);
      return f(5);
    },
    [[0.5], [2]],
  ),
  program(
    "recursion over a tree",
    (tree: { v: number; kids: { v: number; kids: never[] }[] }) => {
      interface Tree {
        v: number;
        kids: readonly Tree[];
      }
      const total = (node: Tree): number => {
        let s = node.v ** 2;
        for (const kid of node.kids) s *= total(kid);
        return s;
      };
      return total(tree);
    },
    [
      [
        {
          v: 2,
          kids: [
            { v: 3, kids: [] },
            { v: 5, kids: [] },
          ],
        },
      ],
    ],
  ),
  program("mutual recursion of module functions", (x: number) => isEven(5, x), [[0.7]], undefined),
  program(
    "mutual recursion of local functions",
    (x: number) => {
      const even = (n: number): number => (n === 0 ? x : odd(n - 1) * x);
      const odd = (n: number): number => (n === 0 ? 2 * x : even(n - 1) + x);
      return even(6);
    },
    [[0.7]],
  ),
  program(
    "functions in arrays and records",
    (x: number) => {
      const fs = [Math.sin, square, (y: number) => y * x];
      const table = { f: cube, g: { h: (y: number) => x - y } };
      let s = 0;
      for (const f of fs) s += f(x);
      return s + table.f(x) + table.g.h(3 * x);
    },
    [[1.2]],
    (x) => [Math.cos(x) + 4 * x + 3 * x * x - 2],
  ),
  program(
    "methods use their receiver",
    (x: number) => {
      const account = {
        balance: x,
        rate: 1.1,
        grow(this: { balance: number; rate: number }, times: number): number {
          for (let i = 0; i < times; i++) this.balance *= this.rate * x;
          return this.balance;
        },
      };
      account.grow(2);
      return account.grow(1) + account.balance;
    },
    [[1.3]],
    (x) => [2 * 4 * 1.1 ** 3 * x ** 3],
  ),
  program(
    "arrow functions keep the receiver",
    (x: number) => {
      const o = {
        k: x,
        all(this: { k: number }, ys: number[]): number {
          return ys.map((y) => y * this.k).reduce((a, b) => a + b, 0);
        },
      };
      return o.all([x, 2, 3]);
    },
    [[2]],
    (x) => [2 * x + 5],
  ),
  program(
    "optional calls and members",
    (x: number) => {
      const some: { f?: (y: number) => number; g?: { h: number } | null; a?: number[] } = { f: square, a: [x, 3] };
      const none = {} as typeof some;
      return (some.f?.(x) ?? 1) + (none.f?.(x) ?? 2 * x) + (none.g?.h ?? x) + (some.a?.[0] ?? 0) * (none.a?.[0] ?? 5);
    },
    [[3]],
    (x) => [2 * x + 2 + 1 + 5],
  ),
  program(
    "call, apply and bind",
    (x: number) => {
      const f = function (this: { k: number }, a: number, b: number): number {
        return this.k * a * b;
      };
      return f.call({ k: x }, x, 2) + f.apply({ k: 3 }, [x, x]) + f.bind({ k: x }, x)(x);
    },
    [[2]],
    (x) => [4 * x + 6 * x + 3 * x * x],
  ),
  program(
    "too few and too many arguments",
    (x: number) => {
      const f = (a: number, b?: number): number => a * (b ?? 10);
      const g = f as (...args: number[]) => number;
      return g(x) + g(x, x, x, x);
    },
    [[3]],
    (x) => [10 + 2 * x],
  ),
  program(
    "a function returned from a branch",
    (x: number) => {
      const pick = (n: number): ((y: number) => number) => (n > 1 ? (y) => y * x : square);
      return pick(2)(x) * pick(1)(x);
    },
    [[2]],
    (x) => [4 * x ** 3],
  ),
  program(
    "a callback that assigns a captured variable",
    (xs: number[]) => {
      let s = 0;
      xs.forEach((v, i) => {
        s = s * 2 + v * i;
      });
      return s * s;
    },
    [[[1, 2, 3]]],
    () => [[0, 40, 40]],
  ),
  program(
    "new Error as a value",
    (x: number) => {
      const error = new Error("unused");
      return x * error.message.length;
    },
    [[2]],
    () => [6],
  ),
];

describe("functions", () => {
  test.each(programs)("$name", checkProgram);

  test("cotangents of captured values, by name", () => {
    const make = (w: number[], b: number) => (x: number) => (w[0] as number) * x + b * b;
    const model = make([2, 5], 3);
    const [y, pullback] = J(model, 4);
    expect(y).toBe(17);
    expect(pullback(1)).toEqual([{ w: [4, 0], b: 6 }, 2]);
  });

  test("closures are parameter trees: gradient with respect to a function", () => {
    const layer = (w: number, b: number) => (x: number) => Math.tanh(w * x + b);
    const stack = (f: (x: number) => number, g: (x: number) => number) => (x: number) => g(f(x));
    const model = stack(layer(0.5, 0.1), layer(-0.3, 0.2));
    const loss = (f: (x: number) => number, x: number): number => f(x) ** 2;
    const hidden = Math.tanh(0.5 * 2 + 0.1);
    const out = Math.tanh(-0.3 * hidden + 0.2);
    const dOut = 2 * out * (1 - out * out);
    const dHidden = dOut * -0.3 * (1 - hidden * hidden);
    const expected = { f: { w: 2 * dHidden, b: dHidden }, g: { w: dOut * hidden, b: dOut } };
    const actual = grad(loss)(model, 2) as typeof expected;
    expect(Object.keys(actual)).toEqual(["f", "g"]);
    for (const part of ["f", "g"] as const) {
      for (const name of ["w", "b"] as const) expect(actual[part][name]).toBeCloseTo(expected[part][name], 14);
    }
  });

  test("functions that capture each other: what comes back to a function counts as its own", () => {
    type Step = (x: number, n: number) => number;
    const make = (a: number, b: number): Step => {
      const even: Step = (x, n) => (n === 0 ? x : odd(x * a, n - 1));
      const odd: Step = (x, n) => (n === 0 ? x * x : even(x * b + a, n - 1));
      return even;
    };
    for (const n of [0, 1, 4, 7]) {
      const [a, b] = grad((a: number, b: number) => make(a, b)(2, n), { argnums: [0, 1] })(1.1, 0.7);
      const [even] = J(make(1.1, 0.7), 2, n)[1](1) as unknown as [{ a: number; odd: { a: number; b: number } }];
      expect(even.a + even.odd.a).toBeCloseTo(a, 12);
      expect(even.odd.b).toBeCloseTo(b, 12);
    }
    const along = (f: Step, x: number): number => f(x, 4);
    expect(() => jvp(along, [make(1.1, 0.7), 2], [{ a: 1 }, null])).toThrow(/functions that capture each other/);
    expect(jvp((a: number) => make(a, 0.7)(2, 4), [1.1], [1])[1]).toBeCloseTo(4.696, 12);
  });

  describe("functions that capture each other through memory", () => {
    type Step = (x: number, n: number) => number;
    const through: Record<string, (a: number, b: number) => Step> = {
      record: (a, b) => {
        const o: { odd: Step } = { odd: (x) => x };
        const even: Step = (x, n) => (n === 0 ? x : o.odd(x * a, n - 1));
        o.odd = (x, n) => (n === 0 ? x * x : even(x * b + a, n - 1));
        return even;
      },
      array: (a, b) => {
        const steps: Step[] = [];
        steps.push((x, n) => (n === 0 ? x : (steps[1] as Step)(x * a, n - 1)));
        steps.push((x, n) => (n === 0 ? x * x : (steps[0] as Step)(x * b + a, n - 1)));
        return steps[0] as Step;
      },
      variable: (a, b) => {
        let odd: Step = (x) => x;
        const even: Step = (x, n) => (n === 0 ? x : odd(x * a, n - 1));
        odd = (x, n) => (n === 0 ? x * x : even(x * b + a, n - 1));
        return even;
      },
      "two of three": (a, b) => {
        const after =
          (f: Step): Step =>
          (x, n) =>
            f(x, n);
        const even: Step = (x, n) => (n === 0 ? x : odd(x * a, n - 1));
        const odd: Step = (x, n) => {
          if (n === 0) return x * x;
          return n % 3 === 0 ? third(x * b + a, n - 1) : even(x * b + a, n - 1);
        };
        const third = after(odd);
        return even;
      },
      "two paths": (a, b) => {
        const o: { odd: Step; steps: Step[] } = { odd: (x) => x, steps: [] };
        const even: Step = (x, n) =>
          n === 0 ? x : n % 4 === 0 ? o.odd(x * a, n - 1) : (o.steps[0] as Step)(x * a, n - 1);
        o.odd = (x, n) => (n === 0 ? x * x : even(x * b + a, n - 1));
        o.steps = [o.odd, even];
        return even;
      },
    };
    const pairOf = (f: Step): Step[] => [f, f];
    type Tree = number | null | readonly Tree[] | { readonly [name: string]: Tree };
    const total = (name: string, tree: Tree): number => {
      if (typeof tree !== "object" || tree === null) return 0;
      return Object.entries(tree).reduce(
        (sum, [key, item]) => sum + (key === name && typeof item === "number" ? item : total(name, item)),
        0,
      );
    };

    for (const [kind, make] of Object.entries(through)) {
      test(`${kind}: nothing that comes back is lost`, () => {
        for (const n of [0, 1, 4, 7, 9]) {
          const [a, b] = grad((p: number, q: number) => make(p, q)(1.3, n), { argnums: [0, 1] })(1.1, 0.7);
          const [gradient] = J(make(1.1, 0.7), 1.3, n)[1](1) as unknown as [Tree];
          expect(total("a", gradient)).toBeCloseTo(a, 12);
          expect(total("b", gradient)).toBeCloseTo(b, 12);
          const [both] = J(
            (f: readonly Step[]) => (f[0] as Step)(1.3, n) + (f[1] as Step)(1.3, n),
            pairOf(make(1.1, 0.7)),
          )[1](1).slice(1) as unknown as [Tree];
          expect(total("a", both)).toBeCloseTo(2 * a, 12);
          expect(total("b", both)).toBeCloseTo(2 * b, 12);
        }
        const along = (f: Step, x: number): number => f(x, 4);
        expect(() => jvp(along, [make(1.1, 0.7), 2], [{ a: 1 }, null])).toThrow(/functions that capture each other/);
        const forward = jvp((a: number) => make(a, 0.7)(1.3, 9), [1.1], [1])[1];
        expect(forward).toBeCloseTo(grad((a: number) => make(a, 0.7)(1.3, 9))(1.1), 12);
      });
    }
  });

  test("a function without captures has the gradient null", () => {
    expect(J(square, 3)[1](1)).toEqual([null, 6]);
    expect(grad((f: (x: number) => number) => f(2))(square)).toBeNull();
  });

  test("functions of several results", () => {
    const [y, pullback] = vjp((x: number, z: number[]) => ({ a: x * (z[0] as number), b: [x, x * x] }), 3, [4]);
    expect(y).toEqual({ a: 12, b: [3, 9] });
    expect(pullback({ a: 1, b: [0, 0] })).toEqual([4, [3]]);
    expect(pullback({ a: 0, b: [1, 10] })).toEqual([61, [0]]);
  });
});
