// Methods that make arrays, of instances of classes that extend arrays: what JavaScript makes by the species, or an error.

import { describe, expect, test } from "vitest";
import { grad, hvp, jvp, vjp } from "zeroth";

class Vector extends Array<number> {}
/** Its methods make plain arrays. */
class Open extends Array<number> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

const ofVector = (...xs: number[]): number[] => Vector.from(xs);
/** An array whose methods make vectors, of itself. */
const withConstructor = (...xs: number[]): number[] => Object.assign(xs, { constructor: Vector });

const calls = [1, 5, 20, 40];
/** Runs a check at these calls, after a number of usual ones, and so on. */
function amongCalls(usual: () => void, check: () => void): void {
  for (let k = 1; k <= 40; k++) {
    if (calls.includes(k)) check();
    usual();
  }
}

const makers: Readonly<Record<string, (v: number[]) => unknown>> = {
  map: (v) => v.map((x) => x * x),
  filter: (v) => v.filter((x) => x > 0),
  slice: (v) => v.slice(0, 2),
  concat: (v) => v.concat([1]),
  splice: (v) => v.splice(0, 1),
  flat: (v) => v.flat(),
  flatMap: (v) => v.flatMap((x) => [x, x]),
};

describe("a method that would make an instance of a class of arrays", () => {
  for (const [name, make] of Object.entries(makers)) {
    // The other way shows that it was taken.
    const f = (v: number[]): number => {
      const first = v[0] as number;
      return make(v) instanceof Vector ? first * first : 7 * first;
    };
    const message = new RegExp(`array-classes\\.test\\.ts:\\d+:\\d+: unsupported: \`${name}\` of an array`);

    test(`${name}: is refused, with the place`, () => {
      const gradient = grad(f);
      for (const made of [ofVector, withConstructor]) {
        expect(f(made(3, 2))).toBe(9);
        amongCalls(
          () => expect(gradient([3, 2])).toEqual([7, 0]),
          () => {
            expect(() => gradient(made(3, 2))).toThrow(message);
            expect(() => vjp(f, made(3, 2))).toThrow(message);
            expect(() => jvp(f, [made(3, 2)], [[1, 0]])).toThrow(message);
          },
        );
      }
    });

    test(`${name}: makes plain arrays where the species says so`, () => {
      const gradient = grad(f);
      amongCalls(
        () => expect(gradient([3, 2])).toEqual([7, 0]),
        () => {
          for (const v of [Open.from([3, 2]), Object.assign([3, 2], { constructor: undefined })])
            expect(Array.from(gradient(v))).toEqual([7, 0]);
        },
      );
    });
  }

  test("of a captured array, a row, one that the function makes", () => {
    const data = ofVector(1, 2);
    const captured = grad((x: number) => x * (data.map((v) => v) instanceof Vector ? 1 : 7));
    const rows = grad((m: number[][]) => m.reduce((s, row) => s + (row.slice().constructor === Vector ? 1 : 7), 0));
    const made = grad((x: number) => {
      const xs = Object.assign([x], { constructor: Vector });
      return xs.map((v) => v) instanceof Vector ? x : 7 * x;
    });
    for (let k = 1; k <= 40; k++) {
      expect(() => captured(k)).toThrow(/`map` of an array/);
      expect(rows([[k]])).toEqual([[0]]);
      expect(() => rows([[k], ofVector(1)])).toThrow(/`slice` of an array/);
      expect(() => made(k)).toThrow(/`map` of an array/);
    }
  });

  test("the remedies that are named", () => {
    const message = (f: (v: number[]) => number): string => {
      try {
        grad(f)(ofVector(3, 2));
        return "";
      } catch (error) {
        return String(error);
      }
    };
    const total = (xs: readonly number[]): number => xs.reduce((s, x) => s + x * x, 0);
    expect(message((v) => total(v.map((x) => x)))).toContain("`[...v].map(…)`");
    expect(message((v) => total(v.splice(0, 1)))).toContain("`const plain = [...v]; plain.splice(…)`");
    expect(message((v) => total(Vector.from(v)))).toContain("`Array.from(…)`");
    const mapped = grad((v: number[]) => total([...v].map((x) => x)));
    const spliced = grad((v: number[]) => {
      const plain = [...v];
      return total(plain.splice(0, 1));
    });
    const from = grad((v: number[]) => total(Array.from(v, (x) => x)));
    for (let k = 1; k <= 40; k++) {
      expect(Array.from(mapped(ofVector(k, 2)))).toEqual([2 * k, 4]);
      expect(Array.from(spliced(ofVector(k, 2)))).toEqual([2 * k, 0]);
      expect(Array.from(from(ofVector(k, 2)))).toEqual([2 * k, 4]);
    }
  });

  test("a constructor that is none: what JavaScript throws", () => {
    const gradient = grad((v: number[]) => v.map((x) => x)[0] as number);
    for (let k = 1; k <= 40; k++) {
      expect(() => gradient(Object.assign([k], { constructor: 1 }))).toThrow(
        /\[Symbol\.species\] is not a constructor/,
      );
      expect(gradient([k])).toEqual([1]);
    }
  });
});

test("functions of a class of arrays are refused, those of Array are not", () => {
  const from = grad((x: number) => (Vector.from([x]) instanceof Vector ? x : 7 * x));
  const of = grad((x: number) => (Vector.of(x) instanceof Vector ? x : 7 * x));
  const detached = Array.from;
  const plain = grad((x: number) =>
    [Array.from([x]), Array.of(x), detached([x])].flat().reduce((s, v) => s + v * v, 0),
  );
  const record = { of: Array.of };
  const ofRecord = grad((x: number) => record.of(x)[0] as number);
  for (let k = 1; k <= 40; k++) {
    expect(() => from(k)).toThrow(/array-classes\.test\.ts:\d+:\d+: unsupported: Vector\.from makes an array/);
    expect(() => of(k)).toThrow(/array-classes\.test\.ts:\d+:\d+: unsupported: Vector\.of makes an array/);
    expect(plain(k)).toBe(6 * k);
    expect(ofRecord(k)).toBe(1);
  }
});

test("what makes plain arrays in JavaScript does so here", () => {
  const f = (v: number[]): number => {
    const all = [v.toReversed(), v.toSorted((a, b) => a - b), v.with(0, 1), v.toSpliced(0, 1), [...v]];
    const x = v[0] as number;
    return all.some((xs) => xs instanceof Vector) ? x : x * x;
  };
  const gradient = grad(f);
  for (let k = 1; k <= 40; k++) {
    expect(f(ofVector(k, 2))).toBe(k * k);
    expect(Array.from(gradient(ofVector(k, 2)))).toEqual([2 * k, 0]);
  }
});

class Reals extends Float64Array {}
/** Its methods make arrays of a narrower type. */
class Narrow extends Float64Array {
  static get [Symbol.species](): Float32ArrayConstructor {
    return Float32Array;
  }
}

test("typed arrays: methods make what the species says, and copies are of the language's own class", () => {
  const makers: readonly ((v: Float64Array) => Float64Array)[] = [
    (v) => v.map((x) => x * x),
    (v) => v.filter((x) => x > 0),
    (v) => v.slice(0, 2),
    (v) => v.subarray(0, 2),
    (v) => v.toReversed().reverse(),
    (v) => v.toSorted(),
    (v) => v.with(1, 2),
  ];
  for (const make of makers) {
    const f = (v: Float64Array): number => {
      const made = make(v);
      const x = made[0] as number;
      return made.constructor === Reals
        ? 2 * x
        : made instanceof Float32Array
          ? 3 * x
          : made instanceof Reals
            ? 0
            : 5 * x;
    };
    const gradient = grad(f);
    // Where the buffer is shared, no species of another type is possible.
    const classes = [Float64Array, Reals, ...(make === makers[3] ? [] : [Narrow])];
    for (let k = 1; k <= 40; k++) {
      for (const type of classes) {
        const at = (x: number): Float64Array => type.of(x, 1000);
        const expected = f(at(k + 0.5)) - f(at(k - 0.5));
        expect(gradient(at(k))[0]).toBe(expected);
      }
    }
  }
});

test("typed arrays: no species, and one that is no class of typed arrays", () => {
  const f = (data: Float64Array): ((x: number) => number) => {
    return (x) => data.map((v) => v * x * x)[0] as number;
  };
  const none = grad(f(Object.assign(Float64Array.of(3), { constructor: undefined })));
  const wrong = grad(f(Object.assign(Float64Array.of(3), { constructor: Vector })));
  for (let k = 1; k <= 40; k++) {
    expect(none(k)).toBe(6 * k);
    expect(() => wrong(k)).toThrow("this is not a typed array");
  }
});

test("operators make no instances of a class of arrays", () => {
  let made = 0;
  class Counted extends Array<number> {
    constructor(...xs: number[]) {
      super(...xs);
      made++;
    }
  }
  const f = (v: readonly number[]): number => v.reduce((s, x) => s + x * x, 0);
  const [one, two, rows] = [
    grad(f),
    grad((v: number[], w: number[]) => f(v) * f(w), { argnums: [0, 1] }),
    grad((m: number[][]) => m.reduce((s, row) => s + f(row), 0)),
  ];
  for (let k = 1; k <= 40; k++) {
    const v: number[] = new Counted(k, 2);
    made = 0;
    expect(Array.from(one(v))).toEqual([2 * k, 4]);
    for (const g of two(v, v)) expect(Array.from(g)).toEqual([2 * k * f(v), 4 * f(v)]);
    expect(Array.from(rows([v, [1]])[0] ?? [])).toEqual([2 * k, 4]);
    expect(hvp(f)(v, [1, 0])).toEqual([2, 0]);
    expect(jvp(f, [v], [[1, 0]])[1]).toBe(2 * k);
    expect(made).toBe(0);
  }
});
