// Regular expressions in differentiated code: what they find is text, which carries no derivative.

import { expect, test } from "vitest";
import { grad, hessian, jvp, valueAndGrad } from "zeroth";

const functions: readonly (readonly [string, (x: number, text: string) => number])[] = [
  ["test", (x, text) => (/^[a-c]+$/.test(text) ? x * x : x)],
  ["match", (x, text) => (text.match(/\d+/g) ?? []).reduce((sum, digits) => sum + Number(digits) * x ** 2, 0)],
  ["replace and split", (x, text) => text.replace(/\s+/gu, " ").split(/ /).length * x ** 3],
  [
    "exec in a loop, by the place that the expression keeps",
    (x, text) => {
      const word = /[a-z]+/g;
      let sum = 0;
      for (let found = word.exec(text); found !== null; found = word.exec(text)) sum += found[0].length * x * x;
      return sum;
    },
  ],
  ["all matches", (x, text) => [...text.matchAll(/\d/g)].reduce((sum, [digit]) => sum + Number(digit) * x * x, 0)],
  [
    "all matches in a loop that stops early",
    (x, text) => {
      let sum = 0;
      for (const match of text.matchAll(/([a-z])(\d?)/g)) {
        if (match[1] === "c") break;
        sum += (match.index + Number(match[2])) * x ** 3;
      }
      return sum;
    },
  ],
  [
    "a new expression each time",
    (x, text) => {
      let count = 0;
      for (let k = 0; k < 3; k++) if (/a/g.test(text)) count++;
      return count * x * x;
    },
  ],
];

test.each(functions)("%s", (_, f) => {
  for (const text of ["abc", "a1 b22  cab 7", ""]) {
    const slope = (f(1.5 + 1e-5, text) - f(1.5 - 1e-5, text)) / 2e-5;
    for (let call = 0; call < 10; call++) expect(grad(f)(1.5, text)).toBeCloseTo(slope, 5);
    expect(valueAndGrad(f)(1.5, text)[0]).toBe(f(1.5, text));
    expect(jvp(f, [1.5, text], [1, null])[1]).toBeCloseTo(slope, 5);
    const bend = (grad(f)(1.5 + 1e-5, text) - grad(f)(1.5 - 1e-5, text)) / 2e-5;
    expect(hessian(f)(1.5, text)).toBeCloseTo(bend, 4);
  }
});
