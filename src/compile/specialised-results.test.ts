// Arrays and records that a differentiated function makes and returns: they pass as their parts, which nobody can tell.

import { describe, expect, test } from "vitest";
import { grad, hvp, jvp, valueAndGrad, vjp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import * as forward from "../prelude/jvp.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { codeOf } from "./plans.ts";

type Callable = (...args: never[]) => unknown;
const applied = (operator: unknown, ...args: readonly unknown[]): unknown =>
  (operator as (...args: unknown[]) => unknown)(...args);

interface Model {
  w: number[];
  v: Float64Array;
  at: { c: number };
}
const model = (k: number): Model => ({ w: [1 + k, 2, -3], v: Float64Array.of(0.5, k, 2), at: { c: 0.25 * k + 1 } });

const energy = ({ w, v, at }: Model): number => {
  let sum = at.c ** 3;
  for (let i = 0; i < w.length; i++) sum += Math.sin(w[i] as number) * (v[i] as number) * at.c;
  return sum;
};

test("a product with a Hessian of a record is typed", () => {
  const [product, expected] = [hvp(energy), applied(general.hvp, energy) as Callable];
  expect(codeOf(product, model(1), model(2))).not.toContain("not specialised");
  for (let k = 0; k < 4; k++)
    expect(product(model(k), model(k + 1))).toEqual(expected(...([model(k), model(k + 1)] as never[])));
  const same = model(3);
  expect(product(same, same)).toEqual(expected(...([same, same] as never[])));
});

/** The tangent of a result, by specialised code and by general code. */
function expectAlong(f: Callable, primals: readonly unknown[], tangents: readonly unknown[]): void {
  const expected = applied(forward.jvp, f, primals, tangents);
  for (let k = 0; k < 3; k++) expect(applied(jvp, f, primals, tangents)).toEqual(expected);
}

describe("along a direction", () => {
  const cases: Readonly<Record<string, (x: number, ys: number[]) => unknown>> = {
    "a record": (x, ys) => ({ a: x * x, b: ys.map((y) => y * x), name: "r" }),
    "records in arrays in a record": (x, ys) => ({ list: [{ a: x }, { a: x * (ys[0] as number) }], none: [] }),
    "one array twice": (x, ys) => {
      const both = [x, x * (ys[0] as number)];
      return [both, both];
    },
    "an array that contains the argument": (x, ys) => [ys, x, { ys }],
    "a record that is written after it is made": (x) => {
      const r: Record<string, number> = { a: x };
      r["a"] = x * x;
      r["b"] = r["a"] * x;
      return r;
    },
    "one of two records": (x, ys) => (x > (ys[0] as number) ? { a: x, b: 1 } : { a: 1, b: x }),
    "a record or a number": (x, ys) => (x > (ys[0] as number) ? { a: x * x } : x * x * x),
    "a record with undefined, and without": (x, ys) => ({ a: x, b: undefined, c: ys.length > 1 ? null : x }),
    "an array with null, or a number": (x, ys) => [x * x, ys.length > 1 ? null : x],
    "holes, and undefined": (x) => {
      const list: unknown[] = [x, undefined];
      list[3] = x * x;
      return list;
    },
  };
  test.each(Object.entries(cases))("%s", (_, f) => {
    expectAlong(f, [2, [3, 4]], [1, [0.5, 0.25]]);
    expectAlong(f, [4, [3, 4]], [1, [0.5, 0.25]]);
    expectAlong(f, [4, [3, 4]], [null, [0.5, 0.25]]);
  });
});

test("what is returned twice stays one array", () => {
  const twice = (x: number): number[][] => {
    const both = [x, x * x];
    return [both, both];
  };
  const written = (x: number): number => {
    const [[a, b]] = jvp(twice, [x], [1]) as unknown as [[number[], number[]], unknown];
    a[0] = 5 * x;
    return (b[0] as number) * x;
  };
  for (let k = 0; k < 3; k++) {
    const [value] = applied(jvp, twice, [2], [1]) as [number[][], unknown];
    expect(value[0]).toBe(value[1]);
    expect(grad(written)(2)).toBe(20);
  }
});

describe("what is returned is used on", () => {
  const squares = ({ w }: { w: number[] }): number => w.reduce((s, x) => s + x ** 3, 0);
  const cases: Readonly<Record<string, (x: number) => number>> = {
    "a gradient that is written to": (x) => {
      const g = grad(squares)({ w: [x, 2 * x] });
      g.w[0] = (g.w[0] as number) * x;
      return g.w[0] + (g.w[1] as number);
    },
    "a gradient that is kept in an array": (x) => {
      const all: { w: number[] }[] = [];
      for (let k = 1; k < 4; k++) all.push(grad(squares)({ w: [x * k] }));
      return all.reduce((s, g, k) => s + (g.w[0] as number) * (all[2 - k]?.w[0] as number), 0);
    },
    "a gradient in each step of a descent": (x) => {
      let p = { a: x, b: 1 };
      for (let k = 0; k < 5; k++) {
        const g = grad((q: { a: number; b: number }) => q.a ** 2 * q.b + q.b ** 2)(p);
        p = { a: p.a - 0.1 * g.a, b: p.b - 0.1 * g.b };
      }
      return p.a * p.b;
    },
    "a value with a gradient, one of two": (x) => {
      const [y, g] = valueAndGrad(squares)({ w: [x, 1] });
      const best = y > 2 ? g : { w: [y, y] };
      return (best.w[0] as number) * y;
    },
    "a tangent of a record, in a loop": (x) => {
      let s = 0;
      for (let k = 0; k < 3; k++) {
        const [p, q] = jvp((t: number) => ({ a: t * t, b: [t * k] }), [x + s], [1]) as [
          { a: number; b: number[] },
          { a: number; b: number[] },
        ];
        s += 0.1 * p.a * q.a - 0.1 * (p.b[0] as number) * (q.b[0] as number);
      }
      return s;
    },
    "a product with a Hessian of a record": (x) => {
      const h = hvp(squares)({ w: [x, 3] }, { w: [1, x] });
      return (h.w[0] as number) * (h.w[1] as number);
    },
  };
  test.each(Object.entries(cases))("%s", (_, f) => {
    const by = [grad, general.grad].map((operator) => applied(operator, f) as Callable) as [Callable, Callable];
    for (const x of [1.5, 0.5, -1]) {
      const expected = by[1](x as never);
      for (let k = 0; k < 3; k++) expect(by[0](x as never)).toBeCloseTo(expected as number, 10);
      const step = 1e-5;
      expect((f(x + step) - f(x - step)) / (2 * step)).toBeCloseTo(expected as number, 3);
    }
  });
});

interface Tree {
  value: number;
  parts: Tree[];
}
const trees: readonly Tree[] = [
  { value: 2, parts: [] },
  { value: 2, parts: [{ value: 3, parts: [] }] },
  {
    value: 0.5,
    parts: [
      { value: 3, parts: [{ value: 1.5, parts: [] }] },
      { value: 4, parts: [] },
    ],
  },
];
const product = (t: Tree): number => t.parts.reduce((s, part) => s * product(part), t.value ** 2);

test("tangents of trees are entered and read as data", () => {
  const twice = (t: Tree): Tree => ({ value: product(t), parts: t.parts.map(twice) });
  for (const f of [product, twice])
    for (const t of trees) expectAlong(f, [t], [t.parts.length === 0 ? { value: 1, parts: [] } : t]);
  const tangent = trees[1] as Tree;
  expect(codeOf(applied(along, product) as never, trees[1], tangent)).not.toContain("not specialised");
  expect(() => applied(jvp, product, [trees[0]], [trees[1]])).toThrow("length 1");
});
const along =
  (f: Callable) =>
  (x: unknown, v: unknown): unknown =>
    applied(jvp, f, [x], [v]);

test("records of arguments in a result are those records", () => {
  interface Point {
    x: number;
    y: number;
  }
  const moved = (p: Point, n: number): { end: Point; far: number } => {
    let end = p;
    for (let k = 0; k < n; k++) end = { x: end.x + end.y, y: end.y * 0.5 };
    return { end, far: end.x ** 2 };
  };
  const p = { x: 2, y: 3 };
  for (const n of [0, 0, 0, 3, 3, 0]) {
    const [value, pullback] = applied(vjp, moved, p, n) as [{ end: Point }, (g: unknown) => unknown[]];
    const [expected, back] = applied(general.vjp, moved, p, n) as [unknown, (g: unknown) => unknown[]];
    expect(value).toEqual(expected);
    expect(value.end === p).toBe(n === 0);
    const g = { end: { x: 1, y: 2 }, far: 3 };
    expect(pullback(g)[0]).toEqual(back(g)[0]);
  }
});

test("products with Hessians of trees", () => {
  const penalty = (t: Tree): number => product(t) * t.value + t.parts.reduce((s, part) => s + penalty(part) ** 2, 0);
  interface Marked {
    at: number;
    rate?: number;
    list: Float64Array;
    label: string;
  }
  const marked = (all: Marked[]): number =>
    all.reduce((s, { at, rate, list }) => s + at ** 3 * (rate ?? 2) + list.reduce((t, x) => t + x * x * at, 0), 0);
  const some: readonly Marked[] = [
    { at: 2, list: Float64Array.of(1, 2), label: "a" },
    { at: 3, rate: 0.5, list: Float64Array.of(-1), label: "b" },
  ];
  interface Term {
    c: number;
    next?: Term | undefined;
  }
  type Poly = Term | undefined;
  const added = (p: Poly, q: Poly): Poly =>
    p && q ? { c: p.c * q.c, next: added(p.next, q.next) } : p ? { c: p.c ** 2, next: added(p.next, q) } : q;
  const total = (p: Poly): number => (p ? p.c ** 3 + total(p.next) : 0);
  const polynomial = (p: Term): number => total(added(p, p.next));
  const list: Term = { c: 2, next: { c: 3, next: { c: 0.5 } } };
  for (const [f, x, v] of [
    [polynomial, list, structuredClone(list)],
    [penalty, trees[2], structuredClone(trees[2])],
    [penalty, trees[1], { value: 1, parts: [{ value: -2, parts: [] }] }],
    [product, trees[0], { value: 2, parts: [] }],
    [marked, some, some.map((one) => ({ ...one, at: 1, list: one.list.map(() => 2) }))],
  ] as const) {
    const [along, expected] = [applied(hvp, f), applied(general.hvp, f)] as readonly Callable[];
    // Of an empty list it is not known what will be in it.
    expect(isAnswered(along, x, v)).toBe(x !== trees[0]);
    for (let k = 0; k < 3; k++) expect(applied(along, x, v)).toEqual(applied(expected, x, v));
    expect(() => applied(along, x, [])).toThrow("direction");
  }
});
