// Array literals with spread elements, sorts and searches in specialised code; arrays that start as literals and grow.

import { describe, expect, test } from "vitest";
import { grad, hvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectSameCallAfterCall } from "../test-support/call-after-call.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isSpecialised } from "../test-support/is-specialised.ts";

type Fn = (...args: never[]) => unknown;
type Call = (...args: unknown[]) => unknown;

const gradientOf = (f: Fn): Call => grad(f as never);

/** `x` has another length in each call. */
const vector = (call: number): readonly [number[]] => [
  Array.from({ length: 2 + (call % 4) }, (_, k) => Math.sin(call + 2 * k) + 0.1 * k),
];
const matrix = (call: number): readonly [number[][]] => [
  Array.from({ length: 2 + (call % 3) }, (_, i) => vector(call + i)[0].concat(1)),
];

interface Item {
  readonly name: string;
  readonly weight: number;
}
const items = (x: number[]): Item[] => x.map((weight, k) => ({ name: `item ${k % 3}`, weight }));
const squares = (x: readonly number[]): number => x.reduce((s, v, k) => s + (k + 1) * v * v, 0);
let compared = 0;

const ofVectors: Readonly<Record<string, (x: number[]) => number>> = {
  "a copy that is changed": (x) => {
    const y = [...x];
    for (let k = 0; k < y.length; k++) y[k]! *= x[0]!;
    return squares(y);
  },
  "elements before and behind": (x) => squares([x[0]! * 2, ...x, x[1]!, ...x.slice(1), 3]),
  "a list that grows in a loop": (x) => {
    let path: number[] = [];
    for (const v of x) path = [...path, v * (path.at(-1) ?? 1)];
    return squares(path);
  },
  "an array that later elements change": (x) => {
    const queue = [...x];
    const all = [...queue, queue.push(x[0]! * 3), ...queue.splice(0, 1), ...queue];
    return squares(all);
  },
  "an element that may not be there": (x) => squares([...x, ...(x[0]! > 0 ? [x[1]! ** 2] : []), 1]),
  records: (x) => {
    const all = [...items(x), { name: "last", weight: x[0]! ** 3 }];
    return all.reduce((s, { name, weight }) => s + name.length * weight * weight, 0);
  },
  "a sort by a comparison": (x) => squares([...x].sort((a, b) => b - a)),
  // oxlint-disable-next-line typescript/require-array-sort-compare
  "a sort without one": (x) => squares([...x].sort()),
  "a sort of records": (x) =>
    items(x)
      .sort((a, b) => a.weight - b.weight)
      .reduce((s, { weight }, k) => s + (k + 1) * weight ** 2, 0),
  "a sort by what is captured": (x) => {
    const order = x.map((_, k) => k).sort((i, j) => x[i]! - x[j]!);
    return order.reduce((s, k, i) => s + (i + 1) * x[k]! ** 2, 0);
  },
  "a sort by a comparison that writes": (x) => {
    const seen: number[] = [];
    const y = [...x].sort((a, b) => {
      seen.push(a * b);
      return a - b;
    });
    return squares(y) + squares(seen);
  },
  "a sort whose comparison throws": (x) =>
    squares(
      [...x].sort((a, b) => {
        if (a * b > 0.5) throw new RangeError("too large");
        return a - b;
      }),
    ),
  "a sort that others see": (x) =>
    squares(
      x.toSorted((a, b) => {
        compared++;
        return a - b;
      }),
    ),
  "a sort of what may not be there": (x) =>
    [...x, undefined, x[0]! * 2, undefined]
      .sort((a, b) => a! - b!)
      .reduce<number>((s, v, k) => s + (k + 1) * (v ?? 0.5) ** 2, 0),
  "a sort of a literal with a part that is not there": (x) => {
    const [a, b, c] = [x[1], undefined, x[0]].sort((p, q) => p! - q!);
    return 2 * a! ** 2 + b! ** 2 + (c === undefined ? 1 : 2);
  },
  searches: (x) => {
    const y = x.map((v) => Math.round(3 * v));
    const [at, last] = [y.indexOf(1), y.lastIndexOf(1)];
    return squares(x) * (y.includes(2) ? 2 : 1) + (x[at] ?? 0) ** 2 - (x[last] ?? 0.5) ** 3;
  },
  "a search before and after a store": (x) => {
    const y = [...x];
    const before = y.indexOf(y[1]!);
    y[0] = y[1]! * 1;
    return squares(y) * (1 + before) + y.indexOf(y[1]!) * x[0]! ** 2;
  },
  "a table that starts with one row": (x) => {
    const d: number[][] = [[0.5]];
    for (let i = 1; i <= x.length; i++) d.push([d[i - 1]![0]! + x[i - 1]!]);
    for (let j = 1; j <= x.length; j++) d[0]!.push(d[0]![j - 1]! * x[j - 1]!);
    for (let i = 1; i <= x.length; i++)
      for (let j = 1; j <= x.length; j++) d[i]!.push(Math.sin(d[i - 1]![j]! + d[i]![j - 1]! * d[i - 1]![j - 1]!));
    return d[x.length]![x.length]!;
  },
  "lists of neighbours": (x) => {
    const near: { node: number; weight: number }[][] = x.map(() => []);
    for (let i = 0; i + 1 < x.length; i++) {
      near[i]!.push({ node: i + 1, weight: x[i]! * x[i + 1]! });
      near[i + 1]!.push({ node: i, weight: x[i]! });
    }
    let sum = 0;
    for (const [i, list] of near.entries()) for (const { node, weight } of list) sum += weight * x[node]! * (i + 1);
    return sum;
  },
  "numbers in a text": (x) => x[0]! ** parseInt("12".slice(0, 1), 10) + x[1]! * parseFloat("2.5"),
  "the length of a vector": (x) => Math.hypot(x[0]!, x[1]!, 2) ** 2,
  "a typed array from others": (x) => squares([...Float64Array.from(x, (v) => v * v), ...new Float64Array(x)]),
};

const ofMatrices: Readonly<Record<string, (m: number[][]) => number>> = {
  "rows that are copied": (m) => {
    const a = m.map((row) => [...row]);
    for (let i = 1; i < a.length; i++) for (let j = 0; j < 2; j++) a[i]![j]! -= a[i - 1]![j]! * m[i]![0]!;
    return a.map(squares).reduce((s, v) => s + v);
  },
  "rows that are taken out": (m) => {
    let rest = m.map((row) => [...row]);
    let product = 1;
    while (rest.length > 0) {
      const [first] = rest.splice(rest.length - 1, 1);
      product *= squares(first!) + 1;
      rest = rest.map((row) => row.slice(0, 2).map((v, k) => v + first![k]! / 2));
    }
    return product;
  },
  "rows that are put in front": (m) => {
    const front: number[][] = [];
    let row = m;
    while (row.length > 0) {
      front.unshift(row[row.length - 1]!);
      const next: number[][] = [];
      for (let i = 1; i < row.length; i++) next.push(row[i]!.map((v, k) => 0.5 * (v + row[i - 1]![k]!)));
      row = next;
    }
    return front.map(squares).reduce((s, v) => s + v);
  },
  "rows that are sorted": (m) => squares([...m].sort((a, b) => a[0]! - b[0]!).map((row) => row[1]! * row[0]!)),
};

/** What only general code can run. */
const dynamic = new Set([
  "a sort of what may not be there",
  "a sort of a literal with a part that is not there",
  "a sort that others see",
  "an array that later elements change",
]);

describe.each([
  ["vectors", ofVectors as Readonly<Record<string, Fn>>, vector],
  ["matrices", ofMatrices as Readonly<Record<string, Fn>>, matrix],
] as const)("of %s", (_, functions, argsOf) => {
  test.each(Object.entries(functions))("%s", (name, f) => {
    // With the options of the gradient that is called below: its first call finds this code.
    const isTyped = isSpecialised(grad(f as never, { argnums: [0] }), ...argsOf(1));
    expect(isTyped || dynamic.has(name)).toBe(true);
    expectSameCallAfterCall(f, argsOf);
  });
});

test("holes, and elements of another kind, are noticed where an array is copied, sorted or searched", () => {
  const others: readonly (readonly unknown[])[] = [
    // oxlint-disable-next-line no-sparse-arrays
    [1, , 2],
    [1, undefined, 3],
    [NaN, -0, 0, Infinity],
    [1, "2", 3],
    [],
    [2],
  ];
  const names = [
    "a copy that is changed",
    "elements before and behind",
    "a sort without one",
    "searches",
    "a sort by a comparison",
  ];
  for (const name of names) {
    const f = ofVectors[name] as Fn;
    const [own, expected] = [gradientOf(f), general.grad(f as never)];
    for (let k = 0; k < 10; k++) own([1, 2, 3]);
    for (const x of others) {
      const [a, b] = [own, expected].map((g) => {
        try {
          return g([...x.keys()].length === x.length && 1 in x ? [...x] : x.slice());
        } catch (error) {
          return String(error);
        }
      });
      expectClose(a, b, 0, `${name} of [${String(x)}]`);
    }
  }
});

test("second derivatives through sorts and spreads", () => {
  const f = (x: number[]): number =>
    [...x, x[0]! * x[1]!].sort((a, b) => a - b).reduce((s, v, k) => s + (k + 1) * v ** 3, 0);
  const own = hvp(f);
  expect(isSpecialised(own as never, [1, 2], [1, 0])).toBe(true);
  for (const x of [
    [1, 2],
    [3, -1, 0.5],
  ])
    expect(own(x, x)).toEqual(general.hvp(f as never)(x, x));
});
