// Trees as parameters: functions of all their numbers, numbers side by side, numbers in one array; functions as trees of
// what they captured.

import { describe, expect, test } from "vitest";
import { customVjp, grad, hessian, hvp, J, jacobian, jvp, linearize, treeFlatten, treeMap, treeZip } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { interpreted } from "../test-support/meanings.ts";

type Net = (x: number) => number;

const layer =
  (w: number[], b: number): Net =>
  (x) =>
    Math.tanh((w[0] as number) * x + b) * (w[1] as number);
const compose =
  (f: Net, g: Net): Net =>
  (x) =>
    g(f(x));
const loss = (model: Net): number => (model(0.5) - 1) ** 2 + (model(-1) + 0.3) ** 2;

/** Two functions that share a variable, which one of them assigns. */
const account = (start: number, rate: number): { grow: () => void; read: Net } => {
  let balance = start;
  return {
    grow: () => {
      balance = balance * rate;
    },
    read: (x) => balance * x,
  };
};

/** Functions that call each other. */
const alternate = (a: number, b: number): ((n: number) => number) => {
  const even = (n: number): number => (n === 0 ? a : odd(n - 1) * b);
  const odd = (n: number): number => (n === 0 ? -b : even(n - 1) + a);
  return even;
};

const programs: readonly AnyProgram[] = [
  program(
    "numbers of a plain tree",
    (p: { w: number[][]; t: Float64Array; b: number }, k: number) => {
      const q = treeMap((x) => x * x * k, p);
      return (q.w[0]?.[1] as number) * q.b + (q.w[1]?.[0] as number) + (q.t[1] as number) * (p.w[0]?.[0] as number);
    },
    [[{ w: [[2, 3], [5]], t: Float64Array.of(1.5, 0.5), b: 0.7 }, 1.2]],
  ),
  program(
    "two trees, one with null",
    (p: { a: number; b: number[]; c: number }, g: number[]) => {
      const q = treeMap((x, y) => x * y - y * y, p, { a: g[0] as number, b: [g[1] as number, null], c: null });
      return q.a * (q.b[0] as number) * (q.b[1] as number) * q.c;
    },
    [[{ a: 2, b: [3, 5], c: 0.5 }, [1.5, 0.4]]],
    ({ a, b, c }, g) => {
      const [b0, b1, g0, g1] = [b[0], b[1], g[0], g[1]] as [number, number, number, number];
      const [p, q] = [a * g0 - g0 * g0, b0 * g1 - g1 * g1];
      return [
        { a: g0 * q * b1 * c, b: [p * g1 * b1 * c, p * q * c], c: p * q * b1 },
        [(a - 2 * g0) * q * b1 * c, p * (b0 - 2 * g1) * b1 * c],
      ];
    },
  ),
  program(
    "a step of gradient descent, by its rate and its start",
    (rate: number, w: number[]) => {
      const model = compose(layer([w[0] as number, 1.1], 0.1), layer([-0.3, w[1] as number], 0.2));
      return loss(treeMap((p, g) => p - rate * g, model, grad(loss)(model)));
    },
    [[0.3, [0.5, 0.8]]],
  ),
  program(
    "a function as the argument",
    (w: number) => {
      const scaled = (model: Net, k: number): number => treeMap((p) => p * k, model)(0.7);
      const slope = grad(scaled, { argnums: [0, 1] })(layer([w, 0.4], w * w), 1.5);
      const captured = slope[0] as unknown as { w: number[]; b: number };
      return (captured.w[0] as number) * captured.b + slope[1];
    },
    [[0.8]],
  ),
  program(
    "functions that share a variable",
    (x: number) => {
      const first = account(x, 1.5);
      const second = treeMap((p) => p * x, first);
      second.grow();
      first.grow();
      second.grow();
      return first.read(1) + 10 * second.read(1);
    },
    [[1.3]],
    // The rates were captured at x and 1.5: balances x · 1.5 and x² · (1.5 x)².
    (x) => [1.5 + 10 * 4 * 2.25 * x ** 3],
  ),
  program(
    "functions that call each other",
    (a: number, b: number) => treeMap((p) => p + 1, alternate(a, b))(4) + alternate(a, b)(3),
    [[0.4, 0.9]],
    // even(4) = 2 a b² + a b, even(3) = a b - b³.
    (a, b) => [2 * (b + 1) ** 2 + (b + 1) + b, 4 * (a + 1) * (b + 1) + (a + 1) + a - 3 * b * b],
  ),
  program(
    "numbers in one array, and back",
    (p: { w: number[]; f: number }, k: number) => {
      const model = { layers: [layer(p.w, p.f), (x: number): number => x * k], names: ["a"] };
      const [numbers, unflatten] = treeFlatten(model);
      const other = unflatten(numbers.map((x, i) => x * (i + 1) + (numbers[0] as number)));
      return (other.layers[0] as Net)(0.5) + (other.layers[1] as Net)(2);
    },
    [[{ w: [0.5, 1.5], f: 0.3 }, 0.8]],
  ),
  program(
    "the gradient by the numbers of a function",
    (x: number) => {
      const [numbers, unflatten] = treeFlatten(layer([x, 2], 0.1));
      const g = grad((n: Float64Array) => unflatten(n)(0.7))(numbers);
      return (g[0] as number) * (g[1] as number) + (g[2] as number) * x;
    },
    [[0.6]],
  ),
  program(
    "numbers side by side",
    (p: { a: number; b: number[] }, k: number) => {
      const pairs = treeZip(p, { a: k, b: [k * k, 2] });
      return (
        (pairs.a[0] as number) * (pairs.a[1] as number) + (pairs.b[0]?.[0] as number) * (pairs.b[0]?.[1] as number)
      );
    },
    [[{ a: 2, b: [3, 5] }, 0.5]],
    ({ a, b }, k) => [{ a: k, b: [k * k, 0] }, a + 2 * k * (b[0] as number)],
  ),
  program(
    "the same function at two paths has numbers of each path",
    (x: number) => {
      const f = layer([x, 2], x * x);
      const model = compose(f, f);
      const gradient = grad(loss)(model);
      return treeMap((p, g) => p - 0.5 * g, model, gradient)(0.3);
    },
    [[0.6]],
  ),
];

const twice = (p: number): number => 2 * p;
const scale = 10;

describe("trees", () => {
  // Compiling takes its time on a busy machine.
  test.each(programs)("$name", checkProgram, 120_000);
});

describe("treeMap", () => {
  test("makes plain trees anew, and leaves what is no number", () => {
    const date = new Date(0);
    const tree = {
      a: 1,
      b: [2, [3]],
      c: Float64Array.of(4),
      f: Float32Array.of(0.5),
      n: null,
      s: "s",
      i: Int32Array.of(7),
      date,
      g: twice,
      none: [],
    };
    const result = treeMap(twice, tree);
    expect(result).toEqual({ ...tree, a: 2, b: [4, [6]], c: Float64Array.of(8), f: Float32Array.of(1) });
    expect(result.date).toBe(date);
    expect(result.i).toBe(tree.i);
    expect(result.g).toBe(twice);
    expect(result.b).not.toBe(tree.b);
    expect(treeMap(twice, 3)).toBe(6);
    expect(treeMap(twice, [])).toEqual([]);
    expect(interpreted(treeMap)(...([twice, tree] as never[]))).toEqual(result);
  });

  test("plain trees are made at each path, as gradients are", () => {
    const row = [1, 2];
    const [a, b] = treeMap(
      (p, g) => p - g,
      [row, row],
      [
        [1, 1],
        [0, 5],
      ],
    ) as [number[], number[]];
    expect([a, b]).toEqual([
      [0, 1],
      [1, -3],
    ]);
    expect(a).not.toBe(b);
  });

  test("a cycle of records stays a cycle", () => {
    interface Node {
      v: number;
      next: Node | null;
    }
    const first: Node = { v: 1, next: null };
    const second: Node = { v: 2, next: first };
    first.next = second;
    const result = treeMap(twice, first);
    expect([result.v, result.next?.v]).toEqual([2, 4]);
    expect(result.next?.next).toBe(result);
  });

  test("a function keeps its code, and shows itself as before", () => {
    const named = (a: number) =>
      function affine(x: number, y = 0): number {
        return a * x + y * scale + twice(x);
      };
    const f = Object.assign(named(3), { tag: "t" });
    const g = treeMap(twice, f);
    expect([f(1, 2), g(1, 2)]).toEqual([25, 28]);
    expect([g.name, g.length, g.tag]).toEqual(["affine", 1, "t"]);
    expect(treeMap(twice, twice)).toBe(twice);
    expect(treeMap(twice, Math.sin)).toBe(Math.sin);
  });

  test("a new function has variables of its own", () => {
    const first = account(1, 2);
    const second = treeMap((p) => p, first);
    first.grow();
    expect([first.read(1), second.read(1)]).toEqual([2, 1]);
    second.grow();
    second.grow();
    expect([first.read(1), second.read(1)]).toEqual([2, 4]);
    const third = treeMap((p) => p, second);
    third.grow();
    expect([second.read(1), third.read(1)]).toEqual([4, 8]);
  });

  test("a method reads its receiver, an arrow function what it captured of it", () => {
    const object = {
      k: 2,
      times(this: { k: number }, x: number): number {
        return this.k * x;
      },
    };
    expect(treeMap(twice, object).times(3)).toBe(12);
    const make = function (this: { k: number }): Net {
      return (x) => this.k * x;
    };
    expect(treeMap(twice, make.call({ k: 5 }))(1)).toBe(10);
  });

  test("what functions captured together is one again, by the first path", () => {
    const tied = [1, 2];
    const both = { f: (x: number) => (tied[0] as number) * x, g: (x: number) => (tied[0] as number) + x };
    const gradient = grad((m: typeof both) => m.f(2) * m.g(3))(both);
    // f = 2 w, g = w + 3: (2 w² + 6 w)′ = 10 at w = 1.
    expect(gradient).toEqual({ f: { tied: [10, 0] }, g: { tied: [0, 0] } });
    const next = treeMap((p, d) => p - 0.1 * d, both, gradient);
    expect([next.f(1), next.g(1)]).toEqual([0, 1]);
    const second = treeMap((p, d) => p - 0.1 * d, both, { f: null, g: { tied: [10, 0] } });
    expect([second.f(1), second.g(1)]).toEqual([0, 1]);
    // Outside of functions an array is of its path.
    const apart = treeMap((p, d) => p + d, { f: both.f, w: tied }, { f: { tied: [1, 0] }, w: [5, 0] });
    expect([apart.f(1), apart.w[0]]).toEqual([2, 6]);
    const third = treeMap((p, d) => p - 0.1 * d, both, { f: { tied: [null, 1] }, g: { tied: [10, 0] } });
    expect([third.f(1), third.g(1)]).toEqual([1, 2]);
  });

  test("null leaves parts of captured memory to the path that says something", () => {
    const rows = [[1], [2]];
    const both = [(): number => rows[0]?.[0] as number, (): number => rows[1]?.[0] as number] as const;
    const moved = treeMap((p, d) => p + d, both, [null, { rows: [null, [5]] }]);
    expect([moved[0](), moved[1]()]).toEqual([1, 7]);
  });

  test("a gradient may be null anywhere", () => {
    const model = { net: compose(layer([1, 2], 3), twice), name: "m", steps: [1, 2] };
    const moved = treeMap((p, g) => p - g, model, { net: { f: { w: [1, 0], b: null }, g: null }, steps: null });
    expect(grad((m: typeof model) => m.net(0))(moved)).not.toBeNull();
    expect(treeFlatten(moved)[0]).toEqual(Float64Array.of(0, 2, 3, 1, 2));
    expect(treeMap((p, g) => p - g, 3, null)).toBe(3);
  });

  test("functions beside functions", () => {
    const mean = treeMap((a, b) => (a + b) / 2, layer([1, 2], 3), layer([3, 6], 5));
    expect(treeFlatten(mean)[0]).toEqual(Float64Array.of(2, 4, 4));
    const accounts = treeMap((a, b) => a + b, account(1, 2), account(10, 3));
    accounts.grow();
    expect(accounts.read(1)).toBe(55);
    const calls = treeMap((a, b) => a + b, alternate(0.5, 1), alternate(1, 2));
    expect(calls(4)).toBe(alternate(1.5, 3)(4));
  });

  test("rules given by hand are functions like others", () => {
    const clipped = (limit: number): Net =>
      customVjp(
        (x: number) => x * limit,
        (x) => [x * limit, (g) => [Math.min(g, 1) * limit]],
      );
    const moved = treeMap(twice, clipped(3));
    expect([moved(2), grad(moved)(2)]).toEqual([12, 6]);
  });

  test("trains a composition of functions", () => {
    let model = compose(layer([0.5, 0.8], 0.1), layer([-0.3, 0.9], 0.2));
    const before = loss(model);
    for (let step = 0; step < 200; step++) model = treeMap((p, g) => p - 0.2 * g, model, grad(loss)(model));
    expect(loss(model)).toBeLessThan(before / 20);
  });

  test("refuses what does not fit, by its path", () => {
    const wrong = treeMap as unknown as (...args: unknown[]) => unknown;
    const model = { layers: [{ w: [1, 2] }], f: layer([1, 2], 3), s: "s" };
    const at = (other: unknown) => () => wrong(twice, model, other);
    expect(at({ layers: [{ w: [1] }] })).toThrow(
      "treeMap: at `.layers[0].w`, the tree has an array of length 2, and the tree beside it an array of length 1",
    );
    expect(at({ layers: [{ w: [1, "x"] }] })).toThrow(/at `\.layers\[0\]\.w\[1\]`, the tree has a number/);
    expect(at({ layers: [{ v: [1] }] })).toThrow(/at `\.layers\[0\]`, the tree has a record without `v`/);
    expect(at({ f: { w: [1, 2], c: 3 } })).toThrow(/at `\.f`, the tree has a function without `c`/);
    expect(at({ f: { b: [3] } })).toThrow(/at `\.f\.b`, the tree has a number, and the tree beside it an array/);
    expect(at({ f: 3 })).toThrow(/at `\.f`, the tree has a function/);
    expect(at({ s: 3 })).toThrow(/at `\.s`, the tree has nothing that can be differentiated/);
    expect(at([1])).toThrow(/at the root, the tree has a record, and the tree beside it an array of length 1/);
    expect(() => wrong(3, model)).toThrow(/treeMap takes a function/);
    const buffer = new Float64Array(4);
    const views = [buffer.subarray(0, 2), buffer.subarray(1)] as const;
    expect(() => treeMap(twice, () => views[0][0] as number)).toThrow(/two typed arrays on one buffer/);
  });
});

describe("treeZip", () => {
  test("puts numbers side by side", () => {
    const tree = { w: Float64Array.of(1, 2), f: layer([3, 4], 5), n: "n", r: [[6], [7, 8]] };
    expect(
      treeZip(tree, { f: { w: [30, 40], b: null }, w: Float64Array.of(10, 20), n: null, r: [[60], null] }),
    ).toEqual({
      w: [
        [1, 10],
        [2, 20],
      ],
      f: {
        w: [
          [3, 30],
          [4, 40],
        ],
        b: null,
      },
      n: null,
      r: [[[6, 60]], null],
    });
    expect(treeZip(1, 2, 3)).toEqual([1, 2, 3]);
    expect(() => treeZip([1, 2], [1])).toThrow(/treeZip: at the root, the tree has an array of length 2/);
  });
});

describe("treeFlatten", () => {
  test("lists numbers in the order of the gradient", () => {
    const model = {
      f: compose(layer([1, 2], 3), twice),
      a: [4, [5]],
      t: Float32Array.of(6),
      s: "s",
      z: { y: 7, x: 8 },
    };
    const [numbers, unflatten] = treeFlatten(model);
    expect(numbers).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8));
    const gradient = grad((m: typeof model) => m.f(0.3) + m.z.x * m.z.y)(model);
    expect(treeFlatten(gradient)[0].length).toBe(8);
    const again = unflatten(numbers.map((x) => 10 * x));
    expect({ ...again, f: null }).toEqual({
      f: null,
      a: [40, [50]],
      t: Float32Array.of(60),
      s: "s",
      z: { y: 70, x: 80 },
    });
    expect(treeFlatten(again.f)[0]).toEqual(Float64Array.of(10, 20, 30));
    expect(unflatten([...numbers]).f(0.4)).toBe(model.f(0.4));
    expect(() => unflatten([1, 2])).toThrow("unflatten takes the 8 numbers of the tree, and was given 2");
    expect(treeFlatten("s")[0].length).toBe(0);
  });

  test("is not changed by what happens to the tree", () => {
    const tree = { w: [1, 2], f: account(3, 4), g: [layer([8, 9], 10)] };
    const [, unflatten] = treeFlatten(tree);
    tree.w.pop();
    tree.f.grow();
    tree.g[0] = twice;
    const again = unflatten([5, 6, 7, 8, 9, 0, 1, 2]);
    expect(again.w).toEqual([5, 6]);
    expect(again.f.read(1)).toBe(7);
    expect(again.g[0]?.(0)).toBe(Math.tanh(2));
  });

  test("what functions captured together counts at the first path, as in gradients", () => {
    const tied = [1, 2];
    const both = [(x: number) => (tied[0] as number) * x, (x: number) => (tied[1] as number) + x, 9] as const;
    const [numbers, unflatten] = treeFlatten(both);
    expect(numbers).toEqual(Float64Array.of(1, 2, 1, 2, 9));
    const [f, g, last] = unflatten([3, 4, 5, 6, 7]);
    expect([f(1), g(0), last]).toEqual([3, 4, 7]);
    const total = (n: Float64Array): number => {
      const [p, q] = unflatten(n);
      return p(2) * q(1);
    };
    expect(grad(total)(numbers)).toEqual(Float64Array.of(6, 2, 0, 0, 0));
  });

  test("gives Hessians of functions as matrices", () => {
    const [numbers, unflatten] = treeFlatten(compose(layer([0.5, 0.8], 0.1), layer([-0.3, 0.9], 0.2)));
    const total = (n: Float64Array): number => loss(unflatten(n));
    const matrix = hessian(total)(numbers);
    const reverse = jacobian(grad(total))(numbers);
    expectClose(matrix, reverse, 1e-12, "forward over reverse");
    const v = Float64Array.of(1, -1, 0.5, 2, 0, 1);
    expectClose(hvp(total)(numbers, v), linearize(grad(total), numbers)[1](v), 1e-12, "along a direction");
    expectClose(
      jvp(total, [numbers], [v])[1],
      J(total, numbers)[1](1)[1].reduce((s, g, i) => s + g * (v[i] as number), 0),
      1e-14,
      "first order",
    );
    for (const [i, row] of matrix.entries())
      for (const [j, h] of row.entries()) expect(h).toBeCloseTo((matrix[j] as Float64Array)[i] as number, 12);
  });
});
