// Parts of typed arrays that share their memory.

import { describe, expect, test } from "vitest";
import { hvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { gradientOf, sameGradients, type Fn, type Operator } from "../test-support/same-gradients.ts";

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((s, v, i) => s + v * b[i]!, 0);
const x = Float64Array.of(0.5, -1.5, 2, 3, 0.25);

const typed: Readonly<Record<string, Fn>> = {
  "of an argument": (x: Float64Array) => {
    const [a, b] = [x.subarray(0, 2), x.subarray(2, 4)];
    return dot(a, b) * x[4]!;
  },
  "from the end": (x: Float64Array) => dot(x.subarray(-3, -1), x.subarray(-3)) + x.subarray(1).length * x[0]! ** 2,
  "beyond the end": (x: Float64Array) =>
    x.subarray(3, 90).reduce((s, v) => s + v * v, 0) + x.subarray(4, 2).length * x[0]!,
  "of a part": (x: Float64Array) =>
    x
      .subarray(1)
      .subarray(1, 3)
      .reduce((s, v) => s + v ** 3, 0),
  "in a loop": (x: Float64Array) => {
    let s = 0;
    for (let k = 0; k + 1 < x.length; k++) for (const v of x.subarray(k, k + 2)) s += v * v * (k + 1);
    return s;
  },
  "that is written": (x: Float64Array) => {
    const y = Float64Array.from(x);
    const tail = y.subarray(2);
    for (let k = 0; k < tail.length; k++) tail[k]! += y[k]! * x[0]!;
    return dot(y, y);
  },
  "that depends on a path": (x: Float64Array) => {
    let part = x.subarray(0, 2);
    if (x[0]! > 0) part = x.subarray(1, 3);
    return part.map((v) => v * v).reduce((s, v) => s + v, 0);
  },
  "that a function captures": (x: Float64Array) => {
    const [scale, at] = [x.subarray(0, 2), x.subarray(2)];
    const f = (k: number): number => scale[0]! * at[k]! + scale[1]!;
    return [0, 1, 2].reduce((s, k) => s + f(k) ** 2, 0);
  },
  "of whole numbers": (x: Float64Array) => {
    const corners = Int32Array.of(0, 1, 2, 2, 3, 4);
    let s = 0;
    for (let t = 0; t < corners.length; t += 3) {
      const [i, j, k] = corners.subarray(t, t + 3) as unknown as [number, number, number];
      s += x[i]! * x[j]! - x[k]! ** 2;
    }
    return s;
  },
};
const other: Readonly<Record<string, Fn>> = {
  "an element that there is not": (x: Float64Array) => x.subarray(1, 3)[2]! ?? x[0]! ** 2,
  "an element before it": (x: Float64Array) => (x.subarray(1, 3)[-1] ?? 2) * x[0]!,
  "stored in an array": (x: Float64Array) => {
    const parts: Float64Array[] = [];
    for (let k = 0; k < 3; k++) parts.push(x.subarray(k, k + 2));
    return parts.reduce((s, part) => s + part[0]! * part[1]!, 0);
  },
  "asked for indices": (x: Float64Array) =>
    [-1, 0, 1, 2].reduce((s, k) => s + (k in x.subarray(1, 3) ? x[0]! ** 2 : x[1]!), 0),
  compared: (x: Float64Array) => (x.subarray(0) === x ? 1 : 2) * x[0]!,
};

describe("parts of typed arrays", () => {
  test.each(Object.entries(typed))("%s", (_, f) => {
    expect(isAnswered(gradientOf(f), x)).toBe(true);
    sameGradients(f, [x], [x.map((v) => -v)], [x.slice(0, 5)]);
    const [along, expected] = [hvp, general.hvp].map((operator) => (operator as unknown as Operator)(f));
    for (let k = 0; k < 2; k++) expect(along!(x, x)).toEqual(expected!(x, x));
  });

  test.each(Object.entries(other))("%s", (_, f) => {
    sameGradients(f, [x], [x.map((v) => -v)], [x]);
  });
});
