// A gradient has the structure that its argument had before the call, whatever the function does to rows and records in arrays.

import { describe, expect, test } from "vitest";
import { byGeneralCode } from "../host/code-modes.ts";
import { explain, grad, hessian, ready, vjp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";

type F = (...args: never[]) => unknown;
type Operator = (f: F) => (...args: unknown[]) => unknown;

const squares = (rows: readonly (readonly number[])[]): number =>
  rows.reduce((s, row) => s + row.reduce((t, x) => t + x * x, 0), 0);
const rows = (): number[][] => [
  [1, 2],
  [3, 4, 5],
];

interface Body {
  at: { x: number; w: number[] };
  m: number;
}
const bodies = (): Body[] => [
  { at: { x: 1, w: [2] }, m: 3 },
  { at: { x: 4, w: [5, 6] }, m: 7 },
];
const energy = (bs: readonly Body[]): number =>
  bs.reduce((s, { at: { x, w }, m }) => s + x * m * w.reduce((t, v) => t + v * v, 0), 0);

const changes: Readonly<Record<string, (a: number[][]) => void>> = {
  "adds to a row": (a) => a[0]!.push(7),
  "lengthens a row": (a) => (a[0]![2] = 3),
  "takes from a row": (a) => a[1]!.pop(),
  "adds a row": (a) => a.push([1]),
  "takes a row away": (a) => a.pop(),
  "puts another row in place": (a) => (a[1] = [1]),
  "changes rows in place": (a) => {
    [a[0], a[1]] = [a[1]!, a[0]!];
  },
};

describe("a function that", () => {
  test.each(Object.entries(changes))("%s", (_, change) => {
    const f = (a: number[][]): number => {
      const s = squares(a);
      change(a);
      return s * (a[0]?.[0] ?? 1);
    };
    const [own, expected] = [grad as unknown as Operator, general.grad as unknown as Operator].map((by) => by(f));
    for (let k = 0; k < 3; k++) {
      const [one, other] = [rows(), rows()];
      expect(own!(one)).toEqual(expected!(other));
      expect(one).toEqual(other);
    }
  });

  test("writes numbers into rows runs specialised code", () => {
    const f = (a: number[][]): number => {
      for (const row of a) row[0]! *= row[1]!;
      return squares(a);
    };
    expect(isAnswered(grad(f), rows())).toBe(true);
    expect(grad(f)(rows())).toEqual((general.grad as unknown as Operator)(f)(rows()));
  });

  test.each<[string, (bs: Body[]) => void]>([
    ["replaces a record in a record", (bs) => (bs[0]!.at = { x: 9, w: [1, 2, 3] })],
    ["replaces an array in a record", (bs) => (bs[0]!.at.w = [1])],
    ["adds to an array in a record", (bs) => bs[1]!.at.w.push(1)],
    ["changes the order of records", (bs) => bs.reverse()],
    ["writes numbers into records", (bs) => (bs[0]!.at.x = 5)],
  ])("%s", (_, change) => {
    const f = (bs: Body[]): number => {
      const s = energy(bs);
      change(bs);
      return s + energy(bs);
    };
    const [own, expected] = [grad as unknown as Operator, general.grad as unknown as Operator].map((by) => by(f));
    for (let k = 0; k < 3; k++) expect(own!(bodies())).toEqual(expected!(bodies()));
  });
});

test("the same for inner derivatives, of rows that the function made", () => {
  const f = (x: number): number => {
    const made = rows().map((row) => row.map((y) => x * y));
    const inner = (a: number[][]): number => {
      const s = squares(a);
      const [first] = a;
      a[0] = a[1]!;
      a[1] = first!;
      a[1].push(s);
      return s * a[0][0]!;
    };
    return squares(grad(inner)(made)) + made[1]!.length;
  };
  const expected = (general.grad as unknown as Operator)(f)(1.5);
  for (let k = 0; k < 3; k++) expect(grad(f)(1.5)).toEqual(expected);
});

test.each<[string, (a: number[][]) => number]>([
  [
    "adds to a row and takes that away",
    (a) => {
      a[0]!.push(9);
      const s = squares(a);
      a[0]!.pop();
      return s;
    },
  ],
  [
    "takes from a row and adds to it",
    (a) => {
      const x = a[1]!.pop()!;
      const s = squares(a) * x;
      a[1]!.push(9);
      return s;
    },
  ],
  [
    "exchanges rows and puts them back",
    (a) => {
      a.reverse();
      const s = squares(a) * a[0]![0]!;
      a.reverse();
      return s;
    },
  ],
])("a pullback of a function that %s", async (_, f) => {
  await (ready as F)(...([vjp, f, rows()] as never[]));
  for (let k = 0; k < 2; k++) {
    const [[value, pullback], [expected, generally]] = [vjp, general.vjp].map((by) =>
      (by as unknown as (f: F, a: number[][]) => [unknown, F])(f, rows()),
    ) as [[unknown, F], [unknown, F]];
    expect(value).toEqual(expected);
    if (k === 0) await (ready as F)(...([pullback, 2] as never[]));
    expect(pullback(...([2] as never[]))).toEqual(generally(...([2] as never[])));
  }
});

test("what is written to rows after a call does not change the structure of its cotangents", () => {
  for (const operator of [vjp, general.vjp] as unknown as ((f: F, a: number[][]) => [unknown, F])[]) {
    for (let k = 0; k < 3; k++) {
      const a = rows();
      const [, pullback] = operator(squares, a);
      for (const change of Object.values(changes)) change(a);
      expect(pullback(...([1] as never[]))).toEqual([rows().map((row) => row.map((x) => 2 * x))]);
    }
  }
});

test("Hessians over records with arrays of arrays", () => {
  const f = ({ rows, shift: [a, b] }: { rows: number[][]; shift: [number, number] }): number => {
    let s = 0;
    for (const row of rows) for (const x of row) s += Math.sin(a * x + s) * b;
    return s;
  };
  const hessianOf = hessian(f) as unknown as (x: unknown) => unknown;
  for (const rows of [[[1, 2], [3]], [[0.5], [2, 4, 8]], []]) {
    const x = { rows, shift: [0.7, 2] };
    expect(hessianOf(x)).toEqual(byGeneralCode(() => hessianOf(x)));
    expect(explain(hessianOf as never, x)).toContain("Specialised code runs");
  }
});

test("a Hessian with respect to records in arrays has the columns of each number", async () => {
  const f = (bs: readonly { r: number; a: number }[]): number => bs[0]!.r * bs[1]!.a + bs[1]!.r ** 3;
  const records = [
    { r: 2, a: 3 },
    { r: 5, a: 7 },
  ];
  const matrix = (hessian as unknown as Operator)(f);
  const zeros = [
    { r: 0, a: 0 },
    { r: 0, a: 0 },
  ];
  await ready(matrix as never, records as never);
  expect(matrix(records)).toEqual([
    { r: [zeros[0], { r: 0, a: 1 }], a: zeros },
    { r: [zeros[0], { r: 30, a: 0 }], a: [{ r: 1, a: 0 }, zeros[1]] },
  ]);
});
