// For tests: programs from IR text, run by the interpreter's rules in generated code, with derivatives found by name.

import { createEngine, emitFunction, type Engine } from "../codegen/index.ts";
import { atOnce, parseModule, Program, verified, type Differentiate } from "../ir/index.ts";
import { resolveStamped } from "./run-line.ts";

/** A program whose derivatives stand in the text under their names. */
export function programOf(text: string): Program {
  const module = parseModule(text);
  const given: Differentiate = (_module, name, letter) =>
    atOnce(() => {
      const derived = module.functions[`${name}.${letter}`];
      if (derived === undefined) throw new Error(`no derivative of @${name}`);
      return [derived];
    });
  return new Program(module, verified(given));
}

const engine: Engine = createEngine(resolveStamped);

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
