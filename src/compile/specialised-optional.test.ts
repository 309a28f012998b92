// Data in which something may be absent, and data of which the structure is known at run time only: specialised code answers, and
// gradients have the shape of the arguments, as general code gives them.

import { describe, expect, test } from "vitest";
import { grad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { codeOf } from "./plans.ts";

type F = (...args: never[]) => number;
interface Pipe {
  readonly length: number;
  readonly loss?: number;
  readonly label?: string;
}
interface Item {
  readonly v: number;
  readonly next: Item | null;
}

interface Part {
  readonly x: number;
  readonly on?: boolean;
  readonly kind?: string;
  readonly w?: Float64Array;
  readonly fast?: boolean;
  readonly mode?: string;
}

const pipes: readonly Pipe[] = [
  { length: 1 },
  { length: 2, loss: 0.5 },
  { length: 3, label: "c", loss: 0.25 },
  { length: 4 },
];
const list = (...values: readonly number[]): Item | null =>
  values.reduceRight<Item | null>((next, v) => ({ v, next }), null);

const programs: Readonly<Record<string, readonly [f: F, ...args: unknown[]]>> = {
  "optional properties in an array": [
    (all: readonly Pipe[]) => {
      let s = 0;
      for (const { length, loss } of all) s += length ** 2 * (loss ?? 0.1);
      return s;
    },
    pipes,
  ],
  "optional properties that are asked for": [
    (all: readonly Pipe[]) => all.reduce((s, p) => s + (p.loss === undefined ? p.length : p.loss * p.length), 0),
    pipes,
  ],
  "booleans, texts and typed arrays that are optional": [
    (all: readonly Part[]) => {
      let s = 0;
      for (const { x, on, kind, w, fast = true, mode = "a" } of all) {
        if (on) s += x;
        if (!on) s += 0.5 * x * x;
        if (on === true) s += x ** 3;
        if (on !== false) s -= 0.25 * x ** 4;
        s += kind === "b" ? 2 * x : x * s;
        if (kind) s += x;
        if (w) s += w[0]! * x;
        s += fast && mode === "a" ? Math.sin(x) : Math.cos(x);
      }
      return s;
    },
    [
      { x: 1, on: true },
      { x: 2, kind: "b", fast: false },
      { x: 3, on: false, kind: "", w: Float64Array.of(2) },
      { x: 4, mode: "c", on: true },
    ],
  ],
  "an array with gaps": [
    (xs: readonly (number | null)[]) => {
      let s = 0;
      for (const x of xs) if (x !== null) s += x ** 2;
      return s;
    },
    [1, 2, null, 3],
  ],
  "gaps beside the argument": [
    (xs: readonly number[], seen: readonly (number | undefined)[]) => {
      let s = 0;
      seen.forEach((y, k) => {
        if (y !== undefined) s += (xs[k]! - y) ** 2;
      });
      return s;
    },
    [1, 2, 3],
    [1, undefined, 5],
  ],
  "a list of records": [
    (first: Item) => {
      let s = 0;
      for (let at: Item | null = first; at !== null; at = at.next) s += at.v ** 2;
      return s;
    },
    list(1, 2, 3),
  ],
  "numbers and arrays side by side": [
    (xs: readonly (number | readonly number[])[]) => {
      let s = 0;
      for (const x of xs) s += typeof x === "number" ? x ** 2 : x[0]! * x[1]!;
      return s;
    },
    [1, [2, 3], 4],
  ],
};

describe("what may be absent", () => {
  test.each(Object.entries(programs))("%s", (_, [f, ...args]) => {
    const given = args as never[];
    for (let k = 0; k < 3; k++) expect(grad(f as never)(...given)).toEqual(general.grad(f as never)(...given));
  });

  test.each([
    "optional properties in an array",
    "optional properties that are asked for",
    "booleans, texts and typed arrays that are optional",
    "a list of records",
  ])("specialised code answers: %s", (name) => {
    const [f, ...args] = programs[name]!;
    const gradient = grad(f as never) as unknown as F;
    expect(codeOf(gradient, ...args)).not.toMatch(/^not special/);
    gradient(...(args as never[]));
    expect(isAnswered(gradient, ...args)).toBe(true);
  });
});

test("an accessor is no absent property", () => {
  const f = (all: readonly Pipe[]): number => all.reduce((s, p) => s + p.length * (p.loss ?? 2), 0);
  const inherited = Object.create({
    get loss() {
      return 3;
    },
  }) as { length: number };
  inherited.length = 5;
  const slope = grad(f);
  for (let k = 0; k < 3; k++) expect(slope(pipes)[0]).toEqual({ length: 2 });
  expect(() => slope([...pipes, inherited])).toThrow(/an instance of Object/);
});
