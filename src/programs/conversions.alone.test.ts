// Objects that arithmetic makes numbers of.

import { describe, expect, test } from "vitest";
import { grad, hvp, jvp } from "zeroth";
import { checkGradients } from "zeroth/testing";

class Amount {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  valueOf(): number {
    return this.value ** 2;
  }
}

class Hinted {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  [Symbol.toPrimitive](hint: string): number {
    return hint === "number" ? this.value * 3 : this.value * 5;
  }
}

const [start, end] = [new Date(2), new Date(5)];

const amount = (x: number): number => new Amount(x) as unknown as number;
const hinted = (x: number): number => new Hinted(x) as unknown as number;
const literal = (x: number): number => ({ valueOf: () => x * 7 }) as unknown as number;

const cases: Readonly<Record<string, readonly [f: (x: number) => number, value: number, slope: number, bend: number]>> =
  {
    product: [(x) => amount(x) * x, 8, 12, 12],
    "made in place": [(x) => (new Amount(x) as unknown as number) * x, 8, 12, 12],
    sum: [(x) => amount(x) + x, 6, 5, 2],
    difference: [(x) => x - amount(x), -2, -3, -2],
    power: [(x) => amount(x) ** 2, 16, 32, 48],
    sign: [(x) => -amount(x), -4, -4, -2],
    plus: [(x) => +amount(x) * x, 8, 12, 12],
    "by Number": [(x) => Number(amount(x)) * x, 8, 12, 12],
    Math: [(x) => Math.exp(amount(x)), Math.exp(4), 4 * Math.exp(4), 18 * Math.exp(4)],
    "from memory": [
      (x) => {
        const list = [amount(x)];
        return list[0]! * x;
      },
      8,
      12,
      12,
    ],
    "written to memory": [
      (x) => {
        const list = new Float64Array(1);
        list[0] = amount(x);
        return list[0] * x;
      },
      8,
      12,
      12,
    ],
    "hint number": [(x) => hinted(x) * x, 12, 12, 6],
    "hint default": [(x) => (hinted(x) + 0) * x, 20, 20, 10],
    literal: [(x) => literal(x) * x, 28, 28, 14],
    "updated in place": [
      (x) => {
        let n = amount(x);
        n += 1;
        n *= x;
        return n;
      },
      10,
      13,
      12,
    ],
    "filled into a typed array": [(x) => new Float64Array(2).fill(amount(x))[0]! * x, 8, 12, 12],
    "made a typed array": [(x) => Float64Array.from([amount(x)])[0]! * new Float64Array([amount(x)])[0]!, 16, 32, 48],
    "mapped in a typed array": [(x) => Float64Array.of(1, x).map((k) => amount(k))[1]! * x, 8, 12, 12],
    "set in a typed array": [
      (x) => {
        const xs = new Float64Array(2);
        xs.set([amount(x)], 1);
        return xs.with(0, amount(x))[0]! * xs[1]!;
      },
      16,
      32,
      48,
    ],
    "a function": [(x) => (Object.assign(() => 0, { valueOf: () => x * x }) as unknown as number) * x, 8, 12, 12],
    "a hint that is null": [
      (x) => (({ [Symbol.toPrimitive]: null, valueOf: () => x * x }) as unknown as number) * x,
      8,
      12,
      12,
    ],
    date: [(x) => ((end as unknown as number) - (start as unknown as number)) * x, 6, 3, 0],
  };

describe("a number that an object becomes keeps its derivative", () => {
  test.each(Object.entries(cases))("%s", (_, [f, value, slope, bend]) => {
    expect(f(2)).toBeCloseTo(value, 9);
    expect(grad(f)(2)).toBeCloseTo(slope, 9);
    expect(jvp(f, [2], [1])[1]).toBeCloseTo(slope, 9);
    expect(grad(grad(f))(2)).toBeCloseTo(bend, 9);
    expect(hvp(f)(2, 1)).toBeCloseTo(bend, 9);
    checkGradients(f, [2]);
  });

  test("of an argument, in loops that are warm", () => {
    const f = (a: Amount, x: number): number => {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += (a as unknown as number) * x * k;
      return sum;
    };
    for (let k = 0; k < 40; k++) expect(grad(f, { argnums: [0, 1] })(new Amount(2), 3)).toEqual([{ value: 36 }, 12]);
  });

  test("conversions may write to memory that is differentiated", () => {
    const f = (x: number): number => {
      const seen: number[] = [];
      const o = {
        valueOf(): number {
          seen.push(x * x);
          return x;
        },
      } as unknown as number;
      return o * o + seen[0]! + seen[1]!;
    };
    expect(f(2)).toBe(12);
    expect(grad(f)(2)).toBe(12);
  });
});
