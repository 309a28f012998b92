// Programs that look harmless and are not: shared memory, live variables, tapes in the wrong order, lost zeros.

import { describe, expect, test } from "vitest";
import { grad, hessian, hvp, J, jacfwd, jacobian, stopGradient, valueAndGrad, vjp } from "zeroth";

const dot = (a: readonly number[], b: readonly number[]): number => {
  let s = 0;
  for (let i = 0; i < a.length; i++) s += (a[i] as number) * (b[i] as number);
  return s;
};

let calls = 0;
let factor = 2;

function ping(n: number, x: number): number {
  return n === 0 ? x : pong(n - 1, x * factor);
}
function pong(n: number, x: number): number {
  return n === 0 ? x * x : ping(n - 1, x + 1);
}

describe("shared memory", () => {
  test("the argument is also captured", () => {
    const x0 = [1, 2, 3];
    expect(grad((x: number[]) => dot(x, x0))(x0)).toEqual([1, 2, 3]);
    expect(hvp((x: number[]) => dot(x, x) + dot(x, x0))(x0, [1, 0, 0])).toEqual([2, 0, 0]);
  });
  test("the argument is also a captured record's field", () => {
    const p = { w: [3, 4] };
    expect(grad((w: number[]) => dot(w, p.w))(p.w)).toEqual([3, 4]);
  });
  test("one array as two arguments", () => {
    const a = [1, 2];
    const f = (x: number[], y: number[]): number => dot(x, y);
    expect(grad(f, { argnums: [0, 1] })(a, a)).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(grad(f)(a, a)).toEqual([1, 2]);
    expect(grad(f, { argnums: 1 })(a, a)).toEqual([1, 2]);
  });
  test("one array twice inside one argument", () => {
    const a = [1, 2];
    const gradient = grad((p: { x: number[]; y: number[] }) => dot(p.x, p.y))({ x: a, y: a });
    expect(gradient).toEqual({ x: [1, 2], y: [1, 2] });
  });
  test("an array that the function writes through both of its names: the total is at the first", () => {
    const a = [3];
    const f = (x: number[], y: number[]): number => {
      x[0] = (x[0] as number) * 2;
      return (y[0] as number) * x[0];
    };
    const [x, y] = grad(f, { argnums: [0, 1] })(a, a);
    expect((x[0] as number) + (y[0] as number)).toBe(24);
    expect(y).toEqual([0]);
  });
  describe("the argument is also captured, and the function writes to arrays of its own:", () => {
    const x0 = [1, 2];
    const sum = (y: ArrayLike<number>): number => (y[0] as number) + (y[1] as number);
    const programs: readonly (readonly [string, (x: number[]) => number])[] = [
      [
        "one that a callback pushes to",
        (x) => {
          const y: number[] = [];
          x.forEach((v, i) => {
            y.push(v * (x0[i] as number));
          });
          return sum(y);
        },
      ],
      [
        "a typed array",
        (x) => {
          const y = new Float64Array(2);
          for (let i = 0; i < 2; i++) y[i] = (x[i] as number) * (x0[i] as number);
          return sum(y);
        },
      ],
      [
        "Array(n)",
        (x) => {
          const y = Array<number>(2).fill(0);
          for (let i = 0; i < 2; i++) y[i] = (x[i] as number) * (x0[i] as number);
          return sum(y);
        },
      ],
      [
        "a copy",
        (x) => {
          const y = x.slice();
          for (let i = 0; i < 2; i++) y[i]! *= x0[i] as number;
          return sum(y);
        },
      ],
      ["what map returns", (x) => sum(x.map((v, i) => v * (x0[i] as number)).sort((a, b) => b - a))],
      [
        "one that is replaced in a loop",
        (x) => {
          let y = [0, 0];
          for (let i = 0; i < 2; i++) {
            const next = [...y];
            next[i] = (x[i] as number) * (x0[i] as number);
            y = next;
          }
          y[0]! += 1;
          return sum(y);
        },
      ],
    ];
    for (const [name, f] of programs) {
      // oxlint-disable-next-line vitest/valid-title
      test(name, () => {
        expect(grad(f)(x0)).toEqual([1, 2]);
      });
    }
  });
  test("what a view of a bare buffer writes is the argument's memory", () => {
    const all = Float64Array.of(1, 2);
    const { buffer } = all;
    const f = (x: Float64Array): number => {
      const y = new Float64Array(buffer);
      y[0]! *= 2;
      return (x[0] as number) * (all[1] as number);
    };
    expect(grad(f)(all)).toEqual(Float64Array.of(4, 2));
  });
  test("a Hessian-vector product along the point itself", () => {
    const cubesInto = (out: number[], x: readonly number[]): void => {
      for (let i = 0; i < x.length; i++) out[i] = (x[i] as number) ** 3;
    };
    const f = (x: number[]): number => {
      const y: number[] = [];
      cubesInto(y, x);
      return dot(y, [1, 1]);
    };
    const x = [1, 2];
    expect(hvp(f)(x, x)).toEqual([6, 24]);
  });
  test("two views of one buffer as arguments", () => {
    const all = new Float64Array([1, 2, 3, 4]);
    const f = (x: Float64Array, y: Float64Array): number => {
      let s = 0;
      for (let i = 0; i < x.length; i++) s += (x[i] as number) * (y[i] as number);
      return s;
    };
    const gradients = grad(f, { argnums: [0, 1] })(all.subarray(0, 3), all.subarray(1, 4));
    expect(gradients).toEqual([new Float64Array([2, 3, 4]), new Float64Array([1, 2, 3])]);
  });
  test("holes of what is copied stay holes", () => {
    const counted = (x: number[], d: readonly unknown[]): number => {
      x[0] = 2 * x[0]!;
      return d.reduce((s: number, e) => s + x[0]! * x[0]! * (e === undefined ? 10 : 1), 0);
    };
    // oxlint-disable-next-line no-sparse-arrays
    const d = [1, , 3];
    expect(grad(counted)([1], d)).toEqual([16]);
    expect(jacfwd(counted)([1], d)).toEqual([16]);
    expect(hessian(counted)([1], d)).toEqual([[16]]);
    expect(grad((x: number[]) => counted(x, stopGradient(d)))([1])).toEqual([16]);
    // Shared, and written to: copied.
    const both = (x: { readonly n: number[]; readonly d: readonly unknown[] }, e: unknown): number =>
      counted(x.n, x.d) + Number(e === x);
    const shared = { n: [1], d };
    expect(grad(both)(shared, shared).n).toEqual([16]);
  });

  test("stopGradient of an array", () => {
    const w = [2, 3];
    expect(grad((w: number[]) => dot(w, stopGradient(w)))(w)).toEqual([2, 3]);
    expect(grad((x: number) => stopGradient(x) * x)(5)).toBe(5);
  });
  test("two closures share a captured variable that one assigns", () => {
    let n = 1;
    const bump = (): void => {
      n++;
    };
    const f = (x: number): number => {
      bump();
      return x * n;
    };
    expect(grad(f)(3)).toBe(2);
    expect(grad(f)(3)).toBe(3);
    expect(n).toBe(3);
    expect(valueAndGrad(f)(10)).toEqual([40, 4]);
  });
  test("a scratch buffer that one closure writes and another reads", () => {
    const scratch = new Float64Array(2);
    const write = (x: number): void => {
      scratch[0] = x * x;
      scratch[1] = 3 * x;
    };
    const read = (): number => (scratch[0] as number) * (scratch[1] as number);
    const f = (x: number): number => {
      write(x);
      const y = read();
      write(y);
      return read();
    };
    // y = 3x³, result 3y³ = 81 x⁹
    expect(grad(f)(1.5)).toBeCloseTo(729 * 1.5 ** 8, 8);
    expect(grad(grad(f))(1.5)).toBeCloseTo(729 * 8 * 1.5 ** 7, 6);
  });
  test("a scratch array of module or closure keeps no cotangent between calls", () => {
    const cache: number[] = [];
    const f = (x: number): number => {
      cache.push(x);
      return (cache[0] as number) * x;
    };
    expect(grad(f)(2)).toBe(4);
    expect(grad(f)(3)).toBe(2);
  });
});

describe("pullbacks", () => {
  const cubes = (x: number[]): number => x.reduce((s, v) => s + v ** 3, 0);
  test("after the caller has changed the array", () => {
    const x = [1, 2];
    const [y, pullback] = vjp(cubes, x);
    x.push(5);
    x[0] = 100;
    expect(y).toBe(9);
    expect(pullback(1)).toEqual([[3, 12]]);
  });
  test("after the caller has changed the result", () => {
    const [y, pullback] = vjp((x: number) => [x, x * x], 3);
    y.push(1);
    y[0] = 7;
    expect(pullback([1, 1])).toEqual([7]);
  });
  test("called twice, with different cotangents, which stay as they are", () => {
    const [, pullback] = J((x: number[], k: number) => x.map((v) => v * v * k), [1, 2], 3);
    const g = [1, 10];
    expect(pullback(g)).toEqual([null, [6, 120], 41]);
    expect(pullback(g)).toEqual([null, [6, 120], 41]);
    expect(pullback([0, 1])).toEqual([null, [0, 12], 4]);
    expect(g).toEqual([1, 10]);
  });
  test("called out of order", () => {
    const f = (x: number): number => {
      let y = x;
      for (let i = 0; i < 5; i++) y = Math.sin(y) * x;
      return y;
    };
    const [, first] = vjp(f, 1.1);
    const [, second] = vjp(f, 0.3);
    const expected = [grad(f)(1.1), grad(f)(0.3)];
    expect([first(1)[0], second(1)[0], first(1)[0]]).toEqual([expected[0], expected[1], expected[0]]);
  });
  test("data that changes between calls is seen", () => {
    const data = [1, 2];
    const slope = grad((x: number) => dot(data, data) * x);
    expect(slope(1)).toBe(5);
    data.push(3);
    expect(slope(1)).toBe(14);
  });
  test("effects happen once", () => {
    calls = 0;
    const f = (x: number): number => {
      calls++;
      return x * x;
    };
    grad(f)(1);
    expect(calls).toBe(1);
    const pullback = vjp(f, 1)[1];
    pullback(1);
    pullback(2);
    expect(calls).toBe(2);
  });
});

describe("zeros and order", () => {
  test("xs.map(Math.sqrt)[0] with zeros in xs", () => {
    expect(grad((xs: number[]) => xs.map(Math.sqrt)[0] as number)([4, 0, 0])).toEqual([0.25, 0, 0]);
  });
  test("an accumulator in an array, through a callback that returns nothing", () => {
    const f = (xs: number[]): number => {
      const acc = [0];
      xs.forEach((v) => {
        acc[0]! += v * v;
      });
      return acc[0] as number;
    };
    expect(grad(f)([1, 2])).toEqual([2, 4]);
    expect(hvp(f)([1, 2], [1, 1])).toEqual([2, 2]);
  });
  test("a float counter is not recomputed backwards", () => {
    const f = (x: number): number => {
      let s = 0;
      for (let t = 0; t < 1; t += 0.1) s += Math.sin(t * x);
      return s;
    };
    let expected = 0;
    const ts: number[] = [];
    for (let t = 0; t < 1; t += 0.1) ts.unshift(t);
    for (const t of ts) expected += t * Math.cos(t * 2);
    expect(grad(f)(2)).toBeCloseTo(expected, 14);
  });
  test("swap in a loop", () => {
    const f = (x: number, y: number): number => {
      let a = x;
      let b = y;
      for (let i = 0; i < 10; i++) [a, b] = [b, a + b];
      return b;
    };
    expect(grad(f, { argnums: [0, 1] })(1, 1)).toEqual([55, 89]);
  });
  test("mutual recursion of module functions, with a module variable that changes", () => {
    // ping(3, x): 2x, + 1, 2(…) then squared
    expect(grad((x: number) => ping(3, x))(1)).toBe(2 * 6 * 4);
    factor = 3;
    expect(grad((x: number) => ping(3, x))(1)).toBe(2 * 12 * 9);
    factor = 2;
  });
  test("masks, text, missing elements", () => {
    const mask = [true, false, true];
    const masked = (xs: number[]): number => xs.reduce((s, x, i) => s + (mask[i] as unknown as number) * x * x, 0);
    expect(grad(masked)([1, 2, 3])).toEqual([2, 0, 6]);
    expect(grad((x: number) => ("3" as unknown as number) * x)(2)).toBe(3);
    expect(grad((a: number[]) => (a[0] ?? 0) + (a[5] ?? 0))([1, 2])).toEqual([1, 0]);
  });
  test("reverse over reverse of a loop: two tapes at once", () => {
    const f = (x: number): number => {
      let y = x;
      for (let i = 0; i < 4; i++) y = y * x;
      return y;
    };
    expect(grad(f)(2)).toBe(5 * 16);
    expect(grad(grad(f))(2)).toBe(20 * 8);
    expect(grad(grad(grad(f)))(2)).toBe(60 * 4);
    expect(grad(grad(grad(grad(f))))(2)).toBe(120 * 2);
  });
  test("an exception between two derivative calls", () => {
    const f = (x: number, fail: boolean): number => {
      let y = x;
      for (let i = 0; i < 5; i++) {
        y *= x;
        if (fail && i === 3) throw new RangeError("as asked");
      }
      return y;
    };
    const slope = grad(f);
    expect(slope(2, false)).toBe(6 * 32);
    expect(() => slope(2, true)).toThrow(new RangeError("as asked"));
    expect(slope(2, false)).toBe(6 * 32);
    const nested = (x: number): number => {
      let s = 0;
      attempt(() => {
        s += slope(x, true);
      });
      return s + slope(x, false);
    };
    expect(nested(2)).toBe(6 * 32);
  });
});

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // Meant to fail.
  }
}

describe("nesting", () => {
  test("perturbations are not confused", () => {
    expect(grad((x: number) => x * grad((y: number) => x + y)(1))(1)).toBe(1);
    expect(grad((x: number) => x * grad((y: number) => x * y)(2))(3)).toBe(6);
    expect(grad((x: number) => grad((y: number) => x * x * y * y)(x))(2)).toBe(6 * 4);
  });
  test("J of J", () => {
    const f = (x: number): number => x ** 3;
    // J itself as the function: (f, x) ↦ [y, pullback]
    const twice = J as unknown as (...args: unknown[]) => [[number, (g: number) => unknown], (g: unknown) => unknown[]];
    const [[y, inner], outer] = twice(J, f, 2);
    expect(y).toBe(8);
    expect(inner(1)).toEqual([null, 12]);
    expect(outer([1, null])[2]).toBe(12);
  });
  test("a pullback is differentiable", () => {
    const f = (x: number): number => {
      const [y, pullback] = vjp((z: number) => Math.sin(z) * x, x);
      return y * pullback(x)[0];
    };
    // sin x · x · x · cos x · x
    expect(grad(f)(0.7)).toBeCloseTo(3 * 0.49 * Math.sin(0.7) * Math.cos(0.7) + 0.7 ** 3 * Math.cos(1.4), 14);
  });
  test("Jacobians", () => {
    const f = (x: number[]): number[] => [(x[0] as number) * (x[1] as number), Math.sin(x[0] as number)];
    expect(jacobian(f)([2, 3])).toEqual([
      [3, 2],
      [Math.cos(2), 0],
    ]);
    expect(
      jacobian((x: number[]) => grad((z: number[]) => (z[0] as number) ** 2 * (z[1] as number))(x))([2, 3]),
    ).toEqual([
      [6, 4],
      [4, 0],
    ]);
  });
  test("a gradient step inside a loss", () => {
    const loss = (w: number, x: number): number => (w * x - 1) ** 2;
    const after = (w: number): number => loss(w - 0.1 * grad(loss)(w, 2), 2);
    // w − 0.1·2(2w − 1)·2 = 0.2w + 0.4
    expect(grad(after)(3)).toBeCloseTo(2 * (2 * (0.2 * 3 + 0.4) - 1) * 0.4, 12);
  });
});
