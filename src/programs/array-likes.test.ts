// Methods of arrays on records with a length, and lengths that are assigned, keep derivatives.

import { test } from "vitest";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

interface Like {
  [index: number]: number;
  length: number;
}
type Methods = typeof Array.prototype;
const methods = (): Methods => Array.prototype;

const programs: readonly AnyProgram[] = [
  program(
    "map and reduce of an array-like",
    (x: number) => {
      const o: Like = { length: 2.5, 0: x, 1: x * x };
      const twice = methods().map.call(o, (v) => 2 * (v as number)) as number[];
      return (methods().reduce.call(twice, (a, b) => (a as number) * (b as number), 1) as number) + twice.length;
    },
    [[1.5]],
    (x) => [12 * x * x],
  ),
  program(
    "push, pop, shift and unshift of an array-like",
    (x: number) => {
      const o: Like = { length: 0 };
      methods().push.call(o, x, x * x, x * x * x);
      const last = methods().pop.call(o) as number;
      const first = methods().shift.call(o) as number;
      methods().unshift.call(o, last * last);
      return first + (o[0] as number) * (o[1] as number) + o.length;
    },
    [[1.25]],
    (x) => [1 + 8 * x ** 7],
  ),
  program(
    "splice, reverse, copyWithin, fill and sort of an array-like",
    (x: number) => {
      const o: Like = { length: 3, 0: x, 1: 5, 2: x * x };
      const removed = methods().splice.call(o, 0, 1, x * x * x, 1) as number[];
      methods().reverse.call(o);
      methods().copyWithin.call(o, 2, 0, 1);
      methods().fill.call(o, x, 1, 2);
      methods().sort.call(o, (a, b) => (a as number) - (b as number));
      return (
        (removed[0] as number) + (o[0] as number) + 2 * (o[1] as number) + 3 * (o[2] as number) + 5 * (o[3] as number)
      );
    },
    [[1.5]],
  ),
  program(
    "concat of objects that spread",
    (x: number) => {
      const spread = { length: 2, 0: x, 1: x * x, [Symbol.isConcatSpreadable]: true };
      const [a, b, c] = [x].concat(spread as unknown as number[]) as [number, number, number];
      return a * b * c;
    },
    [[1.5]],
    (x) => [4 * x ** 3],
  ),
  program(
    "the length of a record that is assigned",
    (x: number) => {
      const o = { length: x };
      const before = o.length;
      o.length = x * x;
      const between = o.length;
      methods().push.call(o, 1);
      return before * between + o.length;
    },
    [[1.5]],
    (x) => [3 * x * x],
    { kink: true },
  ),
  program(
    "the length of an array that another function assigns",
    (x: number) => {
      const shorten = (xs: number[]): number[] => {
        xs.length = 2;
        return xs;
      };
      return shorten([x, x * x, 7 * x]).reduce((a, b) => a + b, 0);
    },
    [[1.5]],
    (x) => [1 + 2 * x],
  ),
];

test.each(programs.map((p) => [p.name, p] as const))("%s", (_, p) => checkProgram(p));
