// Options are asked for while code is specialised: nothing of it is left in the code that runs.

import { expect, test } from "vitest";
import { explain, grad, hessian, jacfwd } from "zeroth";

const f = (x: number, y: number): number => x * x * y * y * y;

test("options of operators in differentiated code leave nothing behind", () => {
  const one = grad((y: number) => grad(f, { argnums: 1 })(2, y));
  const both = grad((y: number) => grad(f, { argnums: [0, 1], hasAux: false })(2, y)[1]);
  const given = grad((y: number, options: { argnums: 1 }) => grad(f, options)(2, y));
  for (let y = 1; y <= 40; y++) {
    expect(one(y)).toBe(24 * y);
    expect(both(y)).toBe(24 * y);
    expect(given(y, { argnums: 1 })).toBe(24 * y);
  }
  for (const text of [explain(one, 2), explain(both, 2)]) {
    expect(text).toContain("Not known before it runs: nothing.");
  }
  for (const text of [explain.code(one, 2), explain.code(both, 2)]) {
    expect(text).not.toContain("argnums");
  }
});

type List = (xs: number[]) => unknown;
const xs = Array.from({ length: 12 }, (_, i) => i + 1);
const slopes = xs.map((x) => 3 * x * x);
const matrix = xs.map((x, i) => xs.map((_, j) => (i === j ? 6 * x : 0)));
// Functions of two codes: what was found for one would serve the other.
const cubes = (ys: number[]): number => ys.reduce((s, y) => s + y ** 3, 0);
const others = (ys: number[]): number => ys.reduce((s, y) => s + y * y * y, 0);

test.each<[string, readonly (readonly [List, unknown])[]]>([
  [
    "a Jacobian has found for a function is not for its Hessian",
    [
      [jacfwd(cubes), slopes],
      [hessian(cubes), matrix],
    ],
  ],
  [
    "a Hessian has found for a function is not for its Jacobian",
    [
      [hessian(others), matrix],
      [jacfwd(others), slopes],
    ],
  ],
])("what %s", (_, calls) => {
  for (let k = 0; k < 3; k++) for (const [f, expected] of calls) expect(f(xs)).toEqual(expected);
});
