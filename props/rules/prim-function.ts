// A function that does one primitive and nothing else, from IR text: what the laws of rules are about.

import { engine } from "../../src/host/enter.ts";
import { parseModule, prims, type PrimName } from "../../src/ir/index.ts";
import { createProgram } from "../../src/compile/derived-program.ts";

export type NumberFunction = (...operands: readonly number[]) => number;

/** What is known of the operands when the function is differentiated: they are numbers, or nothing at all. */
export type Knowledge = "num" | "any";

const made = new Map<string, NumberFunction>();

/** The primitive as a function of its operands; compiled, and differentiable like any function. */
export function primFunction(prim: PrimName, count: number, knowledge: Knowledge = "num"): NumberFunction {
  const names = Array.from({ length: count }, (_, i) => `%x${i}`);
  const params = names.map((name) => (knowledge === "num" ? `${name}: num` : name)).join(", ");
  const text = `fn @f {\nbb0(%self, %this; ${params}):\n  %r = ${prim} ${names.join(", ")}\n  return %r\n}\n`;
  let f = made.get(text);
  if (f === undefined) {
    f = functionOf(text);
    made.set(text, f);
  }
  return f;
}

/** The function `@f` of a module, compiled and differentiable. */
export function functionOf(text: string): NumberFunction {
  return engine.closureOf(createProgram(parseModule(text)).code("f"), []) as unknown as NumberFunction;
}

/** The value of a primitive by the table. */
export function valueOf(prim: PrimName, operands: readonly unknown[]): unknown {
  return (prims[prim].evaluate as (...operands: readonly unknown[]) => unknown)(...operands);
}
