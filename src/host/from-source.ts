// Compiles functions without a build step: a closed function is compiled from its own text, `Function.prototype.toString`.
//
// A function is closed if it uses no outside names except known globals. An entry point that has a parser installs the compiler
// of source texts (`setSourceCompiler`), so the run-time needs no parser. Each text is compiled once; a function that could be
// compiled gets a stamp, as if the plugin or the loader had seen it.

import { releaseScripts } from "../codegen/index.ts";
import type { Strictness } from "../front/index.ts";
import { ZerothError, type Code } from "../ir/index.ts";
import { Stamp, stampFunction } from "../runtime/index.ts";

/** The code of a text, or the outside names that the text uses. */
export type SourceResult =
  { readonly kind: "code"; readonly code: Code } | { readonly kind: "open"; readonly freeNames: readonly string[] };

/** Compiles the text of one function; throws a ZerothError if it cannot be compiled. */
export type SourceCompiler = (text: string, name: string, strictness: Strictness) => SourceResult;

/** Why a function cannot be compiled from its text. */
export interface SourceRefusal {
  readonly freeNames: readonly string[];
  readonly reason: string;
  /** For unsupported code: what to do instead, and the place in the function's text, if known. */
  readonly unsupported?: { readonly remedy: string; readonly place: string };
}

type Callable = (...args: never[]) => unknown;

let compiler: SourceCompiler | null = null;
/** The last one is the most recently used. */
const results = new Map<string, Code | SourceRefusal>();
/** At most this many texts are kept, since programs may make new ones without end (`new Function`). */
const mostResults = 128;

/** Installs the compiler of function texts, where there is a parser. */
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

/** Gives a closed function the code of its own text; returns the reason if that is impossible. */
export function stampFromSource(f: Callable): SourceRefusal | null {
  const text = sourceText(f);
  if (isNativeText(text)) return { freeNames: [], reason: "its code cannot be seen" };
  if (compiler === null) return { freeNames: [], reason: "no parser is loaded here" };
  const strictness = strictnessOf(f, text);
  const key = strictness + text;
  let result = results.get(key);
  results.delete(key);
  if (result === undefined) {
    result = compileText(compiler, text, f.name, strictness);
    if (results.size >= mostResults) forgetOldest();
  }
  results.set(key, result);
  if ("reason" in result) return result;
  stampFunction(f, new Stamp(result, []));
  return null;
}

/** Only functions that are not strict let others ask for their `arguments`. Arrows and methods never do. */
function strictnessOf(f: Callable, text: string): Strictness {
  if (!/^(?:async\s+)?function\b/.test(text)) return "unknown";
  try {
    Reflect.get(f, "arguments");
    return "sloppy";
  } catch {
    return "strict";
  }
}

/** A function that still exists keeps its code, but its errors no longer name places. */
function forgetOldest(): void {
  const [[key, result]] = results as unknown as [[string, Code | SourceRefusal]];
  results.delete(key);
  if ("program" in result) releaseScripts(result.program);
}

function compileText(
  compile: SourceCompiler,
  text: string,
  name: string,
  strictness: Strictness,
): Code | SourceRefusal {
  try {
    const result = compile(text, name, strictness);
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
