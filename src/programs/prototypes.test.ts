// Numbers that an object inherits from its prototype belong to the prototype.

import { describe, expect, test } from "vitest";
import { derivative, grad, jvp } from "zeroth";

interface Kept {
  k: number;
}
type Real = (x: number) => number;

const parent: Kept = { k: 1 };
const make = (): Kept => Object.create(parent) as Kept;
const child = make();
const grandchild = Object.create(child) as Kept;
const list = Object.create([1, 2]) as number[];

class Scaled {
  x = 3;
  declare scale: number;
  times(y: number): number {
    return this.scale * y;
  }
}
Scaled.prototype.scale = 2;
const scaled = new Scaled();

describe("what is read from a prototype has the derivative of what was written there", () => {
  const programs: readonly (readonly [name: string, f: Real, first: number, second: number])[] = [
    ["a record", (x) => ((parent.k = x * x), child.k), 6, 2],
    ["at some distance", (x) => ((parent.k = x * x), grandchild.k * child.k * x), 405, 540],
    [
      "an array",
      (x) => {
        (Object.getPrototypeOf(list) as number[])[1] = x * x;
        return (list[1] as number) * x;
      },
      27,
      18,
    ],
    ["a class", (x) => ((Scaled.prototype.scale = x * x), scaled.scale * x), 27, 18],
    ["own properties of an instance", (x) => ((scaled.x = x * x), scaled.x * x), 27, 18],
    ["constants", (x) => scaled.times.length * x * x * scaled.constructor.name.length, 36, 12],
    [
      "a written property",
      (x) => {
        const own = grandchild;
        own.k = x * x;
        const y = own.k;
        return y * x;
      },
      27,
      18,
    ],
  ];
  test.each(programs)("%s", (_, f, first, second) => {
    expect(grad(f)(3)).toBeCloseTo(first, 10);
    expect(jvp(f, [3], [1])[1]).toBeCloseTo(first, 10);
    expect(derivative(f, 2)(3)).toBeCloseTo(second, 10);
    expect(grad(grad(f))(3)).toBeCloseTo(second, 10);
    expect(jvp(grad(f), [3], [1])[1]).toBeCloseTo(second, 10);
    expect(grad((x: number) => jvp(f, [x], [1])[1])(3)).toBeCloseTo(second, 10);
  });
});

test("the gradient with respect to a prototype", () => {
  const p = { k: 3 };
  const o = Object.create(p) as Kept;
  expect(grad((q: Kept) => o.k ** 2 + q.k)(p)).toEqual({ k: 7 });
  expect(jvp((q: Kept) => o.k ** 2 + q.k, [p], [{ k: 1 }])).toEqual([12, 7]);
});

test("the gradient with respect to what inherits is refused", () => {
  const o = Object.create({ k: 3 }) as Kept;
  expect(() => grad((q: Kept) => q.k ** 2)(o)).toThrow(/an instance of Object/);
});

test("a method of a prototype", () => {
  const methods = { power: (y: number): number => y };
  const o = Object.create(methods) as typeof methods;
  const f = (x: number): number => {
    methods.power = (y) => y * x;
    return o.power(x) * x;
  };
  expect(grad(f)(3)).toBe(27);
  expect(jvp(f, [3], [1])).toEqual([27, 27]);
});

test("a property that begins or ceases to be the object's own is refused in reverse mode", () => {
  const begins = (x: number): number => {
    const o = child;
    parent.k = x * x;
    const y = o.k;
    o.k = 3;
    return y;
  };
  const ceases = (x: number): number => {
    const o = child as Partial<Kept>;
    o.k = x * x;
    const y = o.k;
    delete o.k;
    return y;
  };
  for (const f of [begins, ceases]) {
    const refused = /prototypes\.test\.ts:\d+:\d+: .*the property "k" of Object, which is written or deleted/;
    Reflect.deleteProperty(child, "k");
    expect(() => grad(f)(3)).toThrow(refused);
    Reflect.deleteProperty(child, "k");
    expect(jvp(f, [3], [1])).toEqual([9, 6]);
    Reflect.deleteProperty(child, "k");
    expect(() => grad((x: number) => jvp(f, [x], [1])[1])(3)).toThrow(refused);
  }
});
