// Tagged templates: the tag is an ordinary call, and its strings are one frozen array for each place.

import { expect, test } from "vitest";
import { grad } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const weighted = (strings: TemplateStringsArray, ...xs: readonly number[]): number => {
  let total = strings.length;
  for (let i = 0; i < xs.length; i++) total += (xs[i] as number) ** (i + 1) * (strings.raw[i] as string).length;
  return total;
};

const unit = {
  scale: 3,
  tag(strings: TemplateStringsArray, x: number): number {
    return this.scale * x * x + (strings[1] as string).length;
  },
};

const curried =
  (strings: TemplateStringsArray, x: number) =>
  (more: TemplateStringsArray, y: number): number =>
    strings.length * x * y + more.length;

const programs: readonly AnyProgram[] = [
  program(
    "values that carry derivatives",
    (x: number) => weighted`a${x}\n${x * x}b`,
    [[1.3]],
    (x) => [1 + 8 * x ** 3],
  ),
  program(
    "the receiver of a tag",
    (x: number) => unit.tag`u${x}b` + unit["tag"]`${2 * x}`,
    [[0.7]],
    (x) => [30 * x],
  ),
  program(
    "a tag that a tag returns",
    (x: number, y: number) => curried`a${x}``${y}`,
    [[2, 0.4]],
    (x, y) => [2 * y, 2 * x],
  ),
  program(
    "a tag that captures, in a loop",
    (x: number) => {
      let total = 0;
      const add = ({ raw }: TemplateStringsArray, y: number): number => (total += raw.length * x * y);
      for (let i = 0; i < 3; i++) void add`${i}:`;
      return total;
    },
    [[0.3]],
    () => [6],
  ),
  program(
    "the order of evaluation",
    (x: number) => {
      const order: number[] = [];
      const note = (y: number): number => order[order.push(y) - 1] as number;
      const make = (): typeof weighted => {
        order.push(2);
        return weighted;
      };
      const sum = make()`a${note(x)}b${note(x * x)}c`;
      return sum * (order[0] === 2 ? (order[1] as number) : 0);
    },
    [[0.6]],
    (x) => [3 + 2 * x + 5 * x ** 4],
  ),
  program(
    "texts, as they mean and as they are written",
    (x: number) => {
      const text = String.raw`\n${x > 0 ? "a" : "b"}`;
      return text === "\\na" ? x * x : x;
    },
    [[2], [-1]],
    (x) => [x > 0 ? 2 * x : 1],
  ),
];

test.each(programs)("$name", (each) => {
  checkProgram(each);
});

test("the strings are frozen, the same for each evaluation of one place, and others elsewhere", () => {
  const seen: TemplateStringsArray[] = [];
  const keep = (strings: TemplateStringsArray, x: number): number => {
    seen.push(strings);
    return x * x;
  };
  const f = (x: number): number => keep`a${x}b` + keep`a${x}b`;
  const slope = grad((x: number) => f(x) + f(2 * x));
  expect(slope(1)).toBe(20);
  const [first, second, third] = seen;
  expect(third).toBe(first);
  slope(2);
  expect(seen[4]).toBe(first);
  expect(second).not.toBe(first);
  expect(second).toEqual(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect(Object.isFrozen(first?.raw)).toBe(true);
  expect(Object.keys(first as object)).toEqual(["0", "1"]);
});

test("a text with a bad escape sequence is undefined, and has its spelling", () => {
  const spelling = (strings: TemplateStringsArray, x: number): number =>
    strings[0] === undefined && strings.raw[0] === String.raw`\u` ? x * x : 0;
  expect(grad((x: number) => spelling`\u${x}`)(3)).toBe(6);
});
