// Spreads, destructuring, and natives that iterate.

import { conformance } from "./conform.ts";
import { Polynomial, powers, Range } from "./iterables.ts";
import { polynomial, scalar, squares, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

const spread = [
  scalar(
    "the matches of a text",
    (x) => {
      let y = 0;
      for (const [, digit] of "a1b2".matchAll(/[a-z](\d)/g)) y += Number(digit) * x * x;
      return y;
    },
    1.5,
    polynomial(0, 0, 3),
  ),
  scalar(
    "spread of the matches of a text",
    (x) => [..."a1b2".matchAll(/\d/g)].reduce((y, m) => y + m.index * x, 0),
    1.5,
    polynomial(0, 4),
  ),
  scalar(
    "an iterator of a map as a value",
    (x) => {
      const iterator = new Map([["a", x]]).values();
      return iterator.next().value! * x;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar("spread of a set", (x) => [...new Set([x, 2 * x, x])].reduce((a, b) => a * b), 1.5, polynomial(0, 0, 2)),
  scalar(
    "spread of a map's values",
    (x) =>
      Math.max(
        ...new Map([
          ["a", x],
          ["b", x * x],
        ]).values(),
      ),
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "spread of an instance",
    (x) => [0, ...new Range(1, 4), x].reduce((a, b) => a + b * x),
    1.5,
    polynomial(0, 6, 1),
  ),
  scalar(
    "spread among arguments of an iterable",
    (x) =>
      ((a: number, b: number, c: number) => a * b + c)(...([...new Set([x, x + 1, 3])] as [number, number, number])),
    1.5,
    polynomial(3, 1, 1),
  ),
  scalar(
    "Array.from of an iterable",
    (x) => Array.from(new Range(0, 3), (k) => k * x * x).reduce((a, b) => a + b),
    1.5,
    polynomial(0, 0, 3),
  ),
  scalar(
    "Array.from of a map",
    (x) => Array.from(new Map([[2, x]]), ([k, v]) => k * v * x)[0]!,
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar("new Set of a text", (x) => new Set("hello").size * x, 1.5, polynomial(0, 4)),
  scalar("new Map of an iterable", (x) => new Map(new Polynomial(5, x, 3)).get(x)! * x, 1.5, polynomial(0, 1)),
  scalar(
    "Object.fromEntries of a map",
    (x) => Object.fromEntries(new Map([["k", x * x]]))["k"]!,
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "spread in the middle",
    (x) => {
      const rows = [[x], [2, x]];
      return [1, ...rows.flat(), ...[x * x]].reduce((y, v, i) => y + i * v, 0);
    },
    1.5,
    polynomial(4, 4, 4),
  ),
];

const taken = [
  scalar(
    "destructuring a set",
    (x) => {
      const [a = 0, b = 0, c = 7] = new Set([x, x * x]);
      return a * b + c;
    },
    1.5,
    polynomial(7, 0, 0, 1),
  ),
  scalar(
    "destructuring a map",
    (x) => {
      const [[k, v] = ["", 0]] = new Map([["abc", x]]);
      return k.length * v * x;
    },
    1.5,
    polynomial(0, 0, 3),
  ),
  scalar(
    "destructuring a text",
    (x) => {
      const [a, , c = "9"] = "12";
      return Number(a) * x + Number(c) * x * x;
    },
    1.5,
    polynomial(0, 1, 9),
  ),
  scalar(
    "destructuring stops early",
    (x) => {
      const all = powers(x);
      const [a = 0, b = 0] = all;
      return a * b * all.closed + all.given;
    },
    1.5,
    polynomial(2, 0, 0, 1),
  ),
  scalar(
    "rest of an iterable",
    (x) => {
      const [, ...rest] = new Range(1, 5);
      return rest.reduce((y, k) => y + k * x, 0) * rest.length;
    },
    1.5,
    polynomial(0, 27),
  ),
  scalar(
    "destructuring parameters",
    (x) => {
      const f = ([a, b]: Iterable<number> & [number, number]): number => a * b;
      return f(new Set([x, 3]) as unknown as Iterable<number> & [number, number]) * x;
    },
    1.5,
    polynomial(0, 0, 3),
  ),
  vector(
    "two arrays in step",
    (x) => {
      const zip = (a: number[], b: number[]): [number, number][] => a.map((v, i) => [v, b[i]!]);
      let y = 0;
      for (const [a, b] of zip(x, x.toReversed())) y += a * b;
      return y;
    },
    x3,
    (x) => ({
      value: 2 * x[0]! * x[2]! + x[1]! ** 2,
      gradient: [2 * x[2]!, 2 * x[1]!, 2 * x[0]!],
      hessian: [
        [0, 0, 2],
        [0, 2, 0],
        [2, 0, 0],
      ],
    }),
  ),
  vector(
    "swap by patterns in a loop",
    (x) => {
      for (let i = 0, j = x.length - 1; i < j; i++, j--) [x[i], x[j]] = [x[j]!, x[i]!];
      return x.reduce((y, v, i) => y + (i + 1) * v * v, 0);
    },
    x3,
    squares([3, 2, 1]),
  ),
];

conformance("spreads and patterns", [...spread, ...taken]);
