// Programs around one operator each.

import { describe, test } from "vitest";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const programs: readonly AnyProgram[] = [
  program(
    "5x + 3",
    (x: number) => 5 * x + 3,
    [[2], [-1.5]],
    () => [5],
  ),
  program(
    "a / (a + b²)",
    (a: number, b: number) => a / (a + b * b),
    [
      [2, 3],
      [0.5, -1.25],
    ],
    (a, b) => [(b * b) / (a + b * b) ** 2, (-2 * a * b) / (a + b * b) ** 2],
  ),
  program(
    "subtraction and negation",
    (x: number, y: number) => -(x - y) * x,
    [[1.5, 4]],
    (x, y) => [y - 2 * x, x],
  ),
  program(
    "remainder",
    (x: number, y: number) => (x % y) * x,
    [
      [7.5, 2],
      [-7.5, 2.25],
      [1.25, -0.5 + 1e-3],
    ],
    (x, y) => [(x % y) + x, -Math.trunc(x / y) * x],
  ),
  program(
    "power",
    (x: number, y: number) => x ** y,
    [
      [1.7, 2.3],
      [2, -3],
    ],
    (x, y) => [y * x ** (y - 1), x ** y * Math.log(x)],
  ),
  program(
    "power of a negative base",
    (x: number) => x ** 3 + (-x) ** 2,
    [[-1.5], [2]],
    (x) => [3 * x * x + 2 * x],
  ),
  program(
    "unary plus on a number",
    (x: number) => +x * +x,
    [[3]],
    (x) => [2 * x],
  ),
  program(
    "unary plus on text",
    (x: number) => +"2.5" * x,
    [[3]],
    () => [2.5],
  ),
  program(
    "text times a number",
    (x: number) => ("3" as unknown as number) * x,
    [[2]],
    () => [3],
  ),
  program(
    "booleans as numbers",
    (x: number) => (x > 1 ? 1 : 0) * x + ((x > 0) as unknown as number) * x * x,
    [[2], [0.5]],
    (x) => [(x > 1 ? 1 : 0) + 2 * x],
  ),
  program(
    "null as a number",
    (x: number) => x + (null as unknown as number),
    [[2]],
    () => [1],
  ),
  program(
    "increment and decrement",
    (x: number) => {
      let a = x;
      const b = a++;
      const c = ++a;
      const d = a--;
      const e = --a;
      return b * c + d * e;
    },
    [[2], [-0.5]],
    (x) => [4 * x + 4],
  ),
  program(
    "compound assignment",
    (x: number, y: number) => {
      let a = x;
      a += y;
      a *= x;
      a -= y;
      a /= 2;
      a **= 2;
      a %= 100;
      return a;
    },
    [[1.5, 0.5]],
    (x, y) => {
      const half = (x * (x + y) - y) / 2;
      return [half * (2 * x + y), half * (x - 1)];
    },
  ),
  program(
    "logical assignment",
    (x: number, y: number) => {
      let a: number | undefined;
      a ??= x;
      a &&= a * y;
      let b = 0;
      b ||= a * 2;
      return b;
    },
    [[1.5, 0.5]],
    (x, y) => [2 * y, 2 * x],
  ),
  program(
    "bitwise operators",
    (x: number) => x * ((Math.floor(x) & 6) | 1) + (~5 ^ 3) * x + (1 << 4) * x + (-17 >> 2) + (-1 >>> 30) * x,
    [[5.5]],
    (x) => [((Math.floor(x) & 6) | 1) + (~5 ^ 3) + 16 + 3],
  ),
  program(
    "a bitwise operator cuts the derivative",
    (x: number) => (x | 0) * x,
    [[3.7]],
    () => [3],
  ),
  program(
    "comparisons",
    (x: number, y: number) => {
      let sum = 0;
      if (x < y) sum += x;
      if (x <= y) sum += 2 * x;
      if (x > y) sum += 3 * x;
      if (x >= y) sum += 4 * x;
      if (x === y) sum += 5 * x;
      if (x !== y) sum += 6 * x;
      return sum * y;
    },
    [
      [1, 2],
      [2, 1],
    ],
    (x, y) => (x < y ? [9 * y, 9 * x] : [13 * y, 13 * x]),
  ),
  program(
    "loose equality",
    (x: number) => {
      const nothing = null as null | undefined | number;
      /* oxlint-disable eqeqeq */
      return (
        (nothing == undefined ? x * x : x) +
        (("2" as unknown as number) == 2 ? x : 0) +
        ((0 as unknown as string) != "" ? 7 * x : 0)
      );
      /* oxlint-enable eqeqeq */
    },
    [[3]],
    (x) => [2 * x + 1],
  ),
  program(
    "conditional",
    (x: number) => (x > 0 ? x * x : -x),
    [[3], [-2]],
    (x) => [x > 0 ? 2 * x : -1],
  ),
  program(
    "and, or",
    (x: number, y: number) => (x && y) * (x || y),
    [
      [3, 2],
      [1, 5],
    ],
    (x, y) => [y, x],
  ),
  program(
    "and of a number that is zero",
    (x: number, y: number) => (x && y) + y,
    [[0, 2]],
    () => [1, 1],
    { kink: true },
  ),
  program(
    "nullish coalescing",
    (x: number) => {
      const values: (number | undefined | null)[] = [x, undefined, null];
      return (values[0] ?? 10) * (values[1] ?? x) + (values[2] ?? 3) * x;
    },
    [[2]],
    (x) => [2 * x + 3],
  ),
  program(
    "a[i] ?? 0",
    (a: number[]) => (a[0] ?? 0) * (a[1] ?? 1) + (a[2] ?? 0),
    [[[2, 3]]],
    ([a, b]) => [[b as number, a as number]],
  ),
  program(
    "typeof, void, in, instanceof",
    (x: number) => {
      const record = { a: x };
      let y = typeof x === "number" ? x : 0;
      if ("a" in record) y *= record.a;
      if (new Error("") instanceof Object) y += x;
      const nothing: unknown = void y;
      return nothing === undefined ? y : 0;
    },
    [[3]],
    (x) => [2 * x + 1],
  ),
  program(
    "comma",
    (x: number) => {
      let a = 0;
      // oxlint-disable-next-line no-sequences
      const b = ((a = x * x), a + x);
      return a * b;
    },
    [[2]],
    (x) => [4 * x ** 3 + 3 * x * x],
  ),
  program(
    "bigints stay apart",
    (x: number) => {
      let n = 1n;
      n = n * 3n + 2n;
      return x * Number(n) * x;
    },
    [[2]],
    (x) => [10 * x],
  ),
  program(
    "template literals and string methods",
    (x: number) => {
      const label = `value: ${x.toFixed(2)}`.padStart(20, ".").toUpperCase();
      return x * label.length + x * Number("1.5") + "abc".indexOf("c") * x + (label.includes("VALUE") ? x : 0);
    },
    [[2.25]],
    () => [20 + 1.5 + 2 + 1],
  ),
  program(
    "number methods",
    (x: number) => (Number.isInteger(x) ? 1 : 2) * x + parseFloat("2.5") * x + Number.EPSILON * x,
    [[2.5]],
    () => [4.5 + Number.EPSILON],
  ),
  program(
    "text concatenation carries nothing",
    (x: number) => (`${x}` + x).length * x,
    [[2.5]],
    () => [6],
    { kink: true },
  ),
  program(
    "Number(x)",
    (x: number) => Number(x) * Number(x),
    [[2.5]],
    (x) => [2 * x],
  ),
  program(
    "constants",
    (x: number) => x * Math.PI + Math.E * x + Infinity ** -1 * x,
    [[1]],
    () => [Math.PI + Math.E],
  ),
];

describe("operators", () => {
  test.each(programs)("$name", checkProgram);
});
