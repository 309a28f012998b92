// Data may have any names: `__proto__` is a property like another where JSON makes it, and so are `constructor` and
// what else every object inherits. No name in data decides what code does.

import { describe, expect, test } from "vitest";
import {
  customJvp,
  grad,
  hessian,
  hvp,
  J,
  jacfwd,
  jacobian,
  jacrev,
  jvp,
  linearize,
  onCotangent,
  stopGradient,
  treeFlatten,
  treeMap,
  treeZip,
  valueAndGrad,
  vjp,
} from "zeroth";

const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length", "then", "0"] as const;
type Data = Record<string, number>;

/** A record with one number, under any name. */
const record = (name: string, value: number): Data =>
  JSON.parse(`{ ${JSON.stringify(name)}: ${value}, "a": 2 }`) as Data;
const calls = [1, 5, 20, 40];

/** Calls 1 to 40; those of `calls` give what is expected for `x`. */
function expectCalls(name: string, run: (data: Data) => unknown, expected: (x: number) => unknown): void {
  const results = Array.from({ length: 40 }, (_, k) => run(record(name, k + 1)));
  for (const k of calls) expectData(results[k - 1], expected(k));
}

/** The same data, all of it in properties of plain records. */
function expectData(actual: unknown, expected: unknown): void {
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
  const walk = (x: unknown): void => {
    if (typeof x !== "object" || x === null) return;
    expect(Object.getPrototypeOf(x)).toBe(Array.isArray(x) ? Array.prototype : Object.prototype);
    for (const item of Object.values(x)) walk(item);
  };
  walk(actual);
}

describe.each(names)("the name %s", (name) => {
  const square = (p: Data): number => (p[name] as number) ** 2 * (p["a"] as number);
  const gradient = (x: number): Data => ({ ...record(name, 4 * x), a: x * x });

  test("gradients and cotangents", () => {
    expectCalls(name, grad(square), gradient);
    expectCalls(name, (p) => valueAndGrad(square)(p)[1], gradient);
    expectCalls(name, (p) => vjp(square, p)[1](1)[0], gradient);
    expectCalls(name, (p) => J(square, p)[1](1)[1], gradient);
    expectCalls(
      name,
      grad((p: Data) => square(onCotangent(p, (g) => g))),
      gradient,
    );
    expectCalls(
      name,
      grad((p: Data) => square(p) + square(stopGradient(p)) - square(stopGradient(p))),
      gradient,
    );
    // A cotangent that leaves the name out is zero there.
    const [, pullback] = vjp((p: Data) => ({ ...p }), record(name, 3));
    expectData(pullback({ a: 1 })[0], { ...record(name, 0), a: 1 });
  });

  test("tangents", () => {
    expectCalls(
      name,
      (p) => jvp(square, [p], [record(name, 1)])[1],
      (x) => 4 * x + 2 * x * x,
    );
    expectCalls(
      name,
      (p) => jvp(square, [p], [{ a: 1 }])[1],
      (x) => x * x,
    );
    expectCalls(
      name,
      (p) => jvp((q: Data) => ({ ...q }), [p], [{ a: 1 }])[1],
      () => ({ ...record(name, 0), a: 1 }),
    );
    expectCalls(
      name,
      (p) => linearize(square, p)[1]({ a: 1 }),
      (x) => x * x,
    );
    const custom = customJvp(square, ([p], [t]) => [square(p), 4 * p[name]! * t[name]! + p[name]! ** 2 * t["a"]!]);
    expectCalls(
      name,
      grad((p: Data) => custom(p)),
      gradient,
    );
  });

  test("matrices", () => {
    const rows = (x: number): unknown => [gradient(x)];
    for (const operator of [jacobian, jacrev, jacfwd]) {
      expectCalls(
        name,
        operator((p: Data) => [square(p)]),
        rows,
      );
      const same = operator((p: Data) => ({ ...p })) as (p: Data) => unknown;
      expectData(same(record(name, 3)), {
        ...(JSON.parse(`{ ${JSON.stringify(name)}: 0 }`) as object),
        ...Object.fromEntries([
          [name, { ...record(name, 1), a: 0 }],
          ["a", { ...record(name, 0), a: 1 }],
        ]),
      });
    }
    const second = hessian(square)(record(name, 3)) as unknown as Record<string, Data>;
    expectData(second[name], { ...record(name, 4), a: 6 });
    expectData(hvp(square)(record(name, 3), { ...record(name, 1), a: 0 }), { ...record(name, 4), a: 6 });
  });

  test("trees", () => {
    expectData(
      treeMap((x) => 2 * x, record(name, 3)),
      { ...record(name, 6), a: 4 },
    );
    expectData(
      treeMap((x, y) => x + y, record(name, 3), { a: 1 } as never),
      { ...record(name, 3), a: 3 },
    );
    expectData(treeFlatten(record(name, 3))[1]([5, 7]), name === "0" ? { 0: 5, a: 7 } : { ...record(name, 5), a: 7 });
    const zipped = treeZip(record(name, 3), record(name, 4));
    expectData(zipped[name], [3, 4]);
  });

  test("copies in differentiated code", () => {
    const copies: readonly ((p: Data) => Data)[] = [
      (p) => ({ ...p }),
      (p) => ({ a: 0, ...p }),
      (p) => ({ ...p, [name]: p[name] as number, a: p["a"] as number }),
      (p) => ({ a: p["a"] as number, [name]: p[name] as number }),
      (p) => {
        const { b, ...rest } = p;
        return b === undefined ? rest : p;
      },
      (p) => Object.fromEntries(Object.entries(p)),
      (p) => Object.fromEntries(Object.keys(p).map((key) => [key, p[key] as number])),
    ];
    for (const copy of copies) {
      const p = record(name, 3);
      expectData(copy(p)[name], 3);
      expectCalls(
        name,
        grad((q: Data) => square(copy(q))),
        gradient,
      );
      expectCalls(
        name,
        (q) => jvp((r: Data) => square(copy(r)), [q], [{ a: 1 }])[1],
        (x) => x * x,
      );
      // The value is what JavaScript makes.
      const [made] = vjp(copy, p);
      expect(Object.keys(made)).toEqual(Object.keys(copy(p)));
      expectData(made, copy(p));
    }
  });
});

test("what data may not do: reach the prototype", () => {
  const evil = JSON.parse('{ "__proto__": { "isAdmin": 1 }, "a": 2 }') as Record<string, unknown>;
  const admin = (x: unknown): number => (x as { isAdmin?: number }).isAdmin ?? 0;
  const value = grad((x: number) => x * (1 + admin({ ...evil }) + admin(Object.fromEntries(Object.entries(evil)))));
  for (let k = 0; k < 40; k++) expect(value(k)).toBe(1);
  expect(admin(treeMap((x) => x, evil))).toBe(0);
  expect(admin(treeFlatten(evil)[1]([1, 2]))).toBe(0);
  expect(admin(grad((p: typeof evil) => (p["a"] as number) ** 2)(evil))).toBe(0);
});

test("assignment is JavaScript's own: Object.assign sets the prototype, as it does there", () => {
  const evil = JSON.parse('{ "__proto__": { "b": 5 }, "a": 2 }') as { a: number };
  const assigned = (p: { a: number }): number => {
    const made = Object.assign({}, p) as { a: number; b: number };
    return made.a * made.b;
  };
  expect(assigned(evil)).toBe(10);
  for (let k = 0; k < 40; k++) {
    expectData(vjp(assigned, evil)[0], 10);
    expect(jvp(assigned, [evil], [{ a: 1 }])).toEqual([10, 5]);
  }
});

test("functions, parameters and captured variables of such names", () => {
  const made = (constructor: number, toString: number) => {
    const hasOwnProperty = (valueOf: number): number => valueOf * constructor + toString ** 2;
    return hasOwnProperty;
  };
  const f = made(3, 5);
  for (let k = 1; k <= 40; k++) {
    expect(grad((g: typeof f, x: number) => g(x))(f, k)).toEqual({ constructor: k, toString: 10 });
    expect(grad(f)(k)).toBe(3);
  }
  expect(treeMap((x) => 2 * x, f)(1)).toBe(106);
  const constructor = (x: number): number => x ** 3;
  const toString = (x: number): number => constructor(x) * 2;
  expect(grad((x: number) => toString(x))(2)).toBe(24);
});
