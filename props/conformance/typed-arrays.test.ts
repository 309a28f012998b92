// Every method of typed arrays; views, kinds of numbers.

import { conformance } from "./conform.ts";
import { linear, product, slopes, squares, vector } from "./program.ts";

const score = (xs: ArrayLike<number>): number => {
  let total = 0;
  for (let i = 0; i < xs.length; i++) total += (i + 1) * xs[i]! * xs[i]!;
  return total;
};

const x3 = [1.5, -0.5, 2];

const of = (x: readonly number[]): Float64Array => Float64Array.from(x);

const methods = [
  vector("at", (x) => of(x).at(-1)! * of(x).at(0)!, x3, product([1, 0, 0], [0, 0, 1])),
  vector("copyWithin", (x) => score(of(x).copyWithin(0, 1)), x3, squares([0, 1, 5])),
  vector(
    "entries",
    (x) => {
      let s = 0;
      for (const [i, v] of of(x).entries()) s += i * v * v;
      return s;
    },
    x3,
    squares([0, 1, 2]),
  ),
  vector("every", (x) => (of(x).every((v) => v > -1) ? x[0]! ** 2 : 1), x3, squares([1, 0, 0])),
  vector("fill", (x) => score(new Float64Array(3).fill(x[0]!, 1)), x3, squares([5, 0, 0])),
  vector("filter", (x) => score(of(x).filter((v) => v > 0)), x3, squares([1, 0, 2])),
  vector("find", (x) => of(x).find((v) => v < 0)! ** 2, x3, squares([0, 1, 0])),
  vector("findIndex", (x) => of(x).findIndex((v) => v < 0) * x[0]! ** 2, x3, squares([1, 0, 0])),
  vector("findLast", (x) => of(x).findLast((v) => v < 1.9)! ** 2, x3, squares([0, 1, 0])),
  vector("findLastIndex", (x) => of(x).findLastIndex((v) => v > 1.9) * x[0]! ** 2, x3, squares([2, 0, 0])),
  vector(
    "forEach",
    (x) => {
      let total = 0;
      of(x).forEach((v, i) => {
        total += i * v * v;
      });
      return total;
    },
    x3,
    squares([0, 1, 2]),
  ),
  vector("includes", (x) => (of(x).includes(2) ? x[1]! ** 2 : 0), x3, squares([0, 1, 0])),
  vector(
    "indexOf and lastIndexOf",
    (x) => (of(x).indexOf(2) + of(x).lastIndexOf(1.5)) * x[1]! ** 2,
    x3,
    squares([0, 2, 0]),
  ),
  vector("join", (x) => x[0]! ** 2 * of(x).join().length, x3, squares([10, 0, 0])),
  vector(
    "keys",
    (x) => {
      let s = 0;
      for (const k of of(x).keys()) s += k * x[k]! ** 2;
      return s;
    },
    x3,
    squares([0, 1, 2]),
  ),
  vector("map", (x) => score(of(x).map((v, i) => v * (i + 1))), x3, squares([1, 8, 27])),
  vector("reduce", (x) => of(x).reduce((a, v) => a / 2 + v, 0) ** 2, x3, product([0.25, 0.5, 1], [0.25, 0.5, 1])),
  vector(
    "reduce without an initial value",
    (x) => of(x).reduce((a, v) => a * 2 + v) ** 2,
    x3,
    product([4, 2, 1], [4, 2, 1]),
  ),
  vector(
    "reduceRight",
    (x) => of(x).reduceRight((a, v) => a / 2 + v, 0) ** 2,
    x3,
    product([1, 0.5, 0.25], [1, 0.5, 0.25]),
  ),
  vector("reverse", (x) => score(of(x).reverse()), x3, squares([3, 2, 1])),
  vector(
    "set",
    (x) => {
      const xs = new Float64Array(4);
      xs.set(x, 1);
      xs.set([x[2]! * 2]);
      return score(xs);
    },
    x3,
    squares([2, 3, 8]),
  ),
  vector(
    "slice copies",
    (x) => {
      const xs = of(x);
      const copy = xs.slice(1);
      xs[1] = 9;
      return score(copy);
    },
    x3,
    squares([0, 1, 2]),
  ),
  vector("some", (x) => (of(x).some((v) => v < 0) ? x[1]! ** 2 : 0), x3, squares([0, 1, 0])),
  vector("sort without a comparison", (x) => score(of(x).sort()), x3, squares([2, 1, 3])),
  vector("sort with a comparison", (x) => score(of(x).sort((a, b) => b - a)), x3, squares([2, 3, 1])),
  vector(
    "subarray shares",
    (x) => {
      const xs = of(x);
      xs.subarray(1)[0] = x[0]! * 2;
      return score(xs);
    },
    x3,
    squares([9, 0, 3]),
  ),
  vector("toReversed", (x) => score(of(x).toReversed()), x3, squares([3, 2, 1])),
  vector("toSorted", (x) => score(of(x).toSorted()) + of(x).toSorted((a, b) => b - a)[0]! ** 2, x3, squares([2, 1, 4])),
  vector("toString", (x) => x[0]! ** 2 * of(x).toString().length, x3, squares([10, 0, 0])),
  vector("values", (x) => [...of(x).values()].reduce((s, v) => s + v * v, 0), x3, squares([1, 1, 1])),
  vector("with", (x) => score(of(x).with(0, x[1]!)), x3, squares([0, 3, 3])),
];

const kinds = [
  vector("from with a function", (x) => score(Float64Array.from(x, (v) => 2 * v)), x3, squares([4, 8, 12])),
  vector(
    "from an array-like",
    (x) => score(Float64Array.from({ length: 2, 0: x[1]!, 1: x[0]! })),
    x3,
    squares([2, 1, 0]),
  ),
  vector("of", (x) => score(Float64Array.of(x[2]!, x[0]!)), x3, squares([2, 0, 1])),
  vector("made of an array", (x) => score(new Float64Array(x)), x3, squares([1, 2, 3])),
  vector(
    "made of another typed array is a copy",
    (x) => {
      const xs = of(x);
      const copy = new Float64Array(xs);
      copy[0] = 0;
      return xs[0]! ** 2 + score(copy);
    },
    x3,
    squares([1, 2, 3]),
  ),
  vector(
    "views of one buffer",
    (x) => {
      const buffer = new ArrayBuffer(24);
      const all = new Float64Array(buffer);
      const tail = new Float64Array(buffer, 8, 2);
      all.set(x);
      tail[0] = x[2]! * 3;
      return score(all) + tail.length;
    },
    x3,
    squares([1, 0, 21], 2),
  ),
  vector(
    "whole numbers are constants",
    (x) => {
      const counts = new Int32Array(3);
      for (const v of x) counts[v > 0 ? 2 : 0]! += 1.9;
      return counts[2]! * x[0]! ** 2 + counts[0]! * x[1]! ** 2;
    },
    x3,
    squares([2, 1, 0]),
  ),
  vector("bytes wrap around", (x) => new Uint8Array([258])[0]! * x[0]! ** 2, x3, squares([2, 0, 0])),
  vector(
    "clamped bytes",
    (x) => new Uint8ClampedArray([300, -5, 1.5]).reduce((a, b) => a + b, 0) * x[0]! ** 2,
    x3,
    squares([257, 0, 0]),
  ),
  vector(
    "reading beyond the end, and writing there",
    (x) => {
      const xs = of(x);
      xs[7] = x[0]!;
      return (xs[7] ?? 2) * x[0]! ** 2 + xs.length;
    },
    x3,
    squares([2, 0, 0], 3),
  ),
  vector(
    "an index by text",
    (x) => {
      const xs = of(x);
      for (const key in xs) xs[key as unknown as number]! *= 2;
      return score(xs);
    },
    x3,
    squares([4, 8, 12]),
  ),
  vector(
    "a matrix in one array",
    (x) => {
      const n = 2;
      const m = new Float64Array(n * n);
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) m[i * n + j] = x[i]! * x[j + 1]!;
      return m[1]! + m[n]!;
    },
    x3,
    (x) => ({
      value: x[0]! * x[2]! + x[1]! ** 2,
      gradient: [x[2]!, 2 * x[1]!, x[0]!],
      hessian: [
        [0, 0, 1],
        [0, 2, 0],
        [1, 0, 0],
      ],
    }),
  ),
  vector(
    "byteLength and constants of the class",
    (x) => {
      const xs = of(x);
      return (xs.byteLength / Float64Array.BYTES_PER_ELEMENT + xs.BYTES_PER_ELEMENT) * x[1]!;
    },
    x3,
    linear([0, 11, 0]),
  ),
  vector(
    "spread and destructuring",
    (x) => {
      const [first = 0, ...rest] = of(x);
      return first * first + score([...rest, ...of(x)]);
    },
    x3,
    squares([4, 5, 7]),
  ),
  vector(
    "in place by a function that gets it",
    (x) => {
      const integrate = (xs: Float64Array): void => {
        for (let i = 1; i < xs.length; i++) xs[i]! += xs[i - 1]!;
      };
      const xs = of(x);
      integrate(xs);
      return xs[1]! * xs[2]!;
    },
    x3,
    product([1, 1, 0], [1, 1, 1]),
  ),
  vector(
    "in a record that is copied",
    (x) => {
      const state = { xs: of(x), k: 2 };
      const next = { ...state, xs: state.xs.map((v) => v * v) };
      next.xs[0]! += state.xs[0]!;
      return next.xs[0]! * next.k + next.xs[1]!;
    },
    x3,
    slopes(
      (v, i) => [4 * v + 2, 2 * v, 0][i]!,
      (_, i) => [4, 2, 0][i]!,
    ),
  ),
  vector(
    "single precision rounds",
    (x) => {
      const xs = new Float32Array(x);
      return xs[0]! * xs[0]! + xs[2]! * 0.5;
    },
    x3,
    slopes(
      (v, i) => [2 * v, 0, 0.5][i]!,
      (_, i) => [2, 0, 0][i]!,
    ),
  ),
  vector(
    "instanceof and isView",
    (x) => {
      const xs = of(x);
      return (
        (xs instanceof Float64Array ? 2 : 0) * x[0]! +
        (ArrayBuffer.isView(xs) ? 3 : 0) * x[1]! +
        (Array.isArray(xs) ? 9 : 0)
      );
    },
    x3,
    linear([2, 3, 0]),
  ),
];

conformance("typed arrays", [...methods, ...kinds]);
