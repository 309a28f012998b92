// Functions without a build step: a closed function is compiled from its own text, `Function.prototype.toString`.
//
// A function is closed if it uses no name from outside of itself but known globals. The compiler of source texts is
// installed by the entry point that has a parser (`setSourceCompiler`), so the run-time alone needs none. Texts are
// compiled once; a function that could be read is stamped, as if plugin or loader had met it.

import { releaseScripts } from "../codegen/index.ts";
import { ZerothError } from "../ir/index.ts";
import { stampFunction, type Code } from "../runtime/index.ts";

/** The function that a text stands for, or the names that it uses from outside. */
export type SourceResult =
  { readonly kind: "code"; readonly code: Code } | { readonly kind: "open"; readonly freeNames: readonly string[] };

/** Compiles the text of one function; throws a ZerothError for what cannot be compiled. */
export type SourceCompiler = (text: string, name: string) => SourceResult;

/** Why a function cannot be compiled from its text. */
export interface SourceRefusal {
  readonly freeNames: readonly string[];
  readonly reason: string;
  /** Of what is not supported: what to do instead, and the place in the function's text, if there is one. */
  readonly unsupported?: { readonly remedy: string; readonly place: string };
}

type Callable = (...args: never[]) => unknown;

let compiler: SourceCompiler | null = null;
/** What was asked for last is last. */
const results = new Map<string, Code | SourceRefusal>();
/** Programs that make new texts without end (`new Function`) keep this many. */
const mostResults = 128;

/** Installs what compiles a function from its text, where there is a parser. */
export function setSourceCompiler(compile: SourceCompiler | null): void {
  compiler = compile;
}

/** The function's text as JavaScript gives it, whatever properties the function has. */
export function sourceText(f: Callable): string {
  return Function.prototype.toString.call(f);
}

/** Whether a function's text hides its code: natives, bound functions, proxies. */
export function isNativeText(text: string): boolean {
  return /\{\s*\[native code\]\s*\}\s*$/.test(text);
}

/** Attaches to a closed function the code of its own text; gives the reason if that cannot be done. */
export function stampFromSource(f: Callable): SourceRefusal | null {
  const text = sourceText(f);
  if (isNativeText(text)) return { freeNames: [], reason: "its code cannot be seen" };
  if (compiler === null) return { freeNames: [], reason: "no parser is loaded here" };
  let result = results.get(text);
  results.delete(text);
  if (result === undefined) {
    result = compileText(compiler, text, f.name);
    if (results.size >= mostResults) forgetOldest();
  }
  results.set(text, result);
  if ("reason" in result) return result;
  stampFunction(f, { code: result, env: [], instances: null });
  return null;
}

/** A function that is still there keeps its code, but its errors tell no places any more. */
function forgetOldest(): void {
  const [[text, result]] = results as unknown as [[string, Code | SourceRefusal]];
  results.delete(text);
  if ("program" in result) releaseScripts(result.program);
}

function compileText(compile: SourceCompiler, text: string, name: string): Code | SourceRefusal {
  try {
    const result = compile(text, name);
    if (result.kind === "code") return result.code;
    return { freeNames: result.freeNames, reason: "it uses names from outside of itself" };
  } catch (error) {
    if (error instanceof ZerothError) return refusalOf(error);
    throw error;
  }
}

function refusalOf({ kind, reason, remedy = "", span }: ZerothError): SourceRefusal {
  const place = span === undefined ? "" : `line ${span.line}, column ${span.column} of its text`;
  if (kind === "unsupported") return { freeNames: [], reason, unsupported: { remedy, place } };
  return { freeNames: [], reason: place === "" ? reason : `${reason} (${place})` };
}
