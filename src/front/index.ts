// The front end: lowers TypeScript and JavaScript to IR with nested functions, and finds the places in the text that are needed
// to connect functions at run time with their IR.

import { ZerothError, type FuncName, type Module } from "../ir/index.ts";
import { homeName } from "./scope-functions.ts";
import { decideCaptures } from "./captures.ts";
import { lowerFunctions } from "./functions.ts";
import { knownGlobals } from "./globals.ts";
import { withinStack } from "./nesting.ts";
import { decideNumbers } from "./numbers.ts";
import { readFunctionText, readModule, type Format, type Node, type Source, type Strictness } from "./read.ts";
import { analyseScopes } from "./scope.ts";
import type { Analysis, Binding, ExportedName } from "./scope-model.ts";
import { boxSites, functionSites, type BoxSite, type FunctionSite } from "./sites.ts";

export { assertShallow, withinStack } from "./nesting.ts";
export { readModule, spanOf } from "./read.ts";
export type { ast, Format, Source, Strictness } from "./read.ts";
export type { BoxSite, FunctionSite } from "./sites.ts";
export type { ExportedName, MemberKey } from "./scope-model.ts";

/** A lowered module. */
export interface Lowered {
  /** Functions before closure conversion; the one named `module` represents the top level and never runs. */
  readonly module: Module;
  /** All functions of the text that may get a stamp, in the order of their starts. */
  readonly functions: readonly FunctionSite[];
  readonly boxes: readonly BoxSite[];
  readonly exports: readonly ExportedName[];
  /** Where statements may be inserted at the top level: after directives. */
  readonly start: number;
}

/**
 * Lowers a module. The extension of `file` tells the language. Throws a ZerothError if the text is invalid; valid code that
 * cannot be compiled becomes a refusal of the function that contains it.
 *
 * @example
 * const { module, functions } = lower("export const f = (x: number) => 5 * x + 3;", "f.ts");
 * printModule(module); // fn @f parent @module { bb0(%self; %x): %0 = mul 5, %x …
 * functions[0]?.func; // "f"
 */
export function lower(code: string, file: string, format: Format = "module"): Lowered {
  return withinStack(file, () => {
    const analysis = analyse(readModule(code, file, format));
    return {
      module: moduleOf(analysis),
      functions: functionSites(analysis),
      boxes: boxSites(analysis),
      exports: analysis.exports,
      start: analysis.module.bodyScope?.start ?? 0,
    };
  });
}

/** A function lowered from its own text. */
export interface LoweredFunction {
  readonly module: Module;
  readonly func: FuncName;
  /** Outside names that are not known globals: the function needs them, and its text does not contain them. */
  readonly freeNames: readonly string[];
}

/**
 * Lowers a function from its own text, as `Function.prototype.toString` gives it.
 *
 * @example
 * lowerFunction(String((x) => k * x), "the text of f").freeNames; // ["k"]
 */
export function lowerFunction(text: string, file: string, strictness?: Strictness): LoweredFunction {
  const analysis = withinStack(file, () => analyse(readFunctionText(text, file, strictness)));
  const func = analysis.functionOf.get(functionOfText(analysis.source));
  if (func === undefined || func.form === "constructor") {
    throw new ZerothError({
      kind: "unsupported",
      message: "a class as a function",
      remedy: "pass a function, with plain objects in place of those of the class",
    });
  }
  const names = [...analysis.references.values()]
    .filter(({ binding, isTypeof }) => (binding === null || isHomeOfText(binding)) && !isTypeof)
    .map(({ name }) => name);
  const freeNames = [...new Set(names)].filter((name) => !knownGlobals.has(name) && name !== "arguments");
  // An arrow has `this` from outside.
  if (func.form === "arrow" && func.usesThis) freeNames.push("this");
  return { module: moduleOf(analysis), func: func.name, freeNames };
}

/** Whether a name means the class around the text, which the text does not contain. */
const isHomeOfText = ({ name, scope }: Binding): boolean => name === homeName && scope.func.form === "module";

/** The function in the text of one function, which may be parsed as an expression, or a method of a record or a class. */
function functionOfText({ program }: Source): Node {
  const [statement] = program.body;
  const expression = statement?.type === "ExpressionStatement" ? statement.expression : program;
  if (expression.type === "ObjectExpression") {
    const [property] = expression.properties;
    return property?.type === "Property" ? property.value : expression;
  }
  if (expression.type !== "ClassExpression" || expression.id !== null) return expression;
  const member = expression.body.body.at(-1);
  return member?.type === "MethodDefinition" ? member.value : expression;
}

function analyse(source: Source): Analysis {
  const analysis = analyseScopes(source);
  decideCaptures(analysis);
  decideNumbers(analysis);
  return analysis;
}

function moduleOf(analysis: Analysis): Module {
  const { file, text } = analysis.source;
  return {
    functions: Object.fromEntries(lowerFunctions(analysis).map((func) => [func.name, func])),
    sources: { [file]: text },
  };
}
