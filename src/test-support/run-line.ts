// `// run: @pow(2, 3) == 8`: an expression of JavaScript over the functions of a module, and its value, computed by
// every engine. Engines that disagree fail the fixture.
//
// `@f` is a closure of `@f` without captures; `gradient(@f)(x, …)` gives the cotangents that the pullback of `@f.J`
// returns for 1: those of self and `this`, then one per argument. `along(@f, ẋ, …)(x, …)` gives the value and its tangent
// along the tangents of the arguments.

import { compileFunction } from "node:vm";
import { derive } from "../compile/derived-program.ts";
import { createEngine } from "../codegen/index.ts";
import { interpret, interpretedClosure } from "../interp/index.ts";
import { type Module, printConstant, Program, verified, ZerothError } from "../ir/index.ts";
import { type AnyFunction, Context, type Resolve, stampOf } from "../runtime/index.ts";

export interface Engine {
  readonly name: string;
  readonly functionOf: (program: Program, name: string) => AnyFunction;
  /** The derivative of that name of a function, which is its `self`. */
  readonly derivativeOf: (program: Program, name: string, self: AnyFunction) => AnyFunction;
}

export const resolveStamped: Resolve = (callee, word) => {
  const stamp = stampOf(callee);
  if (stamp === undefined) return null;
  const { program, name } = stamp.code;
  return { code: program.code(program.derived(name, word)), self: callee as AnyFunction };
};

const limited = { resolve: resolveStamped, fuel: 1e7 };

export const interpreter: Engine = {
  name: "interpreter",
  functionOf: (program, name) => interpretedClosure(program.code(name), [], limited),
  derivativeOf:
    (program, name, self) =>
    (...args) =>
      interpret(program.code(name), self, undefined, args, limited),
};

const generated = createEngine(resolveStamped);

export const generatedCode: Engine = {
  name: "generated code",
  functionOf: (program, name) => generated.closureOf(program.code(name), []),
  derivativeOf: (program, name, self) => generated.instanceOf({ code: program.code(name), self }, ""),
};

/** A program whose derivatives are made as they are needed. */
export const programOf = (module: Module): Program => new Program(module, verified(derive));

/** The value of a `run` expression in a module, as text. */
export function runLine(expression: string, module: Module, engines: readonly Engine[]): string {
  const answers = engines.map((engine) => ({ engine, answer: evaluate(expression, module, engine) }));
  const [first] = answers;
  for (const { engine, answer } of answers) {
    if (answer !== first?.answer)
      throw new Error(`${expression} is ${first?.answer} for ${first?.engine.name}, ${answer} for ${engine.name}`);
  }
  return first?.answer ?? "";
}

function evaluate(expression: string, module: Module, engine: Engine): string {
  const program = programOf(module);
  const functionOf = (name: string): AnyFunction => engine.functionOf(program, name);
  const gradient =
    (f: AnyFunction) =>
    (...args: never[]): unknown => {
      const derivative = engine.derivativeOf(program, program.derived(stampOf(f)?.code.name ?? "", "J"), f);
      const [, pullback] = derivative(...args) as [unknown, (...args: unknown[]) => unknown];
      return pullback(new Context(), 1);
    };
  const along =
    (f: AnyFunction, ...tangents: unknown[]) =>
    (...args: unknown[]): unknown => {
      const derivative = engine.derivativeOf(program, program.derived(stampOf(f)?.code.name ?? "", "D"), f);
      return (derivative as (...all: unknown[]) => unknown)(new Context(), [0, 0, ...tangents], ...args);
    };
  const source = expression.replaceAll(/@([\w.$*]+)/gu, (_, name: string) => `$function(${JSON.stringify(name)})`);
  try {
    const run = compileFunction(`return (${source});`, ["$function", "gradient", "along"]) as (
      ...args: unknown[]
    ) => unknown;
    return show(run(functionOf, gradient, along));
  } catch (error) {
    if (error instanceof ZerothError && error.kind === "bug") throw error;
    return `throws ${error instanceof Error ? error.message.split("\n")[0] : show(error)}`;
  }
}

function show(value: unknown): string {
  if (Array.isArray(value)) return `[${Array.from(value, show).join(", ")}]`;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name} ${show(Array.from(value as Float64Array))}`;
  if (typeof value === "function") return "function";
  if (typeof value === "object" && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, v]) => `${key}: ${show(v)}`)
      .join(", ")} }`;
  }
  return typeof value === "symbol" ? String(value) : printConstant(value as never);
}
