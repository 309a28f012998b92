// Operators are functions like any other: passed on, kept in arrays and records, captured, folded over a function, and
// differentiated themselves.

import { describe, test } from "vitest";
import { derivative, grad, hvp, J, jacobian, jvp, taylor } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

type Scalar = (x: number) => number;
type Operator = (f: Scalar) => Scalar;

/** `grad`, as the type of what it does here. */
const gradOf = grad as unknown as Operator;

const cubic: Scalar = (x) => x ** 3;

const programs: readonly AnyProgram[] = [
  program(
    "J of J",
    (x: number) => {
      const [[y], pullback] = J(J as (f: Scalar, x: number) => readonly [number, unknown], cubic, x);
      return y + pullback([1, null])[2];
    },
    [[0.7], [-1.5]],
    (x) => [3 * x * x + 6 * x],
  ),
  program(
    "grad of grad",
    (x: number) => grad(grad(grad(cubic)))(x) + grad(grad(cubic))(x),
    [[0.7]],
    () => [6],
  ),
  program(
    "J passed to map",
    (x: number) =>
      [cubic, Math.sin, (v: number) => v * x]
        .map((f) => J(f, x))
        .reduce((sum, [y, pullback]) => sum + y * pullback(1)[1], 0),
    [[0.7], [1.2]],
    (x) => [15 * x ** 4 + Math.cos(2 * x) + 3 * x * x],
  ),
  program(
    "operators passed to map",
    (x: number) => [gradOf, derivative as Operator].map((operator) => operator(cubic)(x)).reduce((a, b) => a + b),
    [[0.7]],
    (x) => [12 * x],
  ),
  program(
    "functions written in place, passed to methods of any name",
    (x: number) => {
      let kept: Scalar = (v) => v;
      const tools = { map: (f: Scalar, v: number) => gradOf(f)(v) };
      const both = [0].map(function self(v: number): number {
        if (v === 0) kept = self;
        return v * v * x;
      });
      const named = (function self(v: number): Scalar | number {
        return v === 0 ? (self as Scalar) : v ** 3;
      })(0) as Scalar;
      const folded = [1, 2].reduce<Scalar>(
        (f) => gradOf(f),
        (v) => x * v ** 3,
      );
      return tools.map((v) => x * v ** 3, x) + gradOf(kept)(x) + gradOf(named)(x) + folded(x) + (both[0] as number);
    },
    [[0.7], [-1.5]],
    (x) => [9 * x * x + 4 * x + 6 * x + 12 * x],
  ),
  program(
    "a list of operators folded over a function",
    (x: number) => {
      const twice: Operator = (f) => (v) => 2 * f(v);
      const operators: readonly Operator[] = [
        gradOf,
        twice,
        (f) => (v) => jvp(f, [v], [v])[1],
        (f) => derivative(f, 1),
      ];
      return operators.reduce((f, operator) => operator(f), ((v) => Math.exp(v * v)) as Scalar)(x);
    },
    [[0.4]],
  ),
  program(
    "an operator that a closure captures",
    (x: number, k: number) => {
      const by = (operator: Operator): Scalar => {
        let calls = 0;
        return (v) => {
          calls += k;
          return calls * operator((u) => u ** 2 * v)(v);
        };
      };
      const f = by(gradOf);
      return f(x) + f(2 * x) + by((g) => taylorCoefficient(g, 2))(x);
    },
    [[0.7, 1.5]],
    (x, k) => [36 * k * x + k, 18 * x * x + x],
  ),
  program(
    "an operator chosen at run time",
    (x: number) => {
      const operators: Record<string, Operator> = { first: gradOf, second: (f) => derivative(f, 2) };
      let s = 0;
      for (const name of ["first", "second", "first"]) s += operators[name]!(cubic)(x);
      return s;
    },
    [[0.7]],
    (x) => [12 * x + 6],
  ),
  program(
    "n derivatives by a loop of operators",
    (x: number, n: number) => {
      let f: Scalar = (v) => Math.sin(2 * v) * x;
      for (let i = 0; i < n; i++) f = grad(f);
      return f(x);
    },
    [
      [0.3, 0],
      [0.3, 1],
      [0.3, 2],
    ],
    (x, n) => [slopes[n]!(x), 0],
    // No differences: the number of derivatives is not continuous.
    { kink: true },
  ),
  program(
    "derivatives of functions with closures, memory and recursion inside",
    (x: number[]) => {
      const inner = (v: number[]): number => {
        const cells = [...v];
        const fold = (k: number): number => (k === 0 ? cells[0]! : fold(k - 1) * cells[k]!);
        for (let i = 1; i < cells.length; i++) cells[i]! += cells[i - 1]! * v[0]!;
        return fold(cells.length - 1);
      };
      const product = hvp(inner)(x, x);
      const rows = jacobian((v: number[]) => v.map((u) => u * inner(v)))(x);
      return product[0]! + rows[1]![0]!;
    },
    [[[0.7, 1.2, -0.4]]],
  ),
];

function taylorCoefficient(f: Scalar, n: number): Scalar {
  return (x) => taylor(f, n)(x)[n]!;
}

/** The derivatives of the derivatives of sin(2v)·x in v, at v = x. */
const slopes: readonly Scalar[] = [
  (x) => Math.sin(2 * x) + 2 * x * Math.cos(2 * x),
  (x) => 2 * Math.cos(2 * x) - 4 * x * Math.sin(2 * x),
  (x) => -4 * Math.sin(2 * x) - 8 * x * Math.cos(2 * x),
];

describe("operators as data", () => {
  test.each(programs.map((p) => [p.name, p] as const))("%s", (_, p) => {
    checkProgram(p);
  });
});
