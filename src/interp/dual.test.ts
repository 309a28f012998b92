// Derivatives by dual numbers against closed forms, on programs of every construction.

import { describe, expect, test } from "vitest";
import { customVjp, defineRule, grad, hvp, J, jacobian, stopGradient, valueAndGrad, vjp } from "zeroth";
import { oracleHost } from "../testing/oracle-host.ts";
import { derivativesByDuals, directional, gradientByDuals, hessianByDuals } from "./index.ts";

type Fn = (...args: never[]) => unknown;
type Scalar = (x: number) => number;

const gradient = (f: Fn, ...args: unknown[]): unknown => gradientByDuals(f, args, 0, oracleHost);
const derivatives = (f: Scalar, x: number, order: number): readonly number[] =>
  derivativesByDuals(f, x, order, oracleHost);
const slope = (f: Scalar, x: number): number => derivatives(f, x, 1)[1] as number;

function expectNear(actual: readonly number[], expected: readonly number[], tolerance = 1e-13): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((a, i) => {
    const e = expected[i] as number;
    expect(Math.abs(a - e), `component ${i}: ${a}, expected ${e}`).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(e)),
    );
  });
}

describe("derivatives of functions of one number", () => {
  test("four derivatives of elementary functions", () => {
    const x = 0.7;
    const [s, c, e] = [Math.sin(x), Math.cos(x), Math.exp(x)];
    expectNear(
      derivatives((x) => Math.sin(x), x, 4),
      [s, c, -s, -c, s],
    );
    expectNear(
      derivatives((x) => Math.exp(2 * x), x, 4),
      [1, 2, 4, 8, 16].map((k) => k * e * e),
    );
    expectNear(
      derivatives((x) => Math.log(x), x, 4),
      [Math.log(x), 1 / x, -1 / x ** 2, 2 / x ** 3, -6 / x ** 4],
    );
    expectNear(
      derivatives((x) => 1 / (1 + x * x), 0, 4),
      [1, 0, -2, 0, 24],
    );
    expectNear(
      derivatives((x) => x ** 5, -2, 5),
      [-32, 80, -160, 240, -240, 120],
    );
    expectNear(
      derivatives((x) => x ** 3, 0, 4),
      [0, 0, 0, 6, 0],
    );
    expectNear(
      derivatives((x) => Math.sqrt(x), 4, 3),
      [2, 1 / 4, -1 / 32, 3 / 256],
    );
    expectNear(
      derivatives((x) => Math.atan(x), 2, 3),
      [Math.atan(2), 0.2, -4 / 25, (6 * 4 - 2) / 125],
    );
    const t = Math.tanh(x);
    const d = 1 - t * t;
    expectNear(
      derivatives((x) => Math.tanh(x), x, 3),
      [t, d, -2 * t * d, d * (6 * t * t - 2)],
    );
    expectNear(
      derivatives((x) => Math.hypot(x, 3, 1), 2, 2),
      [Math.sqrt(14), 2 / Math.sqrt(14), 10 / 14 ** 1.5],
    );
    expectNear(
      derivatives((x) => Math.atan2(x, 2), 1, 3),
      [Math.atan2(1, 2), 2 / 5, -4 / 25, -4 / 125],
    );
    expectNear(
      derivatives((x) => 2 ** x, 3, 3),
      [0, 1, 2, 3].map((k) => 8 * Math.LN2 ** k),
    );
    expectNear(
      derivatives((x) => x ** x, 2, 1),
      [4, 4 * (1 + Math.LN2)],
    );
  });

  test("every inverse function undoes its function to third order", () => {
    const pairs: readonly (readonly [Scalar, number])[] = [
      [(x) => Math.asin(Math.sin(x)), 0.4],
      [(x) => Math.sin(Math.asin(x)), 0.4],
      [(x) => Math.cos(Math.acos(x)), -0.4],
      [(x) => Math.tan(Math.atan(x)), 3],
      [(x) => Math.sinh(Math.asinh(x)), 1.3],
      [(x) => Math.cosh(Math.acosh(x)), 1.3],
      [(x) => Math.tanh(Math.atanh(x)), 0.3],
      [(x) => Math.expm1(Math.log1p(x)), 0.3],
      [(x) => Math.log(Math.exp(x)), 0.3],
      [(x) => Math.log2(2 ** x), 0.3],
      [(x) => Math.log10(10 ** x), 0.3],
      [(x) => Math.cbrt(x) ** 3, -2],
      [(x) => Math.sqrt(x * x), -2],
    ];
    for (const [f, x] of pairs.slice(0, -1)) expectNear(derivatives(f, x, 3), [x, 1, 0, 0], 1e-12);
    expectNear(
      derivatives((x) => Math.sqrt(x * x), -2, 3),
      [2, -1, 0, 0],
    );
  });

  test("where a derivative is a choice", () => {
    const none = 0;
    expect(slope((x) => Math.abs(x), 0)).toBe(0);
    expect(slope((x) => Math.max(x, 0), 0)).toBe(0.5);
    expect(slope((x) => Math.min(x, 2 * x, 3), 0)).toBe(1.5);
    expect(slope((x) => Math.max(...Array.of(x, 0)), 0)).toBe(0.5);
    expect(slope((x) => x ** 0, 0)).toBe(0);
    expect(slope((x) => Math.hypot(x, 0), 0)).toBe(0);
    expect(slope((x) => Math.sqrt(x), 0)).toBe(Infinity);
    expect(slope((x) => x % 3, 7.5)).toBe(1);
    expect(slope((x) => 7.5 % x, 3)).toBe(-2);
    expect(slope((x) => Math.floor(x) + Math.round(x) + Math.sign(x) + (x | 0), 2.5)).toBe(0);
    expect(slope((x) => Math.fround(x), 2.5)).toBe(1);
    expect(slope((x) => [Math.sqrt(x), 2 * x][1] as number, 0)).toBe(2);
    expect(slope((x) => none * Math.sqrt(x) + x, 0)).toBe(1);
    expect(slope((x) => Math.sqrt(none * x) + x, 1)).toBe(1);
  });
});

describe("perturbations of nested derivatives are not confused", () => {
  test("d/dx x·(d/dy (x + y))", () => {
    const f = (x: number): number => x * grad((y: number) => x + y)(1);
    expect(slope(f, 3)).toBe(1);
    expect(slope((x) => x * grad((y: number) => x * y)(2), 3)).toBe(6);
    expect(slope((x) => grad((y: number) => grad((z: number) => x * y * z)(5) * y)(7), 3)).toBe(14);
  });

  test("derivatives of derivatives by the operators inside", () => {
    const f = (x: number): number => x ** 4;
    expect(slope(grad(f), 2)).toBe(48);
    expect(slope((x) => grad(grad(f))(x), 2)).toBe(48);
    expect(derivatives((x) => grad(f)(x), 2, 3)).toEqual([32, 48, 48, 24]);
    const outside = grad(grad(f));
    expect(derivatives((x) => outside(x), 2, 1)).toEqual([48, 48]);
  });

  test("a perturbation that escapes is over when its derivative is done", () => {
    const f = (x: number): number => {
      let leaked = 0;
      const inner = grad((y: number) => {
        leaked = y * x;
        return y * y * x;
      })(3);
      return inner * leaked;
    };
    // inner = 6x, leaked = 3x
    expect(derivatives(f, 2, 2)).toEqual([72, 72, 36]);
  });

  test("side effects of what is differentiated happen once", () => {
    const f = (x: number[]): number => {
      let calls = 0;
      const g = grad((y: number[]) => {
        calls++;
        return (y[0] as number) * (y[1] as number) * calls;
      })(x);
      return (g[0] as number) * calls;
    };
    expect(gradient(f, [2, 5])).toEqual([0, 1]);
  });
});

describe("memory, closures, control", () => {
  const xs = (): number[] => [1, 2, 3];

  test("arrays, their methods, and mutation", () => {
    expect(gradient((x: number[]) => x.map((v) => v * v).reduce((a, b) => a + b, 0), xs())).toEqual([2, 4, 6]);
    expect(gradient((x: number[]) => x.reduce((a, b) => a * b), xs())).toEqual([6, 3, 2]);
    expect(
      gradient((x: number[]) => {
        const y = [...x, x[0] as number];
        y.push(10 * (x[2] as number));
        y[0] = (y.pop() as number) * (y[1] as number);
        return y[0] + (y[3] as number);
      }, xs()),
    ).toEqual([1, 30, 20]);
    expect(gradient((x: number[]) => x.toSorted((a, b) => b - a)[0] as number, [1, 5, 3])).toEqual([0, 1, 0]);
    expect(gradient((x: number[]) => (x.indexOf(2) === 1 && x.includes(3) ? (x[1] as number) : 0), xs())).toEqual([
      0, 1, 0,
    ]);
    expect(gradient((x: number[], i: number) => (x[i] as number) * i, xs(), 2)).toEqual([0, 0, 2]);
  });

  test("what a function writes into its argument stays, as numbers", () => {
    const x = xs();
    expect(
      gradient((x: number[]) => {
        x[0] = (x[0] as number) * (x[1] as number);
        return x[0] ** 2;
      }, x),
    ).toEqual([8, 4, 0]);
    expect(x).toEqual([2, 2, 3]);
    const log: unknown[] = [];
    let kept = 0;
    expect(
      gradient((y: number) => {
        kept = 3 * y;
        log.push(kept, { y }, () => y);
        return y * kept;
      }, 2),
    ).toBe(12);
    expect([kept, log.slice(0, 2), (log[2] as () => unknown)()]).toEqual([6, [6, { y: 2 }], 2]);
  });

  test("records, destructuring, aliases", () => {
    const p = { w: [2, 5], b: { c: 3 }, name: "p" };
    const f = ({ w: [u = 0, v = 0], b: { c } }: typeof p): number => u * v * c;
    expect(gradient(f, p)).toEqual({ w: [15, 6], b: { c: 10 }, name: null });
    const same = [1, 2];
    expect(
      gradientByDuals(
        (a: number[], b: number[]) => {
          a[0] = 3 * (a[0] as number);
          return a[0] * (b[0] as number);
        },
        [same, same],
        [0, 1],
        oracleHost,
      ),
    ).toEqual([
      [18, 0],
      [0, 0],
    ]);
    const v = [3, 4];
    const dot = (a: number[], b: number[]): number => a.reduce((t, x, i) => t + x * (b[i] as number), 0);
    expect(gradient((x: number[]) => dot(x, v), v)).toEqual([3, 4]);
  });

  test("closures that capture and change, recursion, loops", () => {
    const f = (x: number): number => {
      let total = 0;
      const add = (y: number): void => {
        total += y * x;
      };
      for (let i = 0; ; i++) {
        add(i + x);
        if (total >= 20) break;
      }
      return total;
    };
    // x = 2: 4, 10, 18, 28: four rounds, Σ (i + x)x = 6x + 4x²
    expect(derivatives(f, 2, 2)).toEqual([28, 22, 8]);
    const power = (x: number, n: number): number => (n === 0 ? 1 : x * power(x, n - 1));
    expect(derivatives((x) => power(x, 5), 2, 3)).toEqual([32, 80, 160, 240]);
    const compose =
      (fs: readonly Scalar[]): Scalar =>
      (x) =>
        fs.reduce((y, g) => g(y), x);
    expect(slope((x) => compose([(y) => y * x, (y) => y ** 2, Math.sqrt])(x), 3)).toBe(6);
    expect(
      slope((x) => {
        switch (Math.floor(x)) {
          case 2:
            return x * x;
          default:
            return 0;
        }
      }, 2.5),
    ).toBe(5);
    expect(slope((x) => (x && x > 1 ? (x ?? 2) * (x || 3) : 7), 3)).toBe(6);
    expect(slope((x) => ("3" as never as number) * x + Number(`${x}`) + (true as never as number) * x, 3)).toBe(4);
  });

  test("typed arrays: numbers beside the array, shared by views", () => {
    const f = (x: Float64Array): number => {
      const y = new Float64Array(x.length);
      for (let i = 0; i < x.length; i++) y[i] = (x[i] as number) ** 2;
      const tail = y.subarray(1);
      tail[0] = (tail[0] as number) * (y[0] as number);
      return (y[1] as number) + y.map((v) => 2 * v).reduce((a, b) => a + b);
    };
    // y = [a², a²b², c²]: a²b² + 2a² + 2a²b² + 2c²
    expect(gradient(f, new Float64Array([1, 2, 3]))).toEqual(new Float64Array([28, 12, 12]));
    expect(hessianByDuals(f, [new Float64Array([1, 2, 3])], oracleHost)).toEqual([
      new Float64Array([28, 24, 0]),
      new Float64Array([24, 6, 0]),
      new Float64Array([0, 0, 4]),
    ]);
    const views = (x: Float64Array, y: Float64Array): number => (x[1] as number) * (y[0] as number);
    const buffer = new Float64Array([1, 2, 3]);
    expect(gradientByDuals(views, [buffer, buffer.subarray(1)], [0, 1], oracleHost)).toEqual([
      new Float64Array([0, 2, 0]),
      new Float64Array([2, 0]),
    ]);
    expect(
      gradient(
        (x: number[]) => {
          const counts = new Int32Array(2);
          counts[0] = x[0] as number;
          const half = Float32Array.from(x);
          half.fill(7, 1, 2);
          return counts[0] * (half[0] as number) * (half[1] as number);
        },
        [2, 3],
      ),
    ).toEqual([14, 0]);
  });

  test("Hessians and directions", () => {
    const f = (x: number[]): number => (x[0] as number) ** 3 * (x[1] as number) + Math.sin(x[1] as number);
    expect(hessianByDuals(f, [[2, 1]], oracleHost)).toEqual(
      [
        [12, 12],
        [12, -Math.sin(1)],
      ].map((row) => row.map((v) => expect.closeTo(v, 13) as number)),
    );
    expect(directional(f, [[2, 1]], [[1, 10]], oracleHost).tangent).toBeCloseTo(12 + 80 + 10 * Math.cos(1), 12);
    const many = (p: { a: number; b: number[] }): unknown => ({ s: p.a * (p.b[0] as number), t: [p.a, "x"] });
    expect(directional(many, [{ a: 2, b: [5] }], [{ a: 1, b: null }], oracleHost)).toEqual({
      value: { s: 10, t: [2, "x"] },
      tangent: { s: 5, t: [1, null] },
    });
  });
});

describe("operators inside", () => {
  test("give what they give outside", () => {
    const f = (x: number[]): number => (x[0] as number) ** 2 * (x[1] as number);
    const x = (): number[] => [3, 5];
    const programs: readonly ((x: number[]) => unknown)[] = [
      (x) => valueAndGrad(f)(x),
      (x) => jacobian((y: number[]) => [f(y), (y[1] as number) ** 2])(x),
      (x) => hvp(f)(x, [1, -2]),
      (x) => vjp((y: number[]) => y.map((v) => v * (y[0] as number)), x)[1]([1, 10]),
      (x) => grad((y: number[], z: number[]) => f(y) * f(z), { argnums: [0, 1] })(x, [1, 2]),
      (x) => grad((y: number[]) => [f(y), y] as [number, number[]], { hasAux: true })(x),
      (x) => J((y: number[], k: number) => ({ p: f(y) * k }), x, 2)[1]({ p: 1.5 }),
    ];
    for (const program of programs) {
      const expected = program(x());
      const { value, tangent } = directional(program, [x()], [[0.5, 2]], oracleHost);
      expect(value, String(program)).toEqual(expected);
      const along = (t: number): unknown => program([3 + 0.5 * t, 5 + 2 * t]);
      const leaves = (tree: unknown): number[] =>
        typeof tree === "number" ? [tree] : Object.values(tree ?? {}).flatMap(leaves);
      const [high, low, exact] = [leaves(along(1e-4)), leaves(along(-1e-4)), leaves(tangent)];
      expectNear(
        exact,
        high.map((y, i) => (y - (low[i] as number)) / 2e-4),
        1e-6,
      );
    }
  });

  test("J gives the cotangents of captures", () => {
    const f = (x: number): unknown => {
      const w = [2 * x, 3];
      const [, pullback] = J((y: number) => y * x * (w[0] as number), 5);
      return pullback(1);
    };
    // w.r.t. x held apart from w: y·w₀ = 10x; w₀: y·x; y: x·w₀
    expect(directional(f, [3], [1], oracleHost)).toEqual({
      value: [{ x: 30, w: [15, 0] }, 18],
      tangent: [{ x: 10, w: [5, 0] }, 12],
    });
  });

  test("a pullback may be called twice, and after its argument changed", () => {
    const f = (x: number): number => {
      const v = [x, 2];
      const [, back] = vjp((u: number[]) => (u[0] as number) ** 2 * (u[1] as number), v);
      v[0] = 100;
      v.push(1);
      const [a] = back(1);
      const [b] = back(x);
      return (a[0] as number) + (b[0] as number);
    };
    // 4x + 4x²
    expect(derivatives(f, 3, 2)).toEqual([48, 28, 8]);
  });

  test("stopGradient, customVjp, defineRule", () => {
    expect(derivatives((x) => x * stopGradient(x), 3, 2)).toEqual([9, 3, 0]);
    expect(gradient((w: number[]) => w.reduce((t, v, i) => t + v * (stopGradient(w)[i] as number), 0), [2, 3])).toEqual(
      [2, 3],
    );
    const square = customVjp(
      (x: number) => x * x,
      (x: number) => [x * x, (g: number) => [3 * g * x * x]] as never,
    );
    expect(slope((x) => square(x), 2)).toBe(12);
    // The rule is differentiated: 6x.
    expect(slope((x) => grad(square)(x), 2)).toBe(12);
    const made = (x: number): number =>
      x *
      customVjp(
        (y: number[]) => (y[0] as number) * (y[1] as number),
        (y: number[]) => [(y[0] as number) * (y[1] as number), (g: number) => [[g * (y[1] as number), 0]]] as never,
      )([x, 5 * x]);
    // x·(5x²), the rule leaving out the second factor: 5x² + 5x²
    expect(slope(made, 2)).toBe(40);
    const native = Math.imul.bind(null);
    defineRule(native as never, { vjp: ((a: number, b: number) => [a * b, (g: number) => [g * b, g * a]]) as never });
    expect(derivatives((x) => native(x, 4) ** 2, 3, 2)).toEqual([144, 96, 32]);
    expect(derivatives((x) => native(x, 4), 3, 0)).toEqual([12]);
  });

  test("a native function without a derivative is refused, not taken as constant", () => {
    const bound = Math.sin.bind(null);
    expect(() => slope((x) => bound(x), 1)).toThrow(/native function .*no derivative/);
    expect(slope((x) => (Number.isFinite(x) ? x : bound(1)) * JSON.stringify([x]).length, 1.5)).toBe(5);
  });
});
