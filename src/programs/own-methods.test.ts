// Arrays whose methods are not those of all arrays: specialised code runs what JavaScript runs, or leaves it to general code.

import { afterEach, describe, expect, test } from "vitest";
import { grad, hvp, jacobian, valueAndGrad, vjp } from "zeroth";

type List = number[];
const total = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x, 0);
const squares = (xs: List): number => total(xs.map((x) => x * x));
const walked = (xs: Iterable<number>): number => {
  let sum = 0;
  for (const x of xs) sum += x * x;
  return sum;
};
const spread = (xs: List): number => total([...xs].map((x) => x * x));

/** An array with a method of its own, which is data. */
const withMap = (xs: List): List =>
  Object.assign(xs, {
    map(this: List, f: (x: number, i: number, xs: List) => number): List {
      const result: number[] = [];
      for (let i = 0; i < this.length; i++) result.push(3 * f(this[i] as number, i, this));
      return result;
    },
  });

describe("an array with a method of its own", () => {
  const rows = (m: List[]): number => total(m.map((row) => squares(row)));

  test("as an argument, among calls with usual ones", () => {
    const [gradient, both, matrix, product] = [grad(squares), valueAndGrad(squares), jacobian(squares), hvp(squares)];
    for (let k = 1; k <= 40; k++) {
      expect(gradient([k, 2])).toEqual([2 * k, 4]);
      expect(Array.from(gradient(withMap([k, 2])))).toEqual([6 * k, 12]);
      expect(both(withMap([k, 2]))[0]).toBe(3 * (k * k + 4));
      expect(Array.from(matrix(withMap([k, 2])))).toEqual([6 * k, 12]);
      expect(Array.from(product(withMap([k, 2]), [1, 0]))).toEqual([6, 0]);
      expect(Array.from(vjp(squares, withMap([k, 2]))[1](1)[0])).toEqual([6 * k, 12]);
    }
  });

  test("that the function does not ask for is not asked for", () => {
    const byLoops = (m: List[]): number => {
      let sum = 0;
      for (let i = 0; i < m.length; i++) for (let j = 0; j < m[i]!.length; j++) sum += m[i]![j]! ** 2;
      return sum;
    };
    let asked = 0;
    const get = (): unknown => asked++;
    const gradient = grad(byLoops, { argnums: [0] });
    for (let k = 1; k <= 40; k++) {
      const row = Object.defineProperties([2], { indexOf: { get }, includes: { get } });
      expect(gradient([[k], row])[0].map(([g]) => g)).toEqual([2 * k, 4]);
    }
    expect(asked).toBe(0);
  });

  test("as a row, a property, a captured value", () => {
    const [ofRows, ofRecord] = [grad(rows), grad((p: { xs: List; b: number }) => squares(p.xs) * p.b)];
    const data = [1, 2];
    const ofData = grad((x: number) => squares(data) * x);
    for (let k = 1; k <= 40; k++) {
      expect(ofRows([[k, 1], [2]])).toEqual([[2 * k, 2], [4]]);
      expect(ofRows([[k, 1], withMap([2])])).toEqual([[2 * k, 2], [12]]);
      expect(ofRecord({ xs: [k], b: 2 })).toEqual({ xs: [4 * k], b: k * k });
      expect(ofRecord({ xs: withMap([k]), b: 2 })).toEqual({ xs: [12 * k], b: 3 * k * k });
      expect(ofData(k)).toBe(k > 20 ? 15 : 5);
      if (k === 20) withMap(data);
    }
  });

  test("that the function gives to an array of its own", () => {
    const inside = grad((x: number) => {
      const xs = [x, 2 * x];
      (xs as { map: unknown }).map = (f: (v: number) => number) => [7 * f(xs[0] as number)];
      return squares(xs);
    });
    const assigned = grad((x: number) => {
      const map = (f: (v: number) => number): List => [5 * f(x)];
      return squares(Object.assign([x], { map }));
    });
    const filled = grad((xs: List) => {
      const made = xs.map((x) => x);
      (made as { map: unknown }).map = (f: (v: number) => number) => [2 * f(made[0] as number)];
      return squares(made);
    });
    for (let k = 1; k <= 40; k++) {
      expect(inside(k)).toBe(14 * k);
      expect(assigned(k)).toBe(10 * k);
      expect(filled([k, 1])).toEqual([4 * k, 0]);
    }
  });

  test("which is an iterator: refused, or run, as in general code", () => {
    const backwards = (xs: List | Float64Array): never =>
      Object.assign(xs, {
        [Symbol.iterator]: function* () {
          yield 1;
        },
      }) as never;
    for (const f of [walked, spread] as ((xs: never) => number)[]) {
      const gradient = grad(f) as unknown as (xs: unknown) => number[];
      for (let k = 1; k <= 40; k++) {
        expect(gradient([k])).toEqual([2 * k]);
        expect(() => gradient(backwards([k]))).toThrow(/iteration over Array/);
      }
    }
    const typed = grad(walked as (xs: Float64Array) => number);
    for (let k = 1; k <= 40; k++) {
      expect(typed(Float64Array.of(k))).toEqual(Float64Array.of(2 * k));
      expect(() => typed(backwards(Float64Array.of(k)))).toThrow(/iteration over Float64Array/);
    }
  });

  test("a typed array's", () => {
    const sum = grad((xs: Float64Array) => xs.reduce((s, x) => s + x * x, 0));
    for (let k = 1; k <= 40; k++) {
      expect(sum(Float64Array.of(k))).toEqual(Float64Array.of(2 * k));
      const own = Object.assign(Float64Array.of(k), {
        reduce(this: Float64Array, _: unknown, start: number) {
          return 5 * (this[0] as number) + start;
        },
      }) as unknown as Float64Array;
      expect(Array.from(sum(own))).toEqual([5]);
    }
  });
});

describe("a prototype that is changed", () => {
  // oxlint-disable-next-line typescript/unbound-method
  const native = Array.prototype.reduceRight;
  afterEach(() => {
    // oxlint-disable-next-line no-extend-native
    Object.defineProperty(Array.prototype, "reduceRight", { value: native, writable: true, configurable: true });
  });
  const replaced = function (this: List, f: (s: number, x: number) => number, start: number): number {
    return 2 * f(start, this[0] as number);
  };

  test("before and after code was made for it", () => {
    const given = grad((xs: List) => xs.reduceRight((s, x) => s + x * x, 0));
    const made = grad((x: number) => [x, x].reduceRight((s, v) => s + v * v, 0));
    for (let k = 1; k <= 80; k++) {
      const isReplaced = (k >> 2) % 2 === 1;
      // oxlint-disable-next-line no-extend-native
      Object.defineProperty(Array.prototype, "reduceRight", {
        value: isReplaced ? replaced : native,
        writable: true,
        configurable: true,
      });
      expect(given([k, 1])).toEqual(isReplaced ? [4 * k, 0] : [2 * k, 2]);
      expect(made(k)).toBe(4 * k);
    }
  });

  test("of one array, by Object.setPrototypeOf", () => {
    const gradient = grad(squares);
    const other = Object.create(Array.prototype, { map: { value: withMap([]).map } }) as object;
    for (let k = 1; k <= 40; k++) {
      expect(gradient([k])).toEqual([2 * k]);
      expect(Array.from(gradient(Object.setPrototypeOf([k], other) as List))).toEqual([6 * k]);
    }
  });
});

class Vector extends Array<number> {
  sum(): number {
    let s = 0;
    for (let i = 0; i < this.length; i++) s += (this[i] as number) ** 2;
    return s;
  }
}

test("an instance of a class of arrays", () => {
  const gradient = grad((v: Vector) => v.sum());
  const plain = grad((v: List) => total(v));
  for (let k = 1; k <= 40; k++) {
    expect(Array.from(gradient(Vector.from([k, 1]) as Vector))).toEqual([2 * k, 2]);
    expect(Array.from(plain(Vector.from([k, 1])))).toEqual([1, 1]);
  }
});
