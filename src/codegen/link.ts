// Links functions of a program as running JavaScript: text → `new Function` → factory, once per function.

import type { Code, Func, Span, Word } from "../ir/index.ts";
import type { AnyFunction, Environment, Factory, Resolve, Target } from "../runtime/index.ts";
import { rootName, ZerothError } from "../ir/index.ts";
import { emitFunction } from "./emit.ts";

import { createRuntime, siteAt, type Runtime, type Site } from "./runtime.ts";
import { isReleased, registerScript } from "./stack.ts";

export interface Engine {
  /** The factory of a function, linked on first use and kept on the code. */
  readonly factoryOf: (code: Code) => Factory;
  /** A closure as a stamped JavaScript function. */
  readonly closureOf: (code: Code, env: Environment) => AnyFunction;
  /** The generated function that runs a resolved target for a word; call it with the receiver and the arguments. */
  readonly instanceOf: (target: Target, word: Word) => AnyFunction;
  /** The derivative of a function as a JavaScript function, found by `resolve`. */
  readonly derivative: (callee: unknown, word: Word, span: Span, source: string | undefined) => AnyFunction;
  /** Forgets what `resolve` answered for functions without a stamp: its answers would differ now. */
  readonly forget: () => void;
}

export function createEngine(resolve: Resolve): Engine {
  const factoryOf = (code: Code): Factory => (code.factory ??= link(code, runtime));
  const runtime = createRuntime(resolve, factoryOf);
  return {
    factoryOf,
    closureOf: runtime.closure,
    instanceOf: runtime.instance,
    derivative: (callee, word, span, source) => runtime.derivative(callee, word, siteAt(span, source)),
    forget: runtime.forget,
  };
}

/** The function in messages: `f`, or `a derivative of f`; by its name in the program if the source gives none. */
function titleOf({ name, sourceName }: Func): string {
  const root = rootName(name);
  const title = sourceName === "" ? `@${root}` : sourceName;
  return root === name ? title : `a derivative of ${title}`;
}

type Script = ($: Runtime, codes: { readonly [name: string]: Code }, sites: readonly Site[]) => Factory;

function link({ program, name }: Code, runtime: Runtime): Factory {
  const func = program.func(name);
  if (func.refusal !== null) return refusing(func.refusal, program.module.sources[func.refusal.span.file]);
  // Finding the regions takes a tenth of the time, and only errors ask for them. What would keep a passing program asks now.
  const isPassing = isReleased(program);
  const { text, regions, firstLine, functionName, codes, sites } = emitFunction(program, name, isPassing);
  const { sources } = program.module;
  const url = registerScript(program, func.span.file, functionName, {
    title: titleOf(func),
    regions: isPassing ? always(regions) : onceAsked(() => emitFunction(program, name, true).regions),
    firstLine,
    span: func.span,
    sources,
  });
  // oxlint-disable-next-line no-new-func, no-implied-eval
  const script = new Function("$", "codes", "sites", `${text}\n//# sourceURL=${url}`) as Script;
  return script(
    runtime,
    Object.fromEntries(codes.map((callee) => [callee, program.code(callee)])),
    sites.map((span) => siteAt(span, sources[span.file])),
  );
}

/** In its own scope: closures of one scope keep alive everything that any of them mentions. */
const always =
  <T>(value: T) =>
  (): T =>
    value;

function onceAsked<T>(find: () => T): () => T {
  let found: T | undefined;
  return () => (found ??= find());
}

/** A factory for a function that cannot be compiled: the error is thrown when it is called, not when it is mentioned. */
function refusing(
  { message, remedy, span }: { readonly message: string; readonly remedy: string; readonly span: Span },
  source: string | undefined,
): Factory {
  return () => () => {
    throw new ZerothError({ kind: "unsupported", message, remedy, span, ...(source === undefined ? {} : { source }) });
  };
}
