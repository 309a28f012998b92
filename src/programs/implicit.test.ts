// Implicit functions: derivatives of fixed points and roots, of every order, against closed forms, dual numbers and the
// derivatives of the iteration itself.

import { describe, expect, test } from "vitest";
import {
  checkpoint,
  linearize,
  vhp,
  derivative,
  fixedPoint,
  grad,
  hessian,
  implicit,
  J,
  jacfwd,
  jacobian,
  jvp,
  root,
  taylor,
} from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";
import { expectClose } from "../test-support/expect-close.ts";

/** To the last digit, for comparison with other means to almost as many. */
const exact = { tolerance: 1e-15 };

const sqrt = fixedPoint((x: number, a: number) => (x + a / x) / 2);
const cosine = fixedPoint((x: number, a: number) => Math.cos(a * x));
const cubeRoot = root((x: number, a: number) => x ** 3 - a);
/** Kepler's equation. */
const anomaly = root((E: number, M: number, e: number) => E - e * Math.sin(E) - M);
const arcsin = implicit(
  (y: number) => Math.asin(y),
  (x: number, y: number) => Math.sin(x) - y,
);

const programs: readonly AnyProgram[] = [
  program(
    "a square root by iteration",
    (a: number) => sqrt(1, a) * a,
    [[4], [0.25]],
    (a) => [1.5 * Math.sqrt(a)],
  ),
  program(
    "the fixed point of cos(a x)",
    (a: number) => cosine(0.5, a),
    [[0.9]],
    (a) => {
      const x = cosine(0.5, a);
      const s = Math.sin(a * x);
      return [(-x * s) / (1 + a * s)];
    },
  ),
  program(
    "the start has no derivative",
    (x0: number, a: number) => sqrt(x0, a) * x0,
    [[3, 4]],
    (_x0, a) => [Math.sqrt(a), 3 / (2 * Math.sqrt(a))],
  ),
  program(
    "of what is captured",
    (a: number, b: number) => {
      const shift = a * b;
      const solve = fixedPoint((x: number) => Math.exp(-x) * a + shift);
      return solve(1) * b;
    },
    [[0.5, 0.7]],
  ),
  program(
    "of an array that is captured, and of one that is a parameter",
    (a: number[], b: number[]) => {
      const solve = fixedPoint(
        (x: number[], c: number[]) =>
          x.map((v, i) => 0.3 * Math.sin(v) + (a[i] as number) + (c[1 - i] as number) * (x[1 - i] as number)),
        exact,
      );
      const x = solve([1, 1], b);
      return (x[0] as number) + 2 * (x[1] as number);
    },
    [
      [
        [1, 2],
        [0.2, 0.1],
      ],
    ],
  ),
  program(
    "a linear fixed point of typed arrays",
    (b: Float64Array, k: number) => {
      const solve = fixedPoint((x: Float64Array) =>
        x.map((_, i) => (b[i] as number) + k * (x[(i + 1) % x.length] as number)),
      );
      return solve(new Float64Array(3)).reduce((sum, x, i) => sum + x * (i + 1), 0);
    },
    [[Float64Array.of(1, 2, 3), 0.4]],
  ),
  program(
    "a record",
    (p: { k: number; w: number[] }) => {
      const solve = fixedPoint(
        (s: { u: number; v: number[] }, q: { k: number; w: number[] }) => ({
          v: s.v.map((v, i) => 0.25 * v + s.u * (q.w[i] as number)),
          u: Math.sin(s.v[0] as number) * q.k + 1,
        }),
        exact,
      );
      const { u, v } = solve({ u: 0.5, v: [0.1, 0.2] }, p);
      return u * 2 + (v[1] as number);
    },
    [[{ k: 0.5, w: [0.9, 0.3] }]],
  ),
  program(
    "an iteration that writes to the array it is given",
    (a: number) => {
      const solve = fixedPoint((x: number[], k: number) => {
        x[0] = 0.5 * ((x[0] as number) + k / (x[0] as number));
        x[1] = x[0] * k;
        return x;
      });
      const [r = 0, s = 0] = solve([1, 1], a);
      return r + s;
    },
    [[4]],
    (a) => [0.5 * a ** -0.5 + 1.5 * a ** 0.5],
  ),
  program(
    "in a loop, of its own results",
    (a: number) => {
      let x = a;
      for (let i = 0; i < 3; i++) x = sqrt(1, x + a);
      return x;
    },
    [[2]],
  ),
  program(
    "a fixed point of fixed points",
    (a: number, b: number) => {
      const outer = fixedPoint((y: number) => fixedPoint((x: number) => 0.5 * Math.cos(x * a) + 0.2 * y)(0.3) * b);
      return outer(0.1);
    },
    [[0.8, 0.9]],
  ),
  program(
    "a stationary point of a function, by its gradient",
    (rate: number, target: number) => {
      // The least of (w - target)⁴ + rate w²: an inner optimisation, and its sensitivity to hyperparameters.
      const loss = (w: number): number => (w - target) ** 4 + rate * w * w;
      return root((w: number) => grad(loss)(w))(0);
    },
    [[0.5, 2]],
  ),
  program(
    "gradient descent",
    (rate: number, target: number) => {
      const loss = (w: number[]): number =>
        ((w[0] as number) - target) ** 2 + rate * (w[0] as number) ** 2 + ((w[1] as number) - rate) ** 2;
      const descend = fixedPoint((w: number[]) => {
        const g = grad(loss)(w);
        return w.map((v, i) => v - 0.2 * (g[i] as number));
      }, exact);
      const [first = 0, second = 0] = descend([0, 0]);
      return first * second;
    },
    [[0.5, 2]],
    (k, t) => [(t * (1 + k) - t * k) / (1 + k) ** 2, k / (1 + k)],
  ),
  program(
    "a checkpoint in a fixed point, and a fixed point in a checkpoint",
    (a: number, b: number) => {
      const half = checkpoint((x: number, c: number) => (x + c / x) / 2);
      const r = checkpoint((c: number) => fixedPoint((x: number) => half(x, c * b))(1) * c);
      return r(a) * r(b);
    },
    [[2, 3]],
    (a, b) => {
      // r(c) = c √(c b)
      const [r, s] = [a * Math.sqrt(a * b), b * b];
      return [1.5 * Math.sqrt(a * b) * s, (r / (2 * b)) * s + r * 2 * b];
    },
  ),
  program(
    "inside of inner derivatives that capture outer variables",
    (a: number, b: number) => {
      const slope = (y: number): number =>
        jvp((z: number) => root((x: number) => x ** 3 + a * x - z * y)(1), [b], [a])[1];
      return grad((y: number) => slope(y) * a)(a) * b;
    },
    [[1.5, 2]],
    undefined,
    { order: 1 },
  ),
  program(
    "a cube root",
    (a: number) => cubeRoot(1, a) ** 2,
    [[8], [-8]],
    (a) => [2 / 3 / Math.cbrt(a)],
  ),
  program("Kepler's equation", (M: number, e: number) => Math.cos(anomaly(M, M, e)), [
    [1, 0.3],
    [0.2, 0.9],
  ]),
  program(
    "two equations for a record",
    (a: number, b: number) => {
      const solve = root((p: { x: number; y: number }) => [p.x * p.x + p.y * p.y - a, p.x * p.y - b]);
      const { x, y } = solve({ x: 2, y: 0.5 });
      return x + y * y;
    },
    [[5, 2]],
  ),
  program(
    "a solver that is not differentiated",
    (y: number) => arcsin(y) * y,
    [[0.6]],
    (y) => [Math.asin(y) + y / Math.sqrt(1 - y * y)],
  ),
  program(
    "a solver through which no derivative passes",
    (a: number, b: number) => {
      const bisect = (c: number): number => {
        let [low, high] = [0, 10];
        for (let k = 0; k < 80; k++) {
          const middle = (low + high) / 2;
          if (middle ** 3 + middle < c * b) low = middle;
          else high = middle;
        }
        return high;
      };
      return implicit(bisect, (x: number, c: number) => x ** 3 + x - c * b)(a * b);
    },
    [[2.5, 2]],
    (a, b) => {
      const slope = 1 / (3 * 2 ** 2 + 1);
      return [b * b * slope, 2 * a * b * slope];
    },
  ),
  program(
    "a solver with a loop, and a condition on arrays",
    (a: number[]) => {
      const solve = implicit(
        (b: number[]) => {
          const x = [1, 1];
          for (let k = 0; k < 60; k++)
            for (let i = 0; i < 2; i++) x[i] = Math.sqrt((b[i] as number) + 0.1 * (x[1 - i] as number));
          return x;
        },
        (x: number[], b: number[]) => x.map((v, i) => v * v - (b[i] as number) - 0.1 * (x[1 - i] as number)),
      );
      return solve(a).reduce((s, v, i) => s + v * (i + 1), 0);
    },
    [[[2, 3]]],
  ),
];

describe("the derivatives of the implicit function", () => {
  test.each(programs)("$name", (p) => {
    checkProgram(p);
  });

  test("with respect to what is captured, by name", () => {
    const a = 4;
    const w = [2];
    const solve = fixedPoint((x: number) => (x + (a * (w[0] as number)) / x) / 2);
    const [x, back] = J(solve, 1);
    expectClose(x, Math.sqrt(8), 1e-15, "value");
    const { f } = back(1)[0] as { f: { a: number; w: number[] } };
    expectClose([f.a, f.w], [1 / Math.sqrt(8), [2 / Math.sqrt(8)]], 1e-14, "captures");
  });

  test("of parameters that are written to after the call", () => {
    const f = (xs: number[]): number => {
      const x = fixedPoint((v: number, ps: number[]) => (v + (ps[0] as number) / v) / 2)(1, xs);
      xs[0] = 100;
      return x * xs[0];
    };
    expectClose(grad(f)([4]), [25], 1e-14, "gradient");
    expectClose(jvp(f, [[4]], [[1]]), [200, 25], 1e-14, "tangent");
  });

  test("of one array that is two parameters", () => {
    const f = (a: number[], b: number[]): number => {
      const solve = root((x: number, p: number[], q: number[]) => x ** 3 - (p[0] as number) ** 2 * (q[0] as number));
      return solve(1, a, b) + fixedPoint((x: number) => (x + (b[0] as number) / x) / 2)(1);
    };
    const xs = [4];
    const gradients = grad(f, { argnums: [0, 1] })(xs, xs);
    expectClose(gradients, [[2 / 3], [1 / 3 + 1 / 4]], 1e-14, "gradients");
  });

  test("the result is the caller's own", () => {
    const solve = implicit(
      (a: number[]) => a,
      (x: number[], a: number[]) => x.map((v, i) => v - (a[i] as number)),
    );
    const f = (a: number[]): number => {
      const x = solve(a);
      x[0] = (x[0] as number) * 10;
      return x[0] + (a[0] as number);
    };
    expect(f([3])).toBe(33);
    expect(grad(f)([3])).toEqual([11]);
    expect(jvp(f, [[3]], [[1]])).toEqual([33, 11]);
  });

  test("jacobians and hessians in all modes", () => {
    // x² = a b, y = x b
    const solve = root((p: number[], a: number, b: number) => [
      (p[0] as number) ** 2 - a * b,
      (p[1] as number) - (p[0] as number) * b,
    ]);
    const f = (q: number[]): number[] => solve([1, 1], q[0] as number, q[1] as number);
    const at = [4, 9];
    const expected = [
      [0.75, 1 / 3],
      [6.75, 9],
    ];
    expectClose(jacobian(f)(at), expected, 1e-14, "reverse");
    expectClose(jacfwd(f)(at), expected, 1e-14, "forward");
    const second = (q: number[]): number => f(q)[1] as number;
    // y = a^½ b^{3/2}
    const curvature = [
      [(-0.25 * 27) / 8, 1.5 * 3 * 0.25],
      [1.5 * 3 * 0.25, (0.75 * 2) / 3],
    ];
    expectClose(hessian(second)(at), curvature, 1e-13, "forward over reverse");
    expectClose(jacobian(grad(second))(at), curvature, 1e-13, "reverse over reverse");
    expectClose(jacobian(jacfwd(second))(at), curvature, 1e-13, "reverse over forward");
    expectClose(jacfwd(jacfwd(second))(at), curvature, 1e-13, "forward over forward");
  });

  test("of high order, by series and by nesting", () => {
    const f = (a: number): number => sqrt(1, a);
    const coefficients = [2, 1 / 4, -1 / 64, 1 / 512, -5 / 16384, 7 / 131072];
    expectClose(taylor(f, 5)(4), coefficients, 1e-13, "series");
    expectClose(derivative(f, 3)(4), 6 / 512, 1e-13, "order 3");
    expectClose(grad(grad(grad(f)))(4), 6 / 512, 1e-13, "reverse, three times");
    expectClose(taylor(grad(f), 2)(4), [1 / 4, -1 / 32, 3 / 512], 1e-13, "series of the gradient");
    const third = (a: number): number => cubeRoot(1, a);
    expectClose(taylor(grad(third), 3)(8), [1 / 12, -1 / 144, 5 / 6912, -5 / 62208], 1e-13, "series of a gradient");
    expectClose(grad((a: number) => taylor(f, 2)(a)[2] as number)(4), 3 / 512, 1e-13, "gradient of the series");
    const g = (a: number): number =>
      root((p: { x: number[] }) => [(p.x[0] as number) ** 3 - a])({ x: [1] }).x[0] as number;
    expectClose(taylor(g, 3)(8), [2, 1 / 12, -1 / 288, 5 / 20736], 1e-13, "series of a root, captured");
  });

  test("of order three, of arrays, in mixed nestings", () => {
    // xᵢ³ = aᵢ aᵢ₊₁
    const solve = root((x: number[], a: number[]) =>
      x.map((v, i) => v ** 3 - (a[i] as number) * (a[(i + 1) % 2] as number)),
    );
    const f = (a: number[]): number => checkpoint((b: number[]) => solve([1, 1], b).reduce((s, v) => s * v))(a);
    // The product of both is (a₀ a₁)^{2/3}.
    const along = (g: (k: number) => number, x: number): number => jvp(g, [x], [1])[1];
    const at = (k: number): number => f([k, 8]);
    const expected = 4 * (2 / 3) * (-1 / 3) * (-4 / 3);
    expectClose(grad(grad(grad(at)))(1), expected, 1e-12, "reverse, three times");
    expectClose(grad((k: number) => along(grad(at), k))(1), expected, 1e-12, "reverse over forward over reverse");
    expectClose(
      along((k: number) => along(grad(at), k), 1),
      expected,
      1e-12,
      "forward over forward over reverse",
    );
    expectClose(taylor(at, 3)(1)[3], expected / 6, 1e-12, "series");
    const [, map] = linearize(f, [1, 8]);
    expectClose(map([1, 0]), (4 * 2) / 3, 1e-13, "linearised");
    expectClose(vhp(f)([1, 8], [1, 0])[0], (4 * 2 * -1) / 9, 1e-13, "vhp");
  });

  test("Newton's method, differentiated through its steps and implicitly", () => {
    const f = (x: number, a: number): number => x ** 3 + a * x - 1;
    const newton = (a: number): number => {
      let x = 1;
      for (let k = 0; k < 12; k++) x -= f(x, a) / jvp(f, [x, a], [1, null])[1];
      return x;
    };
    const solve = root(f);
    const implicitly = (a: number): number => solve(1, a);
    for (const a of [0.5, 2, 7]) {
      const x = newton(a);
      expectClose(implicitly(a), x, 1e-15, "value");
      const slope = -x / (3 * x * x + a);
      // With F = x³ + a x - 1: x″ = -(6 x x′² + 2 x′) / (3 x² + a).
      const curvature = -(6 * x * slope * slope + 2 * slope) / (3 * x * x + a);
      for (const g of [newton, implicitly]) {
        expectClose(grad(g)(a), slope, 1e-13, "reverse");
        expectClose(jvp(g, [a], [1])[1], slope, 1e-13, "forward");
        expectClose(hessian(g)(a), curvature, 1e-12, "forward over reverse");
        expectClose(grad(grad(g))(a), curvature, 1e-12, "reverse over reverse");
        expectClose(grad((b: number) => jvp(g, [b], [1])[1])(a), curvature, 1e-12, "reverse over forward");
        expectClose(derivative(g, 2)(a), curvature, 1e-12, "series");
      }
    }
  });
});
