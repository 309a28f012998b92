// Inner derivatives with respect to memory that the function which is differentiated may reach, too.

import { expect, test } from "vitest";
import { grad, hessian, hvp, J, jacobian, jvp, ready, valueAndGrad, vjp as pullBack } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { codeOf } from "./plans.ts";
import { vjp } from "../test-support/general-vjp.ts";

type Numbers = readonly number[];
const product = (x: Numbers, y: Numbers): number => x[0]! * y[0]! * x[1]!;
const both = (x: Numbers): number => x[0]! * x[1]!;

test.each<readonly [string, (x: never) => number, unknown]>([
  [
    "what is made, itself",
    (x: Numbers) => {
      const made = x.map((v) => v * 2);
      return both(grad((y: Numbers) => product(y, made))(made));
    },
    [1.5, 2],
  ],
  [
    "what is made, by one of two ways",
    (x: Numbers) => {
      const made = x.map((v) => v * 2);
      const may = x[0]! > 0 ? made : x.map((v) => v + 1);
      return both(grad((y: Numbers) => product(y, may))(made));
    },
    [1.5, 2],
  ],
  [
    "the argument, by one of two ways",
    (x: Numbers) => {
      const may = x[0]! > 0 ? x : x.map((v) => v + 1);
      return both(grad((y: Numbers) => product(y, may))(x));
    },
    [1.5, 2],
  ],
  [
    "a row of the argument",
    (rows: readonly Numbers[]) => {
      const row = rows[0]!;
      return both(grad((y: readonly Numbers[]) => product(y[0]!, row))(rows)[0]!);
    },
    [
      [1.5, 2],
      [3, 4],
    ],
  ],
])("%s", (_, f, x) => {
  const [expected] = vjp(f as (y: unknown) => number, x)[1](1);
  expect(grad(f as (y: unknown) => number)(x)).toEqual(expected);
});

test("a row of another matrix shares nothing", () => {
  const f = (x: Numbers, rows: readonly Numbers[]): number => {
    const row = rows[0]!;
    return both(grad((y: Numbers) => product(y, row))(x));
  };
  const rows = [[1.5, 2]];
  const slope = grad(f);
  expect(slope([3, 4], rows)).toEqual(vjp(f, [3, 4], rows)[1](1)[0]);
  expect(codeOf(slope, [3, 4], rows)).toContain("use strict");
});

interface Body {
  readonly a: number;
  readonly b: number;
}
const inside: Readonly<Record<string, (p: Body) => number>> = {
  grad: (p) => grad((q: Body) => q.a * q.a * p.a + q.b * p.b)(p).a,
  valueAndGrad: (p) => {
    const [y, g] = valueAndGrad((q: Body) => q.a * p.a + q.b * p.b)(p);
    return y + g.a;
  },
  vjp: (p) => pullBack((q: Body) => q.a * p.a, p)[1](1)[0].a,
  J: (p) => (J((q: Body) => q.a * q.a * p.a, p)[1](1) as unknown as [{ p: Body }])[0].p.a * p.a,
  jvp: (p) => jvp((q: Body) => q.a * p.a, [p], [{ a: 1, b: 0 }])[1],
  hvp: (p) => hvp((q: Body) => q.a * q.a * p.a)(p, { a: 1, b: 0 }).a,
  "grad of two arguments": (p) => grad((q: Body, r: Body) => q.a * r.a * r.b)(p, p).a,
  jacobian: (p) => (jacobian((q: Body) => [q.a * p.a, q.b])(p) as unknown as Body[])[0]!.a,
  hessian: (p) => (hessian((q: Body) => q.a * q.a * p.a)(p) as unknown as { a: Body }).a.a,
  "a record in a record": (p) => {
    const held = { p };
    return grad((q: Body) => q.a * held.p.b)(p).a;
  },
  "one that leads to it": (p) => grad((q: { p: Body }) => q.p.a * p.a)({ p }).p.a,
};

test.each(Object.entries(inside))("a record of numbers that is reached in another way, too: %s", async (_, f) => {
  const [gradient, both] = [grad(f), valueAndGrad(f)];
  await ready(gradient, { a: 2, b: 3 });
  await ready(both, { a: 2, b: 3 });
  for (const p of [
    { a: 2, b: 3 },
    { a: -1.5, b: 0.5 },
  ]) {
    expect(gradient(p)).toEqual(general.grad(f as never)(p));
    expect(both(p)[0]).toBe(f(p));
  }
});

const scaled = (x: Numbers): number => {
  const mine = (x as number[]).slice();
  let s = 0;
  for (let i = 0; i < x.length; i++) s += grad((y: Numbers) => product(y, mine))(mine)[0]! * x[i]!;
  return s;
};
const stepped = (rows: readonly Numbers[]): number => {
  let s = 0;
  for (const p of rows) for (const q of rows) s += both(grad((y: Numbers) => y[0]! * p[0]! + y[1]! ** 2 * p[1]!)(q));
  return s;
};
/** It writes to its argument, which others see: the argument is not copied. */
const writing = (rows: readonly number[][]): number => {
  let s = 0;
  for (const p of rows)
    for (const q of rows) {
      const slope = grad((y: number[]) => {
        y[0] = y[0]! + p[1]!;
        return y[0] * y[1]!;
      })(q);
      s += slope[0]! * q[0]! + p[0]!;
    }
  return s;
};
/** It tells whether two arrays are the same one. */
const comparing = (rows: readonly number[][]): number => {
  let s = 0;
  for (const p of rows)
    for (const q of rows) s += grad((y: number[]) => (y === p ? y[0]! : 2 * y[1]! ** 2))(q)[1]! * p[0]!;
  return s;
};

/** It keeps its argument in a variable of the function around it. */
const keeping = (rows: readonly number[][]): number => {
  let s = 0;
  let kept: Numbers = [];
  for (const p of rows)
    for (const q of rows) {
      const slope = grad((y: number[]) => {
        kept = y;
        return y[0]! * p[1]!;
      })(q);
      s += slope[0]! * (kept === q ? q[0]! : q[1]! ** 2);
    }
  return s;
};

test("arrays of numbers that may be the same are copied where nobody can tell", () => {
  const rows = [
    [1.5, 2],
    [3, 4],
  ];
  expect(isAnswered(grad(scaled), [1.5, 2])).toBe(true);
  expect(isAnswered(grad(stepped), rows)).toBe(true);
  for (let k = 0; k < 3; k++) expect(grad(scaled)([1.5, 2])).toEqual(vjp(scaled, [1.5, 2])[1](1)[0]);
  for (const f of [stepped, writing, comparing, keeping])
    for (let k = 0; k < 3; k++)
      expect(grad(f)(structuredClone(rows))).toEqual(vjp(f as never, structuredClone(rows))[1](1)[0]);
});

test("a value that is an argument stays it", () => {
  const f = (x: number[]): number => {
    const [y] = pullBack((z: number[]) => z, x);
    return y === x ? x[0]! ** 2 : x[1]!;
  };
  for (let k = 0; k < 3; k++) expect(grad(f)([3, 4])).toEqual([6, 0]);
});

test("a record that is shared with a function that compares stays shared", () => {
  const f = (s: { v: Body; b: number }): number =>
    jvp((q: Body) => s.v.a * s.v.b + "ab".split("").indexOf("b") * q.a, [s.v], [{ a: 1, b: Math.sin(s.b) }])[1];
  const s = { v: { a: 2, b: 3 }, b: 0.75 };
  const expected = general.grad(f as never)(s);
  for (let k = 0; k < 3; k++) expect(grad(f)(s)).toEqual(expected);
});
