// `zeroth passes`: shows what each pass changes in a module or a function, from its text to JavaScript, as differences of IR.

import * as operators from "../index.ts";
import { compileModule } from "../compile/closing.ts";
import { createProgram } from "../compile/derived-program.ts";
import { later } from "../compile/later.ts";
import { originOf } from "../compile/origins.ts";
import { lower } from "../front/index.ts";
import {
  changedFunctions,
  printFunc,
  reportStep,
  traced,
  type FuncName,
  type Module,
  type PassEvent,
} from "../ir/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import { isCommonJs } from "../plugin/transform.ts";
import { irDifference } from "./ir-difference.ts";
import type { PassesOptions } from "./options.ts";

/** The result of an operator for an exported function. */
export function entryFor(
  exports: { readonly [name: string]: unknown },
  { name, operator, shown }: { readonly name: string; readonly operator: string; readonly shown: string },
): AnyFunction {
  return operatorOf(operator)(functionOf(exports[name], name, shown));
}

export interface Source {
  readonly text: string;
  /** The path shown in places. */
  readonly shown: string;
  /** The exports of the module. */
  readonly load: () => Promise<{ readonly [name: string]: unknown }>;
  readonly isColoured: boolean;
}

/** The text to print. */
export async function passesCommand(options: PassesOptions, source: Source): Promise<string> {
  const { name, derivative, args } = options;
  const printed: string[] = [];
  const tracing =
    (isShown: (func: FuncName) => boolean) =>
    (event: PassEvent): void => {
      printed.push(...differencesOf(event, isShown, source.isColoured));
    };
  const isOfFunction = (func: FuncName): boolean =>
    name === null || func === name || func.startsWith(`${name}.`) || func.startsWith(`${name}*`);
  const closed = traced(tracing(isOfFunction), () => {
    const { module } = lower(source.text, source.shown, isCommonJs(source.text, source.shown) ? "commonjs" : "module");
    reportStep("lower", { functions: {}, sources: {} }, module);
    return compileModule(module);
  });
  if (name !== null && closed.functions[name] === undefined) throw new Error(noFunction(name, source.shown, closed));
  if (name !== null && derivative !== null) {
    const program = createProgram(closed);
    traced(tracing(isOfFunction), () => {
      const derived = program.derived(name, derivative);
      // Reverse mode derives the pullback together with the primal; a pullback of the pullback is derived on demand only.
      return program.func(derived);
    });
  }
  if (name !== null && args !== null) {
    const entry = entryFor(await source.load(), { name, operator: options.operator, shown: source.shown });
    const given = argumentsOf(args);
    traced(
      tracing(() => true),
      () => later.plans().findEntry(originOf(entry), given),
    );
    printed.push(`── JavaScript\n\n${later.plans().codeOf(entry, ...given)}`);
  }
  return printed.join("\n");
}

/** One text for each function that changed or was added. */
function differencesOf(
  { pass, within, before, after }: PassEvent,
  isShown: (func: FuncName) => boolean,
  isColoured: boolean,
): readonly string[] {
  const title = [...within, pass].join(": ");
  return changedFunctions(before, after)
    .filter(isShown)
    .map((name) => {
      const [old, made] = [before, after].map(({ functions: { [name]: func } }) => (func ? printFunc(func) : ""));
      return `── ${title}, @${name}\n\n${irDifference(old ?? "", made ?? "", isColoured)}\n`;
    });
}

function noFunction(name: string, file: string, { functions }: Module): string {
  const names = Object.keys(functions).filter((other) => !/[.*]/.test(other));
  return `no function \`${name}\` in ${file}; there are ${names.map((other) => `\`${other}\``).join(", ") || "none"}`;
}

function functionOf(value: unknown, name: string, file: string): AnyFunction {
  if (typeof value === "function") return value as AnyFunction;
  throw new Error(`${file} does not export a function \`${name}\`, which --args needs`);
}

function operatorOf(name: string): (f: AnyFunction) => AnyFunction {
  const { [name]: operator } = operators as { readonly [name: string]: unknown };
  if (typeof operator === "function") return operator as (f: AnyFunction) => AnyFunction;
  throw new Error(`zeroth has no operator \`${name}\``);
}

export function argumentsOf(text: string): readonly unknown[] {
  try {
    // oxlint-disable-next-line no-implied-eval -- what the user writes on the command line is the user's own
    return (new Function(`return [${text}];`) as () => readonly unknown[])();
  } catch (error) {
    throw new Error(`--args takes arguments of a call, and was given \`${text}\`: ${String(error)}`, { cause: error });
  }
}
