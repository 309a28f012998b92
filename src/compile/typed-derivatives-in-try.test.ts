// Derivatives that are taken where errors are values: in `try` statements, and in loops over what may be a generator, as all are in a
// module that has one. Where the function throws nothing, its derivative is typed code; where it may throw, the error is caught.

import { describe, test } from "vitest";
import { derivative, grad, hessian, hvp, jacobian, jvp, valueAndGrad, vjp } from "zeroth";
import { expectTypedAnswers, givenNumbers } from "../test-support/typed-answers.ts";
import { expectClose } from "../test-support/expect-close.ts";

type Numbers = readonly number[];
interface Weights {
  readonly a: number;
  readonly b: number;
}

const weights: Weights[] = [
  { a: 1, b: 0 },
  { a: 0.5, b: 0.1 },
];
function* chosen(xs: Numbers): Generator<number> {
  for (const x of xs) if (x > 1) yield x;
}
const decayed = (xs: Numbers, { a, b }: Weights): number => {
  let y = xs[0]!;
  for (const x of xs) y += 0.05 * a * Math.sin(y) - b * x * x * 0.3;
  return y;
};
const cubes =
  (xs: Numbers) =>
  (ys: number[]): number =>
    ys.reduce((sum, y) => sum + xs[0]! * y ** 3, 0) * xs[1]!;
const ofSmall = (xs: Numbers, y: number): number => {
  if (y > 2) throw new RangeError("too large");
  return xs[0]! * y * y + xs[1]! * y;
};

const typed: Readonly<Record<string, (xs: Numbers) => number>> = {
  "tangents along records of a module": (xs) => {
    let sum = 0;
    for (const along of weights) sum += jvp((w: Weights) => decayed(xs, w), [{ a: 0.3, b: 0.2 }], [along])[1] ** 2;
    return sum;
  },
  "gradients by records": (xs) => {
    let sum = 0;
    for (const at of weights) {
      const [value, { a, b }] = valueAndGrad((w: Weights) => decayed(xs, w))(at);
      sum += value * b + a;
    }
    return sum;
  },
  "gradients by numbers that a generator gives": (xs) => {
    let sum = 0;
    for (const x of chosen(xs)) sum += grad((y: number) => xs[0]! * y ** 3 + xs[1]! * y)(x);
    return sum;
  },
  "products and Hessians": (xs) => {
    let sum = 0;
    for (const x of xs) sum += hvp(cubes(xs))([x, 1], [1, 2])[0]! + hessian(cubes(xs))([x, 1])[0]![0]!;
    return sum;
  },
  Jacobians: (xs) => {
    let sum = 0;
    for (const x of xs) sum += jacobian((ys: number[]) => ys.map((y) => xs[0]! * y * y))([x, 1])[0]![0]!;
    return sum;
  },
  pullbacks: (xs) => {
    let sum = 0;
    for (const x of xs) {
      const [value, back] = vjp((y: number) => xs[0]! * y * y, x);
      sum += value * back(xs[1]!)[0];
    }
    return sum;
  },
  "a second derivative": (xs) => {
    let sum = 0;
    for (const x of xs) sum += derivative((y: number) => xs[0]! * y ** 4, 2)(x);
    return sum;
  },
  "the gradient of a recursion": (xs) => {
    const iterated = (n: number, y: number): number => (n === 0 ? y : xs[0]! * Math.sin(iterated(n - 1, y)));
    let sum = 0;
    for (const x of xs) sum += grad((y: number) => iterated(3, y))(x);
    return sum;
  },
  "gradients in gradients": (xs) => {
    let sum = 0;
    const outer = (y: number): number => {
      let inner = 0;
      for (const { a } of weights) inner += a * grad((z: number) => xs[0]! * z ** 3 * y)(y);
      return inner;
    };
    for (const x of xs) sum += grad(outer)(x);
    return sum;
  },
  "calls with the elements of arrays": (xs) => {
    const scaled = (by: number, ...ys: number[]): number => ys.reduce((sum, y) => sum + by * y * y, 0);
    const first = (a: number, b: number): number => a * b;
    try {
      const longest = Math.hypot(...xs) + Math.max(...xs.map((x) => x * x)) + scaled(0.5, ...xs);
      return (
        longest * grad((y: number) => y ** 3 * Math.hypot(...xs))(xs[0]!) +
        first(...([xs[0], xs[1]] as [number, number]))
      );
    } catch {
      return 0;
    }
  },
  "a gradient in a try statement": (xs) => {
    try {
      return grad((y: number) => xs[0]! * y ** 3)(xs[1]!);
    } catch {
      return 0;
    }
  },
};

describe("derivatives where errors are values", () => {
  test.each(Object.entries(typed))("%s", async (_, f) => {
    await expectTypedAnswers(f);
  });
});

test("what the function throws is caught, in whatever call", () => {
  const f = (xs: Numbers): number => {
    let sum = 0;
    for (const x of xs) {
      try {
        sum += grad((y: number) => ofSmall(xs, y))(x) * xs[0]!;
      } catch (error) {
        sum += (error as RangeError).message.length * x ** 2;
      }
    }
    return sum;
  };
  const [p, q] = givenNumbers as readonly [number, number, number];
  // Of the first two numbers, p·(2·p·x + q); of the third, 9·x².
  const expected = [6 * p * p + q + (4 * p * q + q), p + (2 * p * p + p), 18 * 2.4];
  for (let call = 0; call < 40; call++) expectClose(grad(f)([p, q, 2.4]), expected, 1e-12, "gradient");
});
