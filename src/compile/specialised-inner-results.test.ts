// Gradients within a function that is differentiated are arrays like others: they grow when something is stored beyond their end,
// and have holes then.

import { expect, test } from "vitest";
import { grad } from "../index.ts";
import { codeOf } from "./plans.ts";
import { comparing } from "../host/code-modes.ts";
import { vjp } from "../test-support/general-vjp.ts";

const waves = (ys: number[]): number => ys.reduce((s, y) => s + Math.sin(y), 0);

test("holes behind the end are not elements", () => {
  const f = (xs: number[]): number => {
    const g = grad(waves)(xs);
    g[xs.length + 1] = 2;
    let count = 0;
    for (let k = 0; k < g.length; k++) if (k in g) count++;
    return count * xs[0]!;
  };
  const slope = grad(f);
  for (const xs of [[1, 2, 3], [4, 5], [6]]) {
    const [expected] = vjp(f, xs)[1](1);
    expect(codeOf(slope, xs)).toContain("use strict");
    expect(comparing(() => slope(xs))).toEqual(expected);
  }
});
