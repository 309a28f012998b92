// Whether a program means the same to everything that runs it: JavaScript, the interpreter, general and specialised code;
// and whether its first and second derivatives are right, by reverse and forward mode and their nestings.

import { describe, expect, test } from "vitest";
import { grad, hvp, jvp, valueAndGrad, ZerothError } from "zeroth";
import { byGeneralCode } from "../../src/host/code-modes.ts";
import { gradientByDuals, hessianByDuals } from "../../src/interp/index.ts";
import { generated, interpreted } from "../../src/test-support/meanings.ts";
import { gradientAlong } from "../../src/test-support/fixtures/nestings.ts";
import { oracleHost } from "../../src/testing/oracle-host.ts";
import { isClose, leavesOf } from "../../src/testing/trees.ts";
import { seed } from "../law.ts";
import type { Form, Program, Refused, Thrown } from "./program.ts";

type Call = (...args: readonly unknown[]) => unknown;
type Operator = (f: unknown) => Call;
type Jvp = (f: unknown, primals: readonly unknown[], tangents: readonly unknown[]) => readonly [unknown, unknown];

const tolerance = 1e-8;

/** Whether each program is checked in every way; else programs take turns with what takes long. */
const isThorough = process.env["ZEROTH_CONFORMANCE"] === "all";

/** One in so many programs has its turn with each way. */
const turns = 30;

/** The turn of the k-th program; null if it has all. */
const turnOf = (k: number): number | null => (isThorough ? null : (k + seed) % turns);

interface Others {
  /** Programs that are not run alike yet: a test fails when one is mended. */
  readonly wrong?: readonly Program[];
  readonly refusals?: readonly Refused[];
  readonly throwing?: readonly Thrown[];
}

/** Defines the tests of a heading. */
export function conformance(heading: string, programs: readonly Program[], others: Others = {}): void {
  const { refusals = [], throwing = [], wrong = [] } = others;
  describe(`conformance: ${heading}`, () => {
    test.each(programs.map((program, k) => [program.name, program, turnOf(k)] as const))("%s", (_, program, turn) => {
      checkProgram(program, turn);
    });
    for (const program of wrong) {
      test(`wrong: ${program.name}`, { fails: true }, () => {
        checkProgram(program, null);
      });
    }
    test.each(throwing.map((thrown, k) => [thrown.name, thrown, turnOf(k)] as const))(
      "throws: %s",
      (_, thrown, turn) => {
        checkThrown(thrown, turn);
      },
    );
    test.each(refusals.map((refusal) => [refusal.name, refusal] as const))("refused: %s", (_, refusal) => {
      checkRefused(refusal);
    });
  });
}

/** A copy: a program may write to its argument. */
const copied = (at: number | readonly number[]): unknown => (typeof at === "number" ? at : [...at]);

function checkProgram({ name, f, at, form }: Program, turn: number | null): void {
  const x = (): never => copied(at) as never;
  const value = f(x());
  expect(f(x()), `${name}: the value of a second run`).toBe(value);
  expect(interpreted(f)(x()), `${name}: value by the interpreter`).toBe(value);
  expect(generated(f)(x()), `${name}: value by compiled code`).toBe(value);

  const numbers = leavesOf(at);
  const expected = form === null ? formByDuals(f, x) : form(numbers);
  if (expected.value !== undefined) near(value, [expected.value], `${name}: value`);
  const along = numbers.map((_, i) => 1 - 0.75 * ((i * 7) % 3));
  const direction = typeof at === "number" ? along[0] : along;
  const slope = dot(expected.gradient, along);
  const product = expected.hessian.map((row) => dot(row, along));

  const forwardOverAll = (): void => {
    const [[y, gradient], [tangent, second]] = (jvp as unknown as Jvp)(
      valueAndGrad(f as never),
      [x()],
      [direction],
    ) as readonly (readonly unknown[])[] as readonly [readonly [unknown, unknown], readonly [unknown, unknown]];
    expect(y, `${name}: value of general code`).toBe(value);
    near(gradient, expected.gradient, `${name}: gradient by general code`);
    near(tangent, [slope], `${name}: forward mode over the value by general code`);
    near(second, product, `${name}: forward over reverse by general code`);
  };
  const byReverse = (tier: string): void => {
    const [y, gradient] = (valueAndGrad as unknown as Operator)(f)(x()) as readonly [unknown, unknown];
    expect(y, `${name}: value of ${tier} code`).toBe(value);
    near(gradient, expected.gradient, `${name}: gradient by ${tier} code`);
  };
  const byForward = (tier: string): void => {
    const [y, tangent] = (jvp as unknown as Jvp)(f, [x()], [direction]);
    expect(y, `${name}: value of forward mode by ${tier} code`).toBe(value);
    near(tangent, [slope], `${name}: forward mode by ${tier} code`);
  };
  const forwardOverReverse = (tier: string): void => {
    const second = (hvp as unknown as Operator)(f)(x(), copied(direction as number));
    near(second, product, `${name}: forward over reverse by ${tier} code`);
  };
  const reverseOverReverse = (tier: string): void => {
    const second = (grad as unknown as Operator)(gradientAlong(f as never, direction))(x());
    near(second, product, `${name}: reverse over reverse by ${tier} code`);
  };
  const ways: readonly (() => void)[] = [
    ...[byReverse, byForward, reverseOverReverse].map((check) => () => byGeneralCode(() => check("general"))),
    ...[byReverse, byForward, forwardOverReverse].map((check) => () => check("specialised")),
  ];
  byGeneralCode(forwardOverAll);
  for (const check of turn === null ? ways : ways.slice(turn, turn + 1)) check();
}

function checkThrown({ name, f, at, error, message }: Thrown, turn: number | null): void {
  const gradient = (): unknown => grad(f)(at);
  const tangent = (): unknown => jvp(f, [at], [1]);
  const general = [() => byGeneralCode(gradient), () => byGeneralCode(tangent)];
  const specialised = turn === null ? [gradient, tangent] : turn % 4 === 0 ? [gradient] : [];
  for (const run of [() => f(at), ...general, ...specialised]) {
    expect(run, name).toThrow(error);
    expect(run, name).toThrow(message);
  }
  expect(() => (generated(f) as (x: number) => unknown)(at), `${name}: compiled code`).toThrow(error);
  expect(() => (interpreted(f) as (x: number) => unknown)(at), `${name}: the interpreter`).toThrow(error);
}

function checkRefused({ name, f, at, message }: Refused): void {
  const x = (): never => copied(at) as never;
  const gradient = (): unknown => (grad as unknown as Operator)(f)(x());
  expect(
    outcome(() => f(x())),
    `${name}: as JavaScript`,
  ).not.toBeInstanceOf(ZerothError);
  for (const run of [gradient, () => byGeneralCode(gradient)]) {
    expect(run, name).toThrow(ZerothError);
    expect(run, name).toThrow(message);
  }
}

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

function formByDuals(f: unknown, x: () => unknown): Form {
  const gradient = leavesOf(gradientByDuals(f, [x()], 0, oracleHost));
  const second = leavesOf(hessianByDuals(f, [x()], oracleHost));
  return { gradient, hessian: gradient.map((_, i) => second.slice(i * gradient.length, (i + 1) * gradient.length)) };
}

function near(actual: unknown, expected: readonly number[], what: string): void {
  const numbers = leavesOf(actual);
  const isNear =
    numbers.length === expected.length && numbers.every((v, i) => isClose(v, expected[i] ?? NaN, tolerance));
  if (!isNear) expect(numbers, what).toEqual(expected);
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, v, i) => sum + v * (b[i] ?? 0), 0);
