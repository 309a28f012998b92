// `arguments`, call, apply and bind, `this`, functions as objects.

import { conformance } from "./conform.ts";
import { polynomial, scalar, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

const calls = [
  scalar(
    "arguments",
    (x) => {
      const f = function (first: number, second: number, third: number): number {
        let y = first + second + third;
        for (let i = 0; i < arguments.length; i++) y *= arguments[i] as number;
        return y;
      };
      return f(x, 2, x);
    },
    1.5,
    polynomial(0, 0, 4, 4),
  ),
  scalar(
    "arguments made an array",
    (x) => {
      function f(first: number, second: number): number {
        return Array.from(arguments as unknown as ArrayLike<number>).reduce((a, b) => a * b, first + second);
      }
      return f(x, 3);
    },
    1.5,
    polynomial(0, 9, 3),
  ),
  scalar(
    "call",
    (x) => {
      function scaled(this: { k: number }, v: number): number {
        return this.k * v;
      }
      return scaled.call({ k: x }, x);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "apply with array-likes",
    (x) => {
      const f = (a: number, b: number, c: number): number => a * b * c;
      const like = { length: 3, 0: x, 1: 2, 2: x * x };
      let y = f.apply(null, like as unknown as [number, number, number]);
      y += (Reflect.apply(f, null, new Float64Array([1, 2, 3])) as number) * x;
      y += (Reflect.construct(Object, [{ v: x }]) as { v: number }).v;
      try {
        y += f.apply(null, "123" as unknown as [number, number, number]);
      } catch (error) {
        if (error instanceof TypeError) y += 5 * x;
      }
      return y;
    },
    1.5,
    polynomial(0, 12, 0, 2),
  ),
  vector(
    "apply",
    (x) => {
      const f = (a: number, b: number, c: number): number => a * b * c;
      return f.apply(null, x as [number, number, number]) + Math.max.apply(null, x);
    },
    x3,
    ([a = 0, b = 0, c = 0]) => ({
      gradient: [b * c, a * c, a * b + 1],
      hessian: [
        [0, c, b],
        [c, 0, a],
        [b, a, 0],
      ],
    }),
  ),
  scalar(
    "bind",
    (x) => {
      function f(this: { k: number }, a: number, b: number): number {
        return this.k * a - b;
      }
      const g = f.bind({ k: x }, x * x);
      return g(2);
    },
    1.5,
    polynomial(-2, 0, 0, 1),
  ),
  scalar(
    "length and name of a function",
    (x) => {
      const twoOf = (a: number, b: number, ...c: number[]): number => a * b * c.length;
      return twoOf.length * twoOf.name.length * x;
    },
    1.5,
    polynomial(0, 10),
  ),
  scalar(
    "a property of a function",
    (x) => {
      const f = (v: number): number => v * (f.k as number);
      f.k = x as unknown;
      return f(x);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a function that counts its calls on itself",
    (x) => {
      function f(v: number): number {
        f.calls++;
        return v * f.calls;
      }
      f.calls = 0;
      return f(x) + f(x * x);
    },
    1.5,
    polynomial(0, 1, 2),
  ),
  scalar(
    "a method taken from its object",
    (x) => {
      const o = { k: 3, times: (v: number): number => v * 3 };
      const { times } = o;
      return times(x) * o.k;
    },
    1.5,
    polynomial(0, 9),
  ),
  scalar(
    "this of a method",
    (x) => {
      const o = {
        k: x,
        times(v: number): number {
          return this.k * v;
        },
        nested: {
          k: 2,
          times(v: number): number {
            return this.k * v;
          },
        },
      };
      return o.times(x) + o.nested.times(x);
    },
    1.5,
    polynomial(0, 2, 1),
  ),
  scalar(
    "a getter that is asked once for each reading",
    (x) => {
      counted.asked = 0;
      const y = counted.valueOfCounted * x + counted.valueOfCounted;
      return y * counted.asked;
    },
    1.5,
    polynomial(4, 2),
  ),
];

const counted = {
  asked: 0,
  get valueOfCounted(): number {
    this.asked++;
    return this.asked;
  },
};

const wrong = [
  scalar(
    "the length of a function with a default",
    (x) => {
      const twoOf = (a: number, b: number, c = 1): number => a * b * c;
      return twoOf.length * twoOf.name.length * x;
    },
    1.5,
    polynomial(0, 10),
  ),
  scalar(
    "the length of a function with arguments",
    (x) => {
      function f(this: unknown, a: number, b: number): number {
        return a * b * arguments.length;
      }
      return f.length * f(x, x);
    },
    1.5,
    polynomial(0, 0, 4),
  ),
];

const ofText = [
  scalar(
    "a method of arrays on a text",
    (x) =>
      Array.prototype.reduce.call<string, [(y: number, c: unknown) => number, number], number>(
        "123",
        (y, c) => y + Number(c) * x,
        0,
      ),
    1.5,
    polynomial(0, 6),
  ),
];

conformance("calls", [...calls, ...ofText], { wrong });
