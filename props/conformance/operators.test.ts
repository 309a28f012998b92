// Short circuits, optional chaining, assignments, the order of evaluation, destructuring.

import { conformance } from "./conform.ts";
import { polynomial, product, scalar, slopes, squares, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

const operators = [
  scalar("&& and ||", (x) => (x > 1 && x * x) || 7, 1.5, polynomial(0, 0, 1)),
  scalar("|| of zero", (x) => (0 || x) * (x || 5), 1.5, polynomial(0, 0, 1)),
  scalar(
    "??",
    (x) => {
      const o: { a?: number } = {};
      return (o.a ?? x) * (x ?? 2);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "&&=, ||= and ??=",
    (x) => {
      const o: { a: number; b: number; c?: number } = { a: 2, b: 0 };
      o.a &&= x;
      o.b ||= x * x;
      o.c ??= x ** 3;
      o.c ??= 100;
      return o.a + o.b + o.c;
    },
    1.5,
    polynomial(0, 1, 1, 1),
  ),
  scalar("?: in a chain", (x) => (x < 0 ? -x : x < 1 ? x : x < 2 ? x * x : x ** 3), 1.5, polynomial(0, 0, 1)),
  scalar(
    "optional chaining",
    (x) => {
      const o: { a?: { b: number; f?: (v: number) => number }; c?: { b: number } } = { a: { b: x } };
      return (o.a?.b ?? 1) * x + (o.c?.b ?? 3) + (o.a?.f?.(x) ?? x);
    },
    1.5,
    polynomial(3, 1, 1),
  ),
  scalar(
    "optional chaining that does not evaluate the rest",
    (x) => {
      let calls = 0;
      const none = null as { m: (v: number) => number } | null;
      const y = none?.m(calls++) ?? x * x;
      return y + calls;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "comma",
    (x) => {
      let y = x;
      return ((y *= x), (y += 1), y * 2);
    },
    1.5,
    polynomial(2, 0, 2),
  ),
  scalar(
    "compound assignments",
    (x) => {
      let y = x;
      y += 1;
      y *= x;
      y -= 2;
      y **= 2;
      y /= 4;
      return y;
    },
    1.5,
    polynomial(1, -1, -0.75, 0.5, 0.25),
  ),
  scalar(
    "assignment is a value",
    (x) => {
      let a = 0;
      let b = 0;
      const c = (a = b = x * x);
      return a + b * 2 + c * 3;
    },
    1.5,
    polynomial(0, 0, 6),
  ),
  scalar(
    "++ before and after",
    (x) => {
      let y = x;
      const a = y++ * y;
      const b = --y * y--;
      return a + b + y;
    },
    1.5,
    polynomial(-1, 2, 2),
  ),
  scalar("the remainder", (x) => (x * x) % 2, 1.7, polynomial(-2, 0, 1)),
  scalar("whole numbers by bits", (x) => (7 >> 1) * x + (5 & 6) * x * x + (1 << 3) + (x | 0), 1.5, polynomial(9, 3, 4)),
  scalar(
    "the order of evaluation",
    (x) => {
      let y = x;
      const f = (k: number): number => (y = y * k);
      return y + f(2) * y + f(3);
    },
    1.5,
    polynomial(0, 7, 4),
  ),
  scalar(
    "typeof and void",
    (x) => (typeof x === "number" ? x * x : 0) + (void x === undefined ? x : 9),
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar("comparisons carry nothing", (x) => Number(x > 1) * x + (x === 1.5 ? 2 : 3) * x, 1.5, polynomial(0, 3)),
  scalar("NaN in a test", (x) => (Number.isNaN(Math.sqrt(-x)) ? x * x : x), 1.5, polynomial(0, 0, 1)),
  scalar(
    "an early return",
    (x) => {
      if (x > 10) return 0;
      if (x > 1) return x * x;
      return x;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "exponents",
    (x) => x ** (2 ** 1) + 2 ** x,
    1.5,
    slopes(
      (v) => 2 * v + Math.LN2 * 2 ** v,
      (v) => 2 + Math.LN2 ** 2 * 2 ** v,
    ),
  ),
];

const patterns = [
  vector(
    "array patterns",
    (x) => {
      const [a, , c = 9, d = a! * 2] = x;
      return a! * c + d;
    },
    x3,
    (x) => ({
      gradient: [x[2]! + 2, 0, x[0]!],
      hessian: [
        [0, 0, 1],
        [0, 0, 0],
        [1, 0, 0],
      ],
    }),
  ),
  vector(
    "swap",
    (x) => {
      let [a, b] = x as [number, number];
      [a, b] = [b, a];
      return a * 2 + b * b;
    },
    x3,
    slopes(
      (v, i) => [2 * v, 2, 0][i]!,
      (_, i) => [2, 0, 0][i]!,
    ),
  ),
  scalar(
    "record patterns",
    (x) => {
      const {
        a,
        b: renamed,
        c = x * x,
        ...rest
      } = { a: x, b: 2 * x, d: 3, e: x } as { a: number; b: number; c?: number; d: number; e: number };
      return a * renamed + c + rest.d * rest.e;
    },
    1.5,
    polynomial(0, 3, 3),
  ),
  scalar(
    "nested patterns",
    (x) => {
      const {
        p: {
          q: [first, { r }],
        },
      } = { p: { q: [x, { r: x * x }] as const } };
      return first * r;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "patterns with computed keys",
    (x) => {
      const key = "ab".slice(0, 1);
      const { [key]: value = 0 } = { a: x * x } as Record<string, number>;
      return value * x;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "patterns of parameters",
    (x) => {
      const f = ({ a, b = 2 }: { a: number; b?: number }, [c, d] = [a, b]): number => a * b + c * d;
      return f({ a: x }) + f({ a: x, b: x }, [1, x]);
    },
    1.5,
    polynomial(0, 5, 1),
  ),
  scalar(
    "patterns that assign properties",
    (x) => {
      const o: { a: number; b: number[] } = { a: 0, b: [0, 0] };
      ({
        p: o.a,
        q: [o.b[1], o.b[0]],
      } = { p: x, q: [x * x, 3] as [number, number] });
      return o.a * (o.b[1] ?? 0) + (o.b[0] ?? 0);
    },
    1.5,
    polynomial(3, 0, 0, 1),
  ),
  vector(
    "patterns in the head of a loop",
    (x) => {
      let y = 0;
      for (const [a, { b }] of x.map((v, i) => [i, { b: v }] as const)) y += a * b * b;
      return y;
    },
    x3,
    squares([0, 1, 2]),
  ),
  vector(
    "a default that is not needed is not evaluated",
    (x) => {
      let calls = 0;
      const [a = calls++, b = calls++] = x;
      return a * b + calls;
    },
    x3,
    (x) => ({ ...product([1, 0, 0], [0, 1, 0])(x) }),
  ),
];

conformance("operators", [...operators, ...patterns]);
