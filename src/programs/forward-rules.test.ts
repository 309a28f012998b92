// Derivatives given by hand in forward mode: a pullback or a tangent map, each serving both modes.

import { describe, expect, test } from "vitest";
import { checkpoint, customJvp, customVjp, defineRule, grad, jvp, stopGradient, vjp } from "zeroth";

const table = [2];
const lookUp = (): number => table[0] as number;
const byTable = customVjp(
  (x: number) => x * lookUp(),
  (x: number) => [x * lookUp(), (g: number) => [g * lookUp()]],
);

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i] as number) * (b[i] as number);
  return total;
};

describe("derivatives by hand", () => {
  const square = customVjp(
    (x: number) => x * x,
    (x: number) => [x * x, (g: number) => [g * 2 * x]],
  );
  const product = customVjp(
    (x: number[], k: number): number[] => x.map((v) => v * k),
    (x: number[], k: number) => [x.map((v) => v * k), (g: number[]) => [g.map((v) => v * k), dot(g, x)]],
  );

  test("the tangent is the transposed pullback", () => {
    expect(jvp(square, [3], [10])).toEqual([9, 60]);
    expect(jvp(product, [[1, 2], 3], [[1, 10], 100])).toEqual([
      [3, 6],
      [103, 230],
    ]);
  });

  test("a tangent rule beside the pullback, which forward mode then leaves alone", () => {
    const rule = (x: number) => [x ** 3, (g: number) => [g * 7] as const] as const;
    const cube = customVjp(
      (x: number) => x ** 3,
      rule,
      ([x], [dx]) => [x ** 3, 3 * x * x * dx] as const,
    );
    for (let x = 1; x <= 40; x++) {
      expect(jvp(cube, [x], [2])).toEqual([x ** 3, 6 * x * x]);
      expect(grad((y: number) => cube(y))(x)).toBe(7);
    }
  });

  test("of arguments that are one array", () => {
    const inner = customVjp(
      dot,
      (x: number[], y: number[]) => [dot(x, y), (g: number) => [y.map((v) => v * g), x.map((v) => v * g)]] as const,
    );
    expect(jvp((x: number[]) => inner(x, x), [[1, 2]], [[1, 10]])).toEqual([5, 42]);
  });

  test("of a rule that is not the function's derivative", () => {
    const clipped = customVjp(Math.exp, (x: number) => [Math.exp(x), (g: number) => [g * 7]]);
    expect(jvp(clipped, [0], [1])).toEqual([1, 7]);
  });

  test("a record as result", () => {
    const f = customVjp(
      (x: number) => ({ a: [x * x], b: x }),
      (x: number) => [{ a: [x * x], b: x }, (g: { a: number[]; b: number }) => [(g.a[0] as number) * 2 * x + g.b]],
    );
    expect(jvp(f, [3], [1])).toEqual([
      { a: [9], b: 3 },
      { a: [6], b: 1 },
    ]);
  });

  test("of a function that captures a variable which is assigned", () => {
    const atTwo = customVjp(
      (h: (y: number) => number) => h(2),
      (h: (y: number) => number) => [h(2), (g: number) => [{ k: 2 * g }]],
    );
    const f = (x: number): number => {
      let k = x * x;
      const h = (y: number): number => k * y;
      k += x;
      return atTwo(h);
    };
    expect(jvp(f, [3], [1])).toEqual([24, 14]);
    expect(grad(f)(3)).toBe(14);
  });

  test("is differentiated itself, in every nesting", () => {
    expect(jvp((x: number) => jvp(square, [x], [1])[1], [3], [1])).toEqual([6, 2]);
    expect(jvp((x: number) => grad(square)(x), [3], [1])).toEqual([6, 2]);
    expect(grad((x: number) => jvp(square, [x], [1])[1])(3)).toBe(2);
    // The direction moves as well.
    expect(jvp((v: number) => jvp(square, [3], [v])[1], [0], [1])).toEqual([0, 6]);
  });

  test("a foreign function with a rule", () => {
    const outside = { rate: 0.5 };
    // The code of a bound function cannot be seen.
    const native = function (this: typeof outside, x: number): number {
      return x * this.rate;
    }.bind(outside);
    defineRule(native, { vjp: (x: number) => [x / 2, (g: number) => [g / 2]] });
    expect(jvp((x: number) => native(x * x), [3], [1])).toEqual([4.5, 3]);
  });

  test("what the pullback reads, if it was written to before it runs, is refused", () => {
    const norm = customVjp(
      (x: number[]) => x[0]! ** 2 + x[1]! ** 2,
      (x: number[]) => [x[0]! ** 2 + x[1]! ** 2, (g: number) => [[2 * g * x[0]!, 2 * g * x[1]!]]],
    );
    expect(() =>
      grad((x: number[]) => {
        const y = [...x];
        const r = norm(y);
        y[0] = 7;
        return r * y[1]!;
      })([1, 2]),
    ).toThrow(/may read was written to before the pullback ran/);
    const doubled = customVjp(
      (x: number) => [x, x * x],
      (x: number) => {
        const y = [x, x * x];
        return [y, (g: readonly number[]) => [g[0]! + 2 * y[0]! * g[1]!]];
      },
    );
    expect(() =>
      grad((x: number) => {
        const y = doubled(x);
        y[0]! += 1;
        return y[0]! * y[1]!;
      })(3),
    ).toThrow(/copy in the rule what its pullback reads/);
    expect(
      grad((x: number) => {
        const y = [...doubled(x)];
        y[0]! += 1;
        return y[0]! * y[1]!;
      })(3),
    ).toBe(33);
    let factor = 2;
    const scaled = customVjp(
      (x: number) => factor * x,
      (x: number) => [factor * x, (g: number) => [factor * g]],
    );
    const changing = (x: number): number => {
      factor = 2;
      const y = scaled(x);
      factor = 10;
      return y;
    };
    expect(() => grad(changing)(3)).toThrow(/a variable, array or record that the pullback/);
    expect(jvp(changing, [3], [1])).toEqual([6, 2]);
    table[0] = 2;
    expect(() =>
      grad((x: number) => {
        const y = byTable(x);
        table[0] = 10;
        return y;
      })(3),
    ).toThrow(/a variable, array or record that the pullback/);
  });

  describe("what the pullback reads by way of", () => {
    const key = Symbol();
    const base = { k: 2 };
    const hidden = Object.defineProperty({} as { k: number }, "k", { value: 2, writable: true });
    const marked = { [key]: 2 };
    const heir = Object.create(base) as typeof base;
    const ways: readonly (readonly [way: string, read: () => number, write: (v: number) => void])[] = [
      ["a prototype", () => heir.k, (v) => void (base.k = v)],
      ["a property that is not enumerable", () => hidden.k, (v) => void (hidden.k = v)],
      ["a symbol", () => marked[key], (v) => void (marked[key] = v)],
    ];
    test.each(ways)("%s", (_, read, write) => {
      const f = customVjp(
        (x: number) => read() * x,
        (x: number) => [read() * x, (g: number) => [g * read()]],
      );
      write(2);
      const [y, pullback] = vjp(f, 1);
      expect([y, pullback(1)]).toEqual([2, [2]]);
      write(5);
      expect(() => pullback(1)).toThrow(/may read was written to before the pullback ran/);
      const again = checkpoint((x: number) => (x - 1) * read());
      write(2);
      const [, back] = vjp(again, 1);
      expect(back(1)).toEqual([2]);
      write(5);
      expect(() => back(1)).toThrow(/written to after the call/);
    });
  });

  test("what the pullback does not read may be written to, and the pullback itself may write", () => {
    const product = customVjp(
      (x: number[]) => x[0]! * x[1]!,
      (x: number[]) => {
        const [a, b] = x as [number, number];
        return [a * b, (g: number) => [[g * b, g * a]]];
      },
    );
    expect(
      grad((x: number) => {
        const y = [x, x + 1];
        const r = product(y);
        y[0] = 7;
        return r * y[1]!;
      })(3),
    ).toBe(40);
    const runs = { backwards: 0 };
    const seen: number[] = [];
    let count = 0;
    const square = customVjp(
      (x: number) => x * x,
      (x: number) => [
        x * x,
        (g: number) => {
          count++;
          runs.backwards++;
          seen.push(x);
          return [2 * g * x];
        },
      ],
    );
    const chain = (x: number): number => square(square(square(x)));
    expect(grad(chain)(1.5)).toBeCloseTo(8 * 1.5 ** 7, 10);
    expect(grad(grad(chain))(1.5)).toBeCloseTo(56 * 1.5 ** 6, 9);
    expect(count).toBe(runs.backwards);
    expect(seen.slice(0, 3)).toEqual([1.5 ** 4, 1.5 ** 2, 1.5]);
    const [, pullback] = vjp(chain, 2);
    expect([pullback(1), pullback(1)]).toEqual([[1024], [1024]]);
    const half = customVjp(
      (v: number) => v / 2,
      (v: number) => [v / 2, (g: number) => [g / 2]],
    );
    expect(
      grad((x: number[]) => {
        const y = x.map((v) => v);
        const r = y.map(half).reduce((a, b) => a + b);
        y[0] = 0;
        return r;
      })([1, 2]),
    ).toEqual([0.5, 0.5]);
  });

  test("the pullback is called once for each number of the result, the function not at all", () => {
    const calls: string[] = [];
    const f = customVjp(
      (x: number) => {
        calls.push("f");
        return x;
      },
      (x: number) => {
        calls.push("rule");
        return [
          x,
          (g: number) => {
            calls.push("pullback");
            return [g];
          },
        ];
      },
    );
    expect(jvp(f, [3], [1])).toEqual([3, 1]);
    expect(calls).toEqual(["rule", "pullback"]);
  });

  test("a tangent map serves reverse mode too", () => {
    const f = customJvp(
      (xs: number[], k: number) => xs.map((x) => x * k),
      ([xs, k], [dxs, dk]) => [xs.map((x) => x * k), xs.map((x, i) => (dxs[i] as number) * k + x * dk)],
    );
    expect(jvp(f, [[1, 2], 3], [[1, 10], 100])).toEqual([
      [3, 6],
      [103, 230],
    ]);
    const [y, pullback] = vjp(f, [1, 2], 3);
    expect(y).toEqual([3, 6]);
    expect(pullback([1, 10])).toEqual([[3, 30], 21]);
    expect(pullback([0, 1])).toEqual([[0, 3], 2]);
  });

  test("a tangent map that is not the function's derivative, in every nesting", () => {
    // The derivative is said to be x³.
    const f = customJvp(
      (x: number) => Math.sign(x),
      ([x], [dx]) => [Math.sign(x), dx * x ** 3],
    );
    expect(jvp(f, [2], [10])).toEqual([1, 80]);
    expect(grad(f)(2)).toBe(8);
    expect(jvp((x: number) => jvp(f, [x], [1])[1], [2], [1])).toEqual([8, 12]);
    expect(jvp((x: number) => grad(f)(x), [2], [1])).toEqual([8, 12]);
    expect(grad((x: number) => jvp(f, [x], [1])[1])(2)).toBe(12);
    expect(grad((x: number) => grad(f)(x))(2)).toBe(12);
  });

  test("records, typed arrays and null tangents by a tangent map", () => {
    interface Out {
      readonly a: Float64Array;
      readonly b: number;
      readonly name: string;
    }
    const value = (x: Float64Array, name: string): Out => ({ a: x.map((v) => v * v), b: 1, name });
    const f = customJvp(value, ([x, name], [dx]) => [
      value(x, name),
      { a: x.map((v, i) => 2 * v * (dx[i] as number)), b: null },
    ]);
    expect(jvp(f, [Float64Array.of(3, 5), "n"], [Float64Array.of(1, 10), null])[1]).toEqual({
      a: Float64Array.of(6, 100),
      b: 0,
      name: null,
    });
    const back = grad((x: Float64Array) => dot(f(x, "n").a, [1, 100]) + f(x, "n").b);
    expect(back(Float64Array.of(3, 5))).toEqual(Float64Array.of(6, 1000));
  });

  test("of foreign functions for both modes, or for one", () => {
    const halve = (): ((x: number) => number) =>
      function (this: { rate: number }, x: number): number {
        return x * this.rate;
      }.bind({ rate: 0.5 });
    const [first, second] = [halve(), halve()];
    defineRule(first, { jvp: ([x], [dx]) => [x / 2, dx / 2] });
    expect([jvp(first, [3], [1])[1], grad(first)(3)]).toEqual([0.5, 0.5]);
    // Two wrong derivatives, to be told from one another.
    defineRule(second, { vjp: (x: number) => [x / 2, (g: number) => [g * 7]], jvp: ([x], [dx]) => [x / 2, dx * 9] });
    expect([jvp((x: number) => second(x), [3], [1])[1], grad((x: number) => second(x))(3)]).toEqual([9, 7]);
    expect(() => defineRule(halve(), {} as never)).toThrow(/defineRule takes a function and an object/);
  });

  test("of other shapes than the values", () => {
    const wrong = (result: unknown): ((x: number[]) => number[]) =>
      customJvp(
        (x: number[]) => x,
        () => result as never,
      );
    const gradOf = (result: unknown): unknown => grad((x: number[]) => wrong(result)(x)[0] as number)([1, 2]);
    expect(() => gradOf(3)).toThrow(/a forward derivative rule returns \[value, tangent\]/);
    expect(() =>
      gradOf([
        [1, 2],
        ["1", 2],
      ]),
    ).toThrow(/a forward derivative rule returns \[value, tangent\]/);
    expect(() => jvp(wrong([[1, 2], [1]]), [[1, 2]], [[1, 1]])).toThrow(
      /the tangent that a derivative rule returned has an array of length 1 where the value has an array of length 2/,
    );
  });

  test("stopGradient has no tangent", () => {
    expect(jvp((x: number) => x * stopGradient(x), [3], [1])).toEqual([9, 3]);
    expect(jvp((x: number[]) => dot(x, stopGradient(x)), [[1, 2]], [[1, 10]])).toEqual([5, 21]);
  });
});
