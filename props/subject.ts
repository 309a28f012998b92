// A random program as functions that JavaScript runs, and what laws ask of them.

import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import * as zeroth from "zeroth";
import { compile, ZerothError } from "zeroth";
import { stripTypes } from "../src/plugin/transform-file.ts";
import { grad, hvp, valueAndGrad, vhp } from "../src/prelude/derivatives.ts";
import { derivative, taylor } from "../src/prelude/jvp.ts";
import { isClose, leavesOf } from "../src/testing/trees.ts";
import { renderClosed, type Program } from "./arbitrary/index.ts";
import type { RenderOptions } from "./arbitrary/render.ts";

export type Callable = (...args: readonly unknown[]) => unknown;

export type Imports = NonNullable<zeroth.CompileOptions["imports"]>;

export interface Subject {
  readonly program: Program;
  readonly f: Callable;
  /** All exports of the module. */
  readonly exports: { readonly [name: string]: unknown };
  /** Made anew for each run. */
  readonly args: () => unknown[];
}

/**
 * The operators without those that specialise: what laws of derivatives are about are the transforms. To specialise takes
 * much longer than to run a small program once; that it changes nothing is what other laws say.
 */
export const generalOperators: object = { ...zeroth, derivative, grad, hvp, taylor, valueAndGrad, vhp };

/** The module compiled; `imports` in addition to, or instead of, operators that run general code. */
export async function subjectOf(program: Program, source: string, imports: Imports = {}): Promise<Subject> {
  const exports = await compile(source, { imports: { zeroth: generalOperators, ...imports } }).catch(skipInvalid);
  const args = (): unknown[] => structuredClone(program.params.map(({ argument }) => argument));
  return { program, f: exports["f"] as Callable, exports, args };
}

/** Shrinking may make text that is no program; generated programs are checked by a test of their own. */
function skipInvalid(error: unknown): never {
  if (error instanceof ZerothError && error.kind === "invalid") fc.pre(false);
  if (error instanceof SyntaxError) fc.pre(false);
  throw error;
}

/** The program as JavaScript: a function of the operators that gives `f`. */
export const closedText = (program: Program, options: RenderOptions = {}): string =>
  stripTypes(renderClosed(program, options), "program.ts").code.replace(/;\s*$/, "");

/** Ends a law that does not hold. */
export function demand(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message());
}

/** Demands that two trees have the same numbers, within a tolerance relative to max(1, |expected|). */
export function demandClose(actual: unknown, expected: unknown, tolerance: number, what: string): void {
  const [a, b] = [leavesOf(actual), leavesOf(expected)];
  demand(a.length === b.length, () => `${what}: ${a.length} components, not ${b.length}`);
  for (const [i, x] of a.entries()) {
    const y = b[i] as number;
    demand(isClose(x, y, tolerance), () => `${what}: component ${i} is ${x}, not ${y}`);
  }
}

/** Demands that two values are alike but for rounding: sums may be in another order. */
export function demandAlike(actual: unknown, expected: unknown, path = ""): void {
  if (typeof actual === "number" && typeof expected === "number") {
    demand(isClose(actual, expected, 1e-9), () => `${path}: ${actual}, not ${expected}`);
  } else if (typeof actual === "object" && actual !== null && typeof expected === "object" && expected !== null) {
    const keys = Reflect.ownKeys(expected);
    deepStrictEqual([Object.getPrototypeOf(actual), Reflect.ownKeys(actual)], [Object.getPrototypeOf(expected), keys]);
    for (const key of keys) demandAlike(Reflect.get(actual, key), Reflect.get(expected, key), `${path}.${String(key)}`);
  } else {
    deepStrictEqual(actual, expected);
  }
}

/** What a run gives or throws, and what it leaves of its arguments. */
export function outcome(f: Callable, args: readonly unknown[]): readonly unknown[] {
  try {
    return ["returns", f(...args), args];
  } catch (error) {
    if (error instanceof ZerothError) throw error;
    return ["throws", error instanceof Error ? error.name : error, args];
  }
}

/** The function that gives the gradients of all arguments, by general code. */
export function gradientOf({ f, program }: Pick<Subject, "f" | "program">): Callable {
  const argnums = program.params.map((_, i) => i);
  return (grad as unknown as (f: Callable, options: { readonly argnums: readonly number[] }) => Callable)(f, {
    argnums,
  });
}
