// Functions by variables that are read when they are needed: imports, namespaces, constants that are declared further below, and
// properties of existing records. Specialised code calls them, as long as they are the same.

import { describe, expect, test } from "vitest";
import { grad, jacobian } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import * as curves from "../test-support/fixtures/curves.ts";
import { bend, curve, dot, draw, rate } from "../test-support/fixtures/curves.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isSpecialised } from "../test-support/is-specialised.ts";

type F = (m: number[]) => number;

const sum = (xs: readonly number[]): number => xs.reduce((s, x) => s + x, 0);
const early: F = (m) => sum(m.map(later)) * later(m[0]!);
const later = (x: number): number => Math.sin(x);

interface Shapes {
  square: (x: number) => number;
  twice: (x: number) => number;
}
const shapes: Shapes = { square: (x) => x * x, twice: (x) => 2 * x };
/** Passes an operator on, so that its import is not only called. */
const operators = (): unknown[] => [jacobian];

const programs: Readonly<Record<string, F>> = {
  "an import as a callback, and called": (m) => sum(m.map(bend)) + bend(m[0]!),
  "an import that is only called": (m) => dot(m, m),
  "a constant of another module": (m) => m[0]! ** 2 * rate,
  "a function of a namespace": (m) => curves.dot(m, m) + curves.bend(m[1]!),
  "a function of a namespace as a callback": (m) => sum(m.map(curves.bend)),
  "data of a namespace": (m) => m.reduce((s, x, i) => s + x ** 2 * curves.weights[i]!, 0) * curves.rate,
  "a constant that is declared further below": early,
  "functions of a record": (m) => sum(m.map((x) => shapes.square(x))) * shapes.twice(m[1]!),
  "functions of a record as callbacks": (m) => sum(m.map(shapes.square)),
  "an operator that is a value elsewhere": (m) =>
    jacobian((z: number[]) => z.map((v) => v * v * m[1]!))([...m])[0]![0]!,
};

// Functions of a module, whose variables are read where they are: functions inside of others are given what they capture.
const drawn: F = (m) => sum(m.map(curve)) + curves.curve(m[0]!);
const redrawn: F = (m) => {
  const first = curve;
  const y = curve(m[0]!);
  draw((x) => x * x);
  const z = y * curve(m[1]!);
  draw(first);
  return z;
};
const redrawnByNamespace: F = (m) => {
  const first = curves.curve;
  const y = curves.curve(m[0]!);
  draw((x) => x * x);
  const z = y * curves.curve(m[1]!);
  draw(first);
  return z;
};

const own: Shapes = { ...shapes };
const replaced: F = (m) => m.reduce((s, x) => s + own.square(x), 0);
const exchanged: F = (m) => {
  const before = own.twice;
  own.twice = own.square;
  const y = own.twice(m[0]!);
  own.twice = before;
  return y * own.twice(m[1]!);
};

/** What general code gives, by specialised code where there is to be some. */
function expectSame(name: string, f: F, isTyped = true): void {
  for (const m of [
    [0.7, 1.1],
    [0.4, -0.6, 0.9],
  ]) {
    expect(isSpecialised(grad(f), m)).toBe(isTyped);
    expectClose(grad(f)(m), general.grad(f as never)(m), 1e-13, name);
  }
}

describe("functions by variables", () => {
  test("operators, too", () => {
    expect(operators()).toEqual([jacobian]);
  });

  test.each(Object.entries(programs))("%s", (name, f) => {
    expectSame(name, f);
  });

  test("a variable of another module that is assigned between calls", () => {
    const first = curve;
    try {
      expectClose(grad(drawn)([2, 3]), [24, 27], 1e-13, "cubes");
      draw((x) => x * x);
      expectClose(grad(drawn)([2, 3]), [8, 6], 1e-13, "squares");
    } finally {
      draw(first);
    }
    expectClose(grad(drawn)([2, 3]), [24, 27], 1e-13, "cubes again");
  });

  test("a variable of another module that the call assigns", () => {
    for (const f of [redrawn, redrawnByNamespace])
      for (let k = 0; k < 3; k++) expectClose(grad(f)([2, 3]), [12 * 9, 8 * 6], 1e-13, "a cube times a square");
  });

  test("a function of a record that is another one in a later call, or in the same call", () => {
    expect(isSpecialised(grad(replaced), [2, 3])).toBe(true);
    expect(grad(replaced)([2, 3])).toEqual([4, 6]);
    own.square = (x) => x ** 3;
    for (let k = 0; k < 3; k++) expect(grad(replaced)([2, 3])).toEqual([12, 27]);
    for (let k = 0; k < 3; k++) expect(grad(exchanged)([2, 3])).toEqual([72, 16]);
  });

  test("an accessor of a record", () => {
    const own = {
      get square() {
        return (x: number): number => x * x;
      },
    };
    const f: F = (m) => own.square(m[0]!) + own.square(m[1]!);
    for (let k = 0; k < 2; k++) expect(grad(f)([2, 3])).toEqual([4, 6]);
  });
});
