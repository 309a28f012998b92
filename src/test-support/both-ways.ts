// For tests of code generation: a program from IR text, by the interpreter and by generated code.

import { expect } from "vitest";
import { interpretedClosure } from "../interp/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import { generated, programOf, textOfFunction } from "./generated.ts";
import { resolveStamped } from "./run-line.ts";

type Run = (...args: unknown[]) => unknown;

/** The body of a function's text, without the factory around it. */
export function bodyText(text: string, name = "f"): string {
  const lines = textOfFunction(programOf(text), name).split("\n");
  const start = lines.findIndex((line) => line.startsWith("  return (function") || line.startsWith("  const made"));
  return lines
    .slice(start, -1)
    .map((line) => line.slice(2))
    .join("\n");
}

/** Runs both ways; gives what both return or throw. */
export function both(text: string, args: readonly unknown[], name = "f", env: readonly unknown[] = []): unknown {
  const program = programOf(text);
  const run = (f: AnyFunction): unknown => {
    try {
      return (f as Run)(...args);
    } catch (thrown) {
      return { thrown: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : thrown };
    }
  };
  const interpreted = run(interpretedClosure(program.code(name), env, { resolve: resolveStamped }));
  const compiled = run(generated(program, name, env));
  expect(compiled).toEqual(interpreted);
  return compiled;
}

/** A function of one block. */
export const expression = (lines: string, params = "%x, %y"): string =>
  `fn @f {\nbb0(%self, %this; ${params}):\n${lines}\n}`;
