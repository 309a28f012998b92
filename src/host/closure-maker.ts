// Functions that make closures: for the code of a closure, a compiled function that takes captured values and returns another
// closure of that code. It is code of the same program, so the transforms derive it like any function.
//
//     fn @f/closure {
//     bb0(%self; %a, %b):
//       %0 = closure @f [%a, %b]
//       return %0
//     }

import { FuncBuilder, noSpan, ZerothError, type Code } from "../ir/index.ts";
import { stampOf, type AnyFunction, type Environment } from "../runtime/index.ts";
import { engine } from "./enter.ts";

const makers = new WeakMap<Code, AnyFunction>();

/** `closureMaker(f)(…captures)` is a function that does what `f` does, with these captured values. */
export function closureMaker(f: AnyFunction): AnyFunction {
  const code = stampOf(f)?.code;
  if (code === undefined)
    throw new ZerothError({ kind: "bug", message: "a function without code has no captured values" });
  let maker = makers.get(code);
  if (maker === undefined) makers.set(code, (maker = makeMaker(code)));
  return maker;
}

function makeMaker({ program, name }: Code): AnyFunction {
  const { captures } = program.func(name);
  const maker = `${name}/closure`;
  const builder = new FuncBuilder({
    name: maker,
    params: captures.map((capture) => ({ hint: capture.name })),
    span: noSpan,
  });
  builder.ret(builder.closure(name, builder.params, noSpan), noSpan);
  program.add(builder.finish());
  return engine.closureOf(program.code(maker), []);
}

/** The captures of a function that gradients show: their names, and their indices in its environment. */
export interface Captures {
  readonly env: Environment;
  readonly names: readonly string[];
  readonly slots: readonly number[];
  /** Whether the environment holds the variable's box. */
  readonly boxed: readonly boolean[];
}

export function capturesOf(f: unknown): Captures {
  const stamp = stampOf(f);
  if (stamp === undefined) return { env: [], names: [], slots: [], boxed: [] };
  const { captures } = stamp.code.program.func(stamp.code.name);
  const shown = captures.flatMap(({ name, from, boxed }, slot) => (from === "scope" ? [{ name, slot, boxed }] : []));
  return {
    env: stamp.env,
    names: shown.map(({ name }) => name),
    slots: shown.map(({ slot }) => slot),
    boxed: shown.map(({ boxed }) => boxed),
  };
}

/** Gives a closure the properties that JavaScript shows of the closure it was made from. */
export function resemble(made: AnyFunction, like: AnyFunction): void {
  for (const key of new Set(["name", "length", ...Object.keys(like)])) {
    const property = Object.getOwnPropertyDescriptor(like, key);
    if (property !== undefined) Object.defineProperty(made, key, property);
  }
}
