// Objects that paths have changed in different ways, where the paths meet: specialised code gives what general code gives.

import { expect, test } from "vitest";
import { grad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { codeOf } from "./plans.ts";

type OfNumber = (x: number) => number;

test.each<[string, OfNumber]>([
  [
    "a record",
    (x) => {
      const r = { v: x };
      if (x > 1) r.v = x * x;
      return r.v * 3;
    },
  ],
  [
    "an array",
    (x) => {
      const xs = [x, 2];
      if (x > 1) xs[1] = x * x;
      else xs[0] = 5;
      return (xs[0] as number) * (xs[1] as number);
    },
  ],
  [
    "a variable that a function captures",
    (x) => {
      let y = x;
      const read = (): number => y * x;
      if (x > 1) y = x * x;
      return read();
    },
  ],
  [
    "a record within a record, while a caller waits",
    (x) => {
      const r = { in: { v: x } };
      const change = (k: number): number => {
        if (k > 1) r.in.v = k * k;
        return k;
      };
      return change(x) * r.in.v;
    },
  ],
  [
    "a record of two, which one path has exchanged",
    (x) => {
      let [a, b] = [{ v: x }, { v: x * x }];
      if (x > 1) [a, b] = [b, a];
      a.v *= 3;
      return a.v * a.v + b.v;
    },
  ],
])("%s", (_, f) => {
  const [own, expected] = [grad, general.grad].map((operator) =>
    (operator as unknown as (f: OfNumber) => OfNumber)(f),
  ) as [OfNumber, OfNumber];
  expect(codeOf(own, 0.5)).not.toContain("not specialised");
  for (const x of [0.5, 2]) expect(own(x)).toBe(expected(x));
});
