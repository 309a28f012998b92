// The methods of arrays that change it; elements, holes and lengths that are assigned.

import { conformance } from "./conform.ts";
import { linear, product, slopes, squares, vector } from "./program.ts";

/** Σ (i + 1) xᵢ²: it tells which number is at which place. */
const score = (xs: readonly number[]): number => xs.reduce((total, v, i) => total + (i + 1) * v * v, 0);

const x3 = [1.5, -0.5, 2];

const x4 = [1.5, -0.5, 2, 0.75];

const writers = [
  vector("copyWithin", (x) => score(x.copyWithin(0, 1, 3)), x3, squares([0, 1, 5])),
  vector("copyWithin at a negative place", (x) => score(x.copyWithin(-1, 0)), x3, squares([4, 2, 0])),
  vector("fill with a value", (x) => score(x.fill(x[2]!, 0, 2)), x3, squares([0, 0, 6])),
  vector("fill all of an array that is made", (x) => score(new Array<number>(4).fill(x[0]!)), x3, squares([10, 0, 0])),
  vector(
    "pop",
    (x) => x.pop()! ** 2 + x.length * x[0]!,
    x3,
    slopes(
      (v, i) => [2, 0, 2 * v][i]!,
      (_, i) => [0, 0, 2][i]!,
    ),
  ),
  vector(
    "pop until it is empty",
    (x) => {
      let total = 0;
      while (x.length > 0) total = total / 2 + x.pop()!;
      return total * total + (x.pop() ?? 0);
    },
    x3,
    product([1, 0.5, 0.25], [1, 0.5, 0.25]),
  ),
  vector(
    "push",
    (x) => {
      const length = x.push(x[0]! * 2, 3);
      return score(x) * length;
    },
    x3,
    squares([85, 10, 15], 225),
  ),
  vector(
    "push in a loop",
    (x) => {
      const partial: number[] = [];
      for (const v of x) partial.push((partial.at(-1) ?? 0) + v);
      return partial[1]! * partial[2]!;
    },
    x3,
    product([1, 1, 0], [1, 1, 1]),
  ),
  vector("reverse", (x) => score(x.reverse()), x3, squares([3, 2, 1])),
  vector("shift", (x) => x.shift()! ** 2 + score(x), x3, squares([1, 1, 2])),
  vector("sort numbers", (x) => score(x.sort((a, b) => b - a)), x3, squares([2, 3, 1])),
  vector("sort as text", (x) => score([10, 9, 1].map((k) => k * x[0]!).sort()), x3, squares([463, 0, 0])),
  vector(
    "sort records by a key",
    (x) => {
      const people = [
        { age: 30, w: x[0]! },
        { age: 20, w: x[1]! },
        { age: 25, w: x[2]! },
      ];
      people.sort((a, b) => a.age - b.age);
      return score(people.map(({ w }) => w));
    },
    x3,
    squares([3, 1, 2]),
  ),
  vector(
    "sort is stable",
    (x) => {
      const items = x.map((v, i) => ({ v, key: i % 2 }));
      return score(items.sort((a, b) => a.key - b.key).map(({ v }) => v));
    },
    x4,
    squares([1, 3, 2, 4]),
  ),
  vector(
    "splice out",
    (x) => {
      const [gone] = x.splice(0, 2);
      return gone! ** 2 + score(x);
    },
    x3,
    squares([1, 0, 1]),
  ),
  vector(
    "splice in",
    (x) => {
      x.splice(1, 0, x[2]!, 5);
      return score(x);
    },
    x3,
    squares([1, 4, 7], 75),
  ),
  vector("unshift", (x) => x.unshift(x[1]! * 3) + score(x), x3, squares([2, 12, 4], 4)),
  vector(
    "a queue",
    (x) => {
      const queue = [...x];
      let total = 0;
      for (let k = 0; k < 5; k++) {
        const first = queue.shift()!;
        total += k * first;
        queue.push(first / 2);
      }
      return total;
    },
    x3,
    linear([1.5, 3, 2]),
  ),
  vector(
    "a stack of pairs",
    (x) => {
      const stack: (readonly [number, number])[] = [[0, 1]];
      let total = 0;
      while (stack.length > 0) {
        const [k, w] = stack.pop()!;
        if (k >= x.length) continue;
        total += w * x[k]! ** 2;
        stack.push([k + 1, w * 2], [k + 2, w * 3]);
      }
      return total;
    },
    x3,
    squares([1, 2, 7]),
  ),
];

const shapes = [
  vector(
    "length is assigned",
    (x) => {
      x.length = 2;
      return score(x);
    },
    x3,
    squares([1, 2, 0]),
  ),
  vector(
    "length grows, which makes holes",
    (x) => {
      x.length = 5;
      return x.reduce((s, v) => s + v * v, 0) + (x[4] ?? 1) + x.length;
    },
    x3,
    squares([1, 1, 1], 6),
  ),
  vector(
    "length 0 empties",
    (x) => {
      const [first] = x;
      x.length = 0;
      x.push(first!);
      return score(x);
    },
    x3,
    squares([1, 0, 0]),
  ),
  vector(
    "an element beyond the end",
    (x) => {
      x[5] = x[0]! * 2;
      let seen = 0;
      x.forEach((v) => {
        seen += v * v;
      });
      return seen * x.length;
    },
    x3,
    squares([30, 6, 6]),
  ),
  vector(
    "holes in a literal",
    (x) => {
      const xs = [x[0]!, , x[1]!];
      let total = 0;
      for (const v of xs) total += v === undefined ? 10 : v * v;
      return total + xs.filter(() => true).length;
    },
    x3,
    squares([1, 1, 0], 12),
  ),
  vector(
    "holes and methods",
    (x) => {
      const xs: number[] = new Array<number>(4);
      xs[1] = x[0]!;
      xs[3] = x[1]!;
      return xs.map((v) => v * v).reduce((a, b, i) => a + i * b) + (1 in xs ? 1 : 0) + (2 in xs ? 10 : 0);
    },
    x3,
    squares([1, 3, 0], 1),
  ),
  vector(
    "an element is deleted",
    (x) => {
      delete x[1];
      return x.reduce((s, v, i) => s + i * v * v, 0) + (x[1] ?? 4);
    },
    x3,
    squares([0, 0, 2], 4),
  ),
  vector(
    "rows of a matrix",
    (x) => {
      const m = [0, 1].map((i) => x.map((v) => v * (i + 1)));
      m[1]![2]! += m[0]![0]!;
      return m[1]![2]! * m[0]![1]!;
    },
    x3,
    product([1, 0, 2], [0, 1, 0]),
  ),
  vector(
    "rows that are one array",
    (x) => {
      const m = Array.from({ length: 2 }, () => x);
      m[0]![0] = x[1]! * 2;
      return m[1]![0]! * x[2]!;
    },
    x3,
    product([0, 2, 0], [0, 0, 1]),
  ),
  vector(
    "a transposed matrix",
    (x) => {
      const m = [
        [x[0]!, x[1]!],
        [x[2]!, 3],
      ];
      const t = m[0]!.map((_, j) => m.map((row) => row[j]!));
      return t[0]![1]! * t[1]![0]! + t[1]![1]!;
    },
    x3,
    (x) => ({ ...product([0, 0, 1], [0, 1, 0])(x), value: x[1]! * x[2]! + 3 }),
  ),
  vector(
    "named properties of an array",
    (x) => {
      const xs = [x[0]!] as number[] & { weight?: number };
      xs.weight = x[1]! * 2;
      return xs.weight * xs[0]! * xs.length;
    },
    x3,
    product([2, 0, 0], [0, 1, 0]),
  ),
  vector(
    "an array written by a function that gets it",
    (x) => {
      const swap = (xs: number[], i: number, j: number): void => {
        [xs[i], xs[j]] = [xs[j]!, xs[i]!];
      };
      swap(x, 0, 2);
      return score(x);
    },
    x3,
    squares([3, 2, 1]),
  ),
  vector(
    "compound assignment of elements",
    (x) => {
      x[0]! *= x[1]!;
      x[2]! -= 1;
      x[1]! **= 2;
      return x[0]! + x[2]! + x[1]!;
    },
    x3,
    (x) => ({
      gradient: [x[1]!, x[0]! + 2 * x[1]!, 1],
      hessian: [
        [0, 1, 0],
        [1, 2, 0],
        [0, 0, 0],
      ],
    }),
  ),
  vector(
    "an index with effects is read once",
    (x) => {
      let k = 0;
      x[k++]! += x[2]!;
      return x[0]! * x[0]! * k;
    },
    x3,
    product([1, 0, 1], [1, 0, 1]),
  ),
  vector(
    "elements by text and by fraction",
    (x) => {
      const xs = x as unknown as Record<string, number | undefined>;
      return xs["1"]! ** 2 + (xs["0.5"] ?? 2) + (xs["-1"] ?? 3);
    },
    x3,
    squares([0, 1, 0], 5),
  ),
];

conformance("changes of arrays", [...writers, ...shapes]);
