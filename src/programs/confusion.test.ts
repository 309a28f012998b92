// Programs whose inner derivative is of a function that closes over the variables of the outer one: where perturbations
// of the two could be taken for one another, the answers would be wrong. Each has a closed form, and is run with forward
// and with reverse mode in every place.

import { describe, expect, test } from "vitest";
import { grad, jvp } from "zeroth";
import { expectClose } from "../test-support/expect-close.ts";

type Scalar = (x: number) => number;
type Derivative = (f: Scalar) => Scalar;

const forward: Derivative = (f) => (x) => jvp(f, [x], [1])[1];
const reverse: Derivative = (f) => grad(f);

/** `D` differentiates inside, `E` inside of that; the value is a function of `x`. */
interface Confusing {
  readonly name: string;
  readonly f: (D: Derivative, E: Derivative) => Scalar;
  readonly slope: Scalar;
  readonly second: Scalar;
}

const programs: readonly Confusing[] = [
  {
    name: "x · d/dy (x + y)",
    f: (D) => (x) => x * D((y) => x + y)(1),
    slope: () => 1,
    second: () => 0,
  },
  {
    name: "x · d/dy (x y)",
    f: (D) => (x) => x * D((y) => x * y)(2),
    slope: (x) => 2 * x,
    second: () => 2,
  },
  {
    name: "d/dy (x y²) at y = x",
    f: (D) => (x) => D((y) => x * y * y)(x),
    slope: (x) => 4 * x,
    second: () => 4,
  },
  {
    name: "d/dy d/dz (x y z²) at z = x y, at y = x",
    // d/dz = 2 x y z = 2 x² y² at z = x y; d/dy = 4 x² y = 4 x³
    f: (D, E) => (x) => D((y) => E((z) => x * y * z * z)(x * y))(x),
    slope: (x) => 12 * x * x,
    second: (x) => 24 * x,
  },
  {
    name: "the inner function writes a variable of the outer",
    f: (D) => (x) => {
      let sum = 0;
      const slope = D((y) => {
        sum += x * y;
        return x * y * y;
      })(2);
      return sum * slope;
    },
    slope: (x) => 16 * x,
    second: () => 16,
  },
  {
    name: "the inner function writes an array of the outer",
    f: (D) => (x) => {
      const a = [x];
      const slope = D((y) => {
        a[0] = (a[0] as number) * y;
        return a[0] * y;
      })(3);
      return (a[0] as number) * slope;
    },
    slope: (x) => 36 * x,
    second: () => 36,
  },
  {
    name: "the direction of the inner derivative moves too",
    f: () => (x) => jvp((y: number) => y * y * x, [x], [x * x])[1],
    slope: (x) => 8 * x ** 3,
    second: (x) => 24 * x * x,
  },
  {
    name: "gradient descent, by its rate",
    // w − 2 = (1 − 2 x)³ (1 − 2)
    f: (D) => (x) => {
      let w = 1;
      for (let i = 0; i < 3; i++) w -= x * D((v) => (v - 2) * (v - 2))(w);
      return w;
    },
    slope: (x) => 6 * (1 - 2 * x) ** 2,
    second: (x) => -24 * (1 - 2 * x),
  },
  {
    name: "d/dy sin x cos y at y = x²",
    f: (D) => (x) => D((y) => Math.sin(x) * Math.cos(y))(x * x),
    slope: (x) => -Math.cos(x) * Math.sin(x * x) - 2 * x * Math.sin(x) * Math.cos(x * x),
    second: (x) =>
      Math.sin(x) * Math.sin(x * x) -
      4 * x * Math.cos(x) * Math.cos(x * x) -
      2 * Math.sin(x) * Math.cos(x * x) +
      4 * x * x * Math.sin(x) * Math.sin(x * x),
  },
  {
    name: "a derivative that is kept and used twice",
    f: (D) => (x) => {
      const kept = { slope: D((y) => x * y * y) };
      return kept.slope(x) * kept.slope(5);
    },
    // 2 x² · 10 x
    slope: (x) => 60 * x * x,
    second: (x) => 120 * x,
  },
  {
    name: "the inner function takes a derivative of its own of the outer variable",
    f: (D, E) => (x) => x * D((y) => y * E((z) => x * z + y * z * z)(x))(2),
    // E = x + 2 y x; y E = x y + 2 x y²; D = x + 4 x y = 9 x
    slope: (x) => 18 * x,
    second: () => 18,
  },
  {
    name: "an operator mapped over functions",
    f: (D) => (x) =>
      [(y: number): number => x * y, (y: number): number => x * x * y * y].map(D).reduce((s, g) => s + g(x), 0),
    // x + 2 x³
    slope: (x) => 1 + 6 * x * x,
    second: (x) => 12 * x,
  },
];

const modes = { forward, reverse };
const names = ["forward", "reverse"] as const;

describe.each(programs)("$name", ({ f, slope, second }) => {
  for (const inner of names) {
    for (const middle of names) {
      for (const outer of names) {
        test(`${outer} over ${middle} over ${inner}`, () => {
          const g = f(modes[middle], modes[inner]);
          expectClose(modes[outer](g)(0.75), slope(0.75), 1e-13, "slope");
          expectClose(modes[outer](modes[middle](g))(0.75), second(0.75), 1e-12, "second derivative");
        });
      }
    }
  }
});

test("a derivative taken twice in one expression does not add to itself", () => {
  const d = (f: Scalar, x: number): number => jvp(f, [x], [1])[1];
  expect(d((x) => d((y) => x * y, x) + d((y) => x * y * y, 2), 3)).toBe(5);
});
