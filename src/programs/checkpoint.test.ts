// Checkpoints: the same values and derivatives as without, in all modes, and fewer records.

import { describe, expect, test, vi } from "vitest";
import { checkpoint, customVjp, grad, hessian, hvp, J, jacobian, jvp, onCotangent, ready, taylor, vjp } from "zeroth";
import { prims } from "../ir/index.ts";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";
import { interpreted } from "../test-support/meanings.ts";

const iterate = (x: number, k: number): number => {
  let y = x;
  for (let i = 0; i < 5; i++) y = Math.sin(y) * k + x;
  return y;
};
const checked = checkpoint(iterate);

const programs: readonly AnyProgram[] = [
  program("a loop", (x: number, k: number) => checked(x, k) ** 2, [[1, 0.5]]),
  program(
    "in a loop",
    (x: number, k: number) => {
      let y = x;
      for (let i = 0; i < 3; i++) y = checked(y, k) * 0.5;
      return y;
    },
    [[1, 0.5]],
  ),
  program(
    "a variable of the function around",
    (x: number, k: number) => {
      const scaled = checkpoint((y: number) => iterate(y * k, x) * x);
      return scaled(k) + scaled(x);
    },
    [[0.7, 0.5]],
  ),
  program(
    "an assigned variable of the function around",
    (x: number) => {
      let k = x * x;
      if (x > 0) k *= 2;
      return checkpoint((y: number) => y * k * Math.exp(k))(x);
    },
    [[0.7]],
    (x) => [(6 * x * x + 8 * x ** 4) * Math.exp(2 * x * x)],
  ),
  program(
    "an array of the function around",
    (x: number) => {
      const xs = [x, x * x];
      const dot = checkpoint((ys: number[]) => ys.map((y, i) => y * (xs[i] as number)).reduce((a, b) => a + b, 0));
      return dot([1, x]);
    },
    [[3]],
    (x) => [1 + 3 * x * x],
  ),
  program(
    "an array in and an array out",
    (xs: number[]) => {
      const step = checkpoint((us: number[]) =>
        us.map((u, i) => u + 0.1 * Math.sin(us[(i + 1) % us.length] as number)),
      );
      const [a = 0, b = 0, c = 0] = step(step(step(xs)));
      return a * b + c;
    },
    [[[1, 2, 3]]],
  ),
  program(
    "typed arrays",
    (xs: Float64Array, k: number) => {
      const step = checkpoint((us: Float64Array) => us.map((u) => u * u * k));
      return step(step(xs)).reduce((a, b) => a + b, 0);
    },
    [[Float64Array.of(1, 0.5), 0.7]],
  ),
  program(
    "a record whose parts are old and new",
    (x: number, ys: number[]) => {
      const f = checkpoint((zs: number[]) => ({
        old: zs,
        fresh: { list: zs.map((z) => z * z), twice: [zs, zs] },
        x: x * x,
      }));
      const r = f(ys);
      return (
        (r.old[0] as number) * (r.fresh.list[1] as number) +
        (r.fresh.twice[1]?.[0] as number) * r.x +
        (r.fresh.list[0] as number) ** 2
      );
    },
    [[2, [3, 5]]],
  ),
  program(
    "one new array at two places of the result",
    (x: number) => {
      const pair = checkpoint((y: number) => {
        const own = [y * y];
        return [own, own];
      })(x);
      (pair[0] as number[])[0] = (pair[1]?.[0] as number) * x;
      return (pair[1]?.[0] as number) * 3;
    },
    [[2]],
    (x) => [9 * x * x],
  ),
  program(
    "a result that is written to",
    (x: number) => {
      const ys = checkpoint((y: number) => [y * y, y ** 3])(x);
      const first = ys[0] as number;
      ys[0] = first * (ys[1] as number);
      ys.push(first * x);
      return ys[0] + 2 * (ys.pop() as number);
    },
    [[1.5]],
    (x) => [5 * x ** 4 + 6 * x * x],
  ),
  program(
    "a function as result",
    (x: number, k: number) => {
      const scale = checkpoint((a: number) => {
        const table = [a * a, a * k];
        return (y: number) => (table[0] as number) * y + (table[1] as number);
      });
      const first = scale(x);
      return first(k) * first(x);
    },
    [[2, 3]],
  ),
  program(
    "a function as result that counts",
    (x: number, k: number) => {
      const counter = checkpoint((a: number) => {
        let total = a * a;
        return (y: number) => {
          total += y * k;
          return total * y;
        };
      });
      const next = counter(x);
      return next(k) * next(x);
    },
    [[2, 3]],
  ),
  program(
    "a function as argument",
    (x: number, k: number) => {
      const apply = checkpoint((f: (y: number) => number, y: number) => f(f(y)) * x);
      return apply((y) => y * y * k, x);
    },
    [[2, 0.5]],
  ),
  program(
    "a method",
    (x: number, k: number) => {
      const model = {
        k,
        at: checkpoint(function (this: { k: number }, y: number) {
          return y * y * this.k;
        }),
      };
      return model.at(x) * x;
    },
    [[2, 3]],
    (x, k) => [3 * x * x * k, x ** 3],
  ),
  program(
    "callbacks of map",
    (xs: number[]) => xs.map(checkpoint((x: number) => x * x * x)).reduce((a, b) => a + b, 0),
    [[[1, 2]]],
    (xs) => [xs.map((x) => 3 * x * x)],
  ),
  program(
    "checkpoints inside of checkpoints",
    (x: number, k: number) => {
      const inner = checkpoint((y: number) => iterate(y, k) * x);
      const outer = checkpoint((y: number) => inner(inner(y)) + k);
      return checkpoint((y: number) => outer(y) * outer(x))(k);
    },
    [[0.7, 0.5]],
  ),
  program(
    "a checkpoint of a checkpoint",
    (x: number) => checkpoint(checkpoint((y: number) => y ** 3))(x),
    [[2]],
    (x) => [3 * x * x],
  ),
  program(
    "recursion",
    (x: number) => {
      const power = checkpoint((y: number, n: number): number => (n === 0 ? 1 : y * power(y, n - 1)));
      return power(x, 4);
    },
    [[2]],
    (x) => [4 * x ** 3],
  ),
  program(
    "a gradient inside",
    (x: number, k: number) => {
      const slope = checkpoint((y: number) => grad((z: number) => z ** 3 * k)(y) * x);
      return slope(k) + slope(x);
    },
    [[2, 0.5]],
  ),
  program(
    "a tangent inside",
    (x: number, k: number) => checkpoint((y: number) => jvp((z: number) => z ** 3 * k, [y], [x])[1])(k),
    [[2, 0.5]],
  ),
  program(
    "inside of a gradient",
    (x: number, k: number) => grad((y: number) => checkpoint((z: number) => z ** 3 * k * x)(y * x))(k),
    [[2, 0.5]],
  ),
  program(
    "the pullback of what is inside, called outside",
    (x: number) => {
      const [, back] = checkpoint((y: number) => vjp((z: number) => z ** 3 * y, y * y))(x);
      return back(x)[0];
    },
    [[1.5]],
    (x) => [18 * x ** 5],
  ),
  program(
    "a rule by hand inside",
    (x: number) => {
      const tripled = customVjp(
        (y: number) => y * y,
        (y: number) => [y * y, (g: number) => [3 * g * y]],
      );
      return checkpoint((y: number) => grad(tripled)(y) * y)(x);
    },
    [[2]],
    (x) => [6 * x],
  ),
];

test("inner gradients may be specialised: both runs use the same code, also after a run that threw", async () => {
  const waves = (xs: number[]): number => {
    const [x, y] = xs as [number, number];
    return x * y * (Math.sin(x * 0.3) + y / x) + x ** 3 * Math.exp(x * y) + x * 0.7;
  };
  const slopes = checkpoint((xs: number[]): number => {
    if (xs.length === 0) throw new RangeError("no numbers");
    const [gx, gy] = grad(waves)(xs) as [number, number];
    return gx * gy;
  });
  await ready(grad(waves), [1, 2]);
  const f = (xs: number[]): number => slopes(xs);
  expect(() => grad(f)([])).toThrow("no numbers");
  for (let k = 0; k < 60; k++) {
    const xs = [0.3 + k / 50, 1.7 - k / 70];
    expect(grad(f)(xs)).toEqual(
      grad((ys: number[]) => {
        const [gx, gy] = grad(waves)(ys) as [number, number];
        return gx * gy;
      })(xs).map((x): unknown => expect.closeTo(x, 8)),
    );
  }
});

describe("the derivatives are those of the function", () => {
  test.each(programs)("$name", (p) => {
    checkProgram(p);
  });

  test("what the function captured receives its cotangent, by name", () => {
    const k = 3;
    const w = [2, 5];
    const f = checkpoint((x: number) => k * x * (w[1] as number));
    expect(J(f, 2)[1](1)).toEqual([{ f: { k: 10, w: [0, 6] } }, 15]);
  });

  test("jacobians and hessians", () => {
    const f = checkpoint((x: number[]): number[] => [(x[0] as number) ** 2 * (x[1] as number), (x[0] as number) * 2]);
    expect(jacobian(f)([3, 5])).toEqual([
      [30, 9],
      [2, 0],
    ]);
    expect(hessian(checkpoint((x: number[]) => (x[0] as number) ** 2 * (x[1] as number)))([3, 5])).toEqual([
      [10, 6],
      [6, 0],
    ]);
    expect(hvp(checkpoint((x: number) => x ** 4))(2, 1)).toBe(48);
    expect(
      taylor(
        checkpoint((x: number) => x ** 3),
        3,
      )(2),
    ).toEqual([8, 12, 6, 1]);
  });

  test("of one array that is two arguments", () => {
    const f = (a: number[], b: number[]): number =>
      checkpoint((u: number[], v: number[]) => (u[0] as number) ** 2 * (v[0] as number))(a, b) +
      onCotangent(b, (g) => g).length;
    const xs = [3];
    expect(grad(f, { argnums: [0, 1] })(xs, xs)).toEqual([[18], [9]]);
  });

  test("a pullback may be called again", () => {
    const [, back] = vjp(
      checkpoint((xs: number[]) => xs.map((x) => x * x)),
      [1, 2],
    );
    expect(back([1, 0])).toEqual([[2, 0]]);
    expect(back([1, 10])).toEqual([[2, 40]]);
  });
});

describe("what is stored", () => {
  /** Runs in the interpreter; counts the records of the primal and the longest tape that a pullback makes. */
  function stored(f: (x: number) => number): {
    readonly primal: number;
    readonly again: number;
    readonly pushed: number;
  } {
    const lengths = new Map<unknown, number>();
    let longest = 0;
    const push = prims["tape-push"] as unknown as { evaluate: (rest: unknown, record: unknown) => unknown };
    const original = push.evaluate;
    const spy = vi.spyOn(push, "evaluate").mockImplementation((rest, record) => {
      const tape = original(rest, record);
      const length = (lengths.get(rest) ?? 0) + 1;
      lengths.set(tape, length);
      longest = Math.max(longest, length);
      return tape;
    });
    const [, back] = (interpreted(vjp) as unknown as typeof vjp)(f, 1);
    const primal = lengths.size;
    longest = 0;
    back(1);
    spy.mockRestore();
    return { primal, again: longest, pushed: lengths.size - primal };
  }

  const step = (x: number): number => Math.sin(x) * 1.5 + x * x * 0.1;
  const steps = (x: number, count: number): number => {
    let y = x;
    for (let i = 0; i < count; i++) y = step(y);
    return y;
  };

  test("n steps as √n checkpoints of √n steps store at most 3 √n records", () => {
    const some = checkpoint(steps);
    for (const root of [10, 20, 40]) {
      const n = root * root;
      const all = (x: number): number => steps(x, n);
      const parts = (x: number): number => {
        let y = x;
        for (let i = 0; i < root; i++) y = some(y, root);
        return y;
      };
      expect(grad(parts)(1)).toBe(grad(all)(1));
      expect(stored(all)).toEqual({ primal: n, again: 0, pushed: 0 });
      const { primal, again, pushed } = stored(parts);
      // While one part is run again its tape is all there is besides those of the primal.
      expect(primal + again).toBeLessThanOrEqual(3 * root);
      expect([primal, again, pushed]).toEqual([root, root, n]);
    }
  });

  test("checkpoints in checkpoints: n = m³ steps store 3 m records", () => {
    const m = 8;
    const inner = checkpoint(steps);
    const middle = checkpoint((x: number) => {
      let y = x;
      for (let i = 0; i < m; i++) y = inner(y, m);
      return y;
    });
    const parts = (x: number): number => {
      let y = x;
      for (let i = 0; i < m; i++) y = middle(y);
      return y;
    };
    expect(grad(parts)(1)).toBe(grad((x: number) => steps(x, m ** 3))(1));
    const { primal, again } = stored(parts);
    expect([primal, again]).toEqual([m, m]);
  });

  test("a function that is compiled from its text when it is first needed", () => {
    type Real = (x: number) => number;
    // oxlint-disable-next-line no-implied-eval
    const [cube, other, argument] = [0, 1, 2].map(() => new Function("x", "return x ** 3")) as [Real, Real, Real];
    expect(grad(checkpoint(cube))(2)).toBe(12);
    expect(grad(checkpoint((x: number) => other(x)))(2)).toBe(12);
    expect(grad((x: number) => checkpoint((f: Real, y: number) => f(y))(argument, x))(2)).toBe(12);
  });
});
