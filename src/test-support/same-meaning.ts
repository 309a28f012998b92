// Whether a function's text means in the IR what it means to JavaScript: it is run natively and, lowered and closed, by
// the interpreter, and must give the same result or error, and leave its arguments the same.

import { expect } from "vitest";
import { boxAssigned, convertClosures } from "../closure/index.ts";
import { lowerFunction } from "../front/index.ts";
import { interpretedClosure } from "../interp/index.ts";
import { atOnce, Program, printModule, printProblems, verifyModule, type Module } from "../ir/index.ts";
import { stampOf, type AnyFunction, type Resolve } from "../runtime/index.ts";

type Callable = (...args: readonly unknown[]) => unknown;

/** The value of an expression in strict mode that sees nothing of this module. */
// oxlint-disable-next-line no-new-func, no-implied-eval
const evaluate = (text: string): unknown => (new Function(`"use strict"; return (${text});`) as () => unknown)();

interface Outcome {
  readonly value?: unknown;
  readonly error?: string;
  readonly args: readonly unknown[];
}

/** Calls from IR to IR stay in the interpreter. */
const resolve: Resolve = (callee) => {
  const stamp = stampOf(callee);
  return stamp === undefined ? null : { code: stamp.code, self: callee as AnyFunction };
};

/** A closed function's text by the interpreter; everything that is checked of its IR is checked. */
export function interpretedText(text: string): { readonly f: Callable; readonly module: Module } {
  const { module, func, freeNames } = lowerFunction(text, "text.js");
  expect(freeNames, text).toEqual([]);
  expect(printProblems(verifyModule(module), module), printModule(module)).toBe("");
  for (const { refusal } of Object.values(module.functions)) expect(refusal, text).toBe(null);
  const closed = convertClosures.run(boxAssigned.run(module));
  expect(printProblems(verifyModule(closed), closed), printModule(closed)).toBe("");
  const program = new Program(closed, () => atOnce(() => []));
  return { f: interpretedClosure(program.code(func), [], { resolve }) as unknown as Callable, module: closed };
}

/** The function as JavaScript runs it, in strict mode. */
export function nativeText(text: string): Callable {
  return evaluate(text) as Callable;
}

/** Checks the text of one function for these lists of arguments (expressions). */
export function expectSameMeaning(text: string, ...argLists: readonly string[]): void {
  const native = nativeText(text);
  const { f, module } = interpretedText(text);
  for (const list of argLists.length === 0 ? [""] : argLists) {
    const args = (): readonly unknown[] => evaluate(`[${list}]`) as readonly unknown[];
    expect(outcome(f, args()), `${text}\n(${list})\n${printModule(module)}`).toStrictEqual(outcome(native, args()));
  }
}

function outcome(f: Callable, args: readonly unknown[]): Outcome {
  try {
    return { value: f(...args), args: args.map(withoutFunctions) };
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${message(error)}` : `thrown ${String(error)}`;
    return { error: text, args: args.map(withoutFunctions) };
  }
}

/** Functions of argument lists are made anew for each run. */
function withoutFunctions(x: unknown): unknown {
  if (typeof x === "function") return `function ${x.name}`;
  if (typeof x !== "object" || x === null || Object.getPrototypeOf(x) !== Object.prototype) return x;
  return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, withoutFunctions(value)]));
}

/** Engines name what failed in the message; the name differs where an intermediate value has none. */
function message({ message }: Error): string {
  return message
    .replace(/^.* is not (a function|iterable).*$/, "… is not $1")
    .replace(/(properties of) \w+.*$/, "$1 null")
    .replace(/Cannot destructure .*$/, "Cannot read properties of null")
    .replace(/(Cannot delete property '\w+').*$/, "$1");
}
