// What runs again where a result is NaN may be made long after what ran first, and what variables of modules hold may be of
// another kind by then.

import { expect, test } from "vitest";
import { explain, grad } from "../index.ts";
import { codeOf } from "./plans.ts";
import { vjp } from "../test-support/general-vjp.ts";

let forms = 0;

/** Makes code for so many other forms that the place where code was made before is left. */
function specialiseOthers(): void {
  const others = grad((of: { readonly x: number }) => of.x * of.x) as (of: object) => unknown;
  for (let k = 0; k < 60; k++) others({ x: 1, [`other${forms++}`]: 1 });
}

const [called, explained]: readonly unknown[][] = [
  [1, 2],
  [1, 2],
];

/** The derivative of √x · x by plain products is NaN at 0. */
const ofCalled = (x: number): number => Math.sqrt(x) * x * Math.sqrt(x + 1) + x * (called![1] as number);
const ofExplained = (x: number): number => Math.sqrt(x) * x * Math.sqrt(x + 1) + x * (explained![1] as number);

test("a result that is NaN, after an array came to hold what numbers are not", () => {
  const derivative = grad(ofCalled);
  derivative(1);
  expect(codeOf(derivative as never, 1)).not.toContain("not specialised");
  specialiseOthers();
  called![0] = [3];
  for (const x of [0, 2, 0]) expect(derivative(x)).toBeCloseTo(vjp(ofCalled, x)[1](1)[0], 10);
});

test("what runs is explained, after an array came to hold what numbers are not", () => {
  const derivative = grad(ofExplained);
  derivative(1);
  specialiseOthers();
  explained![0] = [3];
  expect(explain(derivative, 1)).toContain("may be a number or something else");
  expect(derivative(2)).toBeCloseTo(vjp(ofExplained, 2)[1](1)[0], 10);
});
