// An inner derivative of rows that the function has put into one another by then: what was checked when it was called may not hold.

import { expect, test } from "vitest";
import { grad, jvp, ready } from "../index.ts";
import * as general from "../prelude/derivatives.ts";

type F = (...args: never[]) => unknown;
type Operator = (f: F) => (...args: unknown[]) => unknown;

const cubes = (a: readonly (readonly number[])[]): number => {
  let s = 0;
  for (const row of a) for (const x of row) s += x ** 3;
  return s;
};

test("an inner derivative where rows are one array by then, or another argument", async () => {
  const another = (a: number[][]): number => {
    const row = a[0]!;
    a[0] = a[1]!;
    const d = grad(cubes)(a);
    a[0] = row;
    return cubes(d);
  };
  const twice = (a: number[][]): number => {
    a.push(a[1]!);
    const [, d] = jvp(cubes, [a], [
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ] as never);
    a.pop();
    return d;
  };
  const captured = (a: number[][], p: number[]): number => {
    const row = a[0]!;
    a[0] = p;
    const d = grad((b: number[][]) => cubes(b) * p[0]!)(a);
    a[0] = row;
    return cubes(d);
  };
  const again = (a: number[][], p: number[]): number => {
    const row = a[0]!;
    let s = 0;
    for (let i = 0; i < p.length; i++) {
      // Nothing has been written yet, in the first round.
      s += cubes(grad(cubes)(a)) * p[i]!;
      a[0] = a[1]!;
    }
    a[0] = row;
    return s;
  };
  const given = (): unknown[] => [
    [
      [0.5, 0.7],
      [0.3, 0.9],
    ],
    [0.4, 0.6],
  ];
  const of = (by: unknown): Operator => by as Operator;
  for (const f of [another, twice, captured, again]) {
    await (ready as F)(...([of(grad)(f), ...given()] as never[]));
    for (let k = 0; k < 2; k++) expect(of(grad)(f)(...given())).toEqual(of(general.grad)(f)(...given()));
  }
});
