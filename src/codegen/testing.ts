// For tests: programs from IR text, run by the interpreter's rules in generated code, with derivatives found by name.

import type { AnyFunction, Resolve } from "../ir/index.ts";
import { parseModule, Program, stampOf } from "../ir/index.ts";
import { createEngine, type Engine } from "./index.ts";
import { emitFunction } from "./emit.ts";

/** Closures run their derivative; everything else is native. */
export const resolveByStamp: Resolve = (callee, word) => {
  const stamp = stampOf(callee);
  if (stamp === undefined) return null;
  const { program } = stamp.code;
  return { code: program.code(program.derived(stamp.code.name, word)), self: callee as AnyFunction };
};

/** A program whose derivatives stand in the text under their names. */
export function programOf(text: string): Program {
  const module = parseModule(text);
  return new Program(module, (_module, name, letter) => {
    const derived = module.functions[`${name}.${letter}`];
    if (derived === undefined) throw new Error(`no derivative of @${name}`);
    return [derived];
  });
}

export const engine: Engine = createEngine(resolveByStamp);

export function generated(
  program: Program,
  name: string,
  env: readonly unknown[] = [],
): (...args: unknown[]) => unknown {
  return engine.closureOf(program.code(name), env) as (...args: unknown[]) => unknown;
}

/** The generated text of a function, without what surrounds every function. */
export function textOfFunction(program: Program, name: string): string {
  return emitFunction(program, name).text;
}
