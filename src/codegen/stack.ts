// Maps generated code back to the user's source: stack traces, places of errors, and stack overflow.
//
// Every generated script registers its name and the regions of its text. A stack frame of a generated script is
// rewritten to the place that its innermost region stands for.

import type { Module, Program, Span } from "../ir/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import { isInPrelude, isStackFull, noSpan, placeOfUser, ZerothError } from "../ir/index.ts";
import type { Region } from "./print.ts";

export interface Script {
  /** The name of the function in messages. */
  readonly title: string;
  readonly regions: () => readonly Region[];
  /** The line where the function begins. Frames before it are not the function's own. */
  readonly firstLine: number;
  /** The place of the function. */
  readonly span: Span;
  /** The texts of files, by name: the code of one function may come from several. */
  readonly sources: Module["sources"];
}

/** By name, for programs that are kept. */
const scripts = new Map<string, Script>();

export type Scripts = Map<string, Script>;

/** By program. */
const scriptsOf = new WeakMap<Program, Scripts>();

/** Programs whose scripts are dropped together with them. */
const passing = new WeakSet<Program>();

/** Drops a program's scripts together with it: from now on, callers that explain its errors must provide the scripts. */
export function releaseScripts(program: Program): Scripts {
  passing.add(program);
  const own = ownScripts(program);
  for (const url of own.keys()) scripts.delete(url);
  return own;
}

export const isReleased = (program: Program): boolean => passing.has(program);

function ownScripts(program: Program): Scripts {
  let own = scriptsOf.get(program);
  if (own === undefined) scriptsOf.set(program, (own = new Map<string, Script>()));
  return own;
}

/** For each name without its number, how many scripts have it. */
const used = new Map<string, number>();

/** `new Function` adds its own head on the first lines. */
const headLines = 2;

/** Registers a script of a program and gives it a unique name. */
export function registerScript(program: Program, file: string, functionName: string, script: Script): string {
  const base = encodeURI(`zeroth://${file === "" ? "code" : file.replace(/^\w+:\/\//, "")}/${functionName}`).replace(
    /[()]/g,
    "_",
  );
  const n = (used.get(base) ?? 0) + 1;
  used.set(base, n);
  const url = n === 1 ? `${base}.js` : `${base}~${n}.js`;
  ownScripts(program).set(url, script);
  if (!isReleased(program)) scripts.set(url, script);
  return url;
}

const framePattern = /(zeroth:\/\/[^\s()]+?\.js):(\d+):(\d+)/g;

interface Place {
  readonly script: Script;
  readonly span: Span;
}

function placeOf(own: Scripts | undefined, url: string, line: number, column: number): Place | undefined {
  const script = own?.get(url) ?? scripts.get(url);
  if (script === undefined || line - headLines < script.firstLine) return undefined;
  // Regions are listed from inner to outer.
  const region = script.regions().find((r) => r.line === line - headLines && r.from <= column && column < r.to);
  return { script, span: region?.span ?? script.span };
}

/** The innermost place in the user's code; if there is none, the innermost in the prelude. */
function firstPlace(stack: string, own: Scripts | undefined): Place | undefined {
  let first: Place | undefined;
  for (const [, url, line, column] of stack.matchAll(framePattern)) {
    const place = placeOf(own, url ?? "", Number(line), Number(column));
    const user = place === undefined ? null : placeOfUser(place.span);
    if (place !== undefined && user !== null) return { ...place, span: user };
    first ??= place;
  }
  return first;
}

/** The place in the user's code where an error was made in generated code. */
export function spanOf({ stack = "" }: Error, own?: Scripts): Span {
  return firstPlace(stack, own)?.span ?? noSpan;
}

/** The stack trace with places in generated code replaced by the user's places. */
function remapStack(stack: string, own: Scripts | undefined): string {
  return stack.replace(framePattern, (frame, url: string, line: string, column: string) => {
    const span = placeOf(own, url, Number(line), Number(column))?.span;
    return span === undefined || span.line === 0 ? frame : `${span.file}:${span.line}:${span.column}`;
  });
}

/**
 * Turns what generated code threw into what is thrown to the user: the same value where possible, with its stack remapped.
 * Scripts of programs that are not kept are known only if they are given.
 */
export function explainError(error: unknown, own?: Scripts): unknown {
  if (!(error instanceof Error) || typeof error.stack !== "string") return error;
  const { stack } = error;
  const place = firstPlace(stack, own);
  const remapped = remapStack(stack, own);
  if (place === undefined) return error;
  if (isStackFull(error)) return tooDeep(error, place, remapped);
  if (
    error instanceof ZerothError &&
    (error.span === undefined || (isInPrelude(error.span) && !isInPrelude(place.span)))
  ) {
    const placed = withPlace(error, place);
    setStack(placed, `${placed.name}: ${placed.message}\n${framesOf(remapped)}`);
    return placed;
  }
  setStack(error, remapped);
  return error;
}

function withPlace({ kind, reason, remedy }: ZerothError, { span, script: { sources } }: Place): ZerothError {
  const source = sources[span.file];
  return new ZerothError({
    kind,
    message: reason,
    ...(remedy === undefined ? {} : { remedy }),
    // Places in the prelude are not places of the user.
    ...(span.line === 0 || isInPrelude(span) ? {} : { span }),
    ...(source === undefined || isInPrelude(span) ? {} : { source }),
  });
}

function tooDeep(error: Error, { script, span }: Place, stack: string): ZerothError {
  const source = script.sources[span.file];
  setStack(error, stack);
  return new ZerothError(
    {
      kind: "invalid",
      message: `recursion too deep in ${script.title}: JavaScript's stack is full`,
      remedy: "run node with a larger --stack-size, or rewrite the recursion as a loop",
      ...(span.line === 0 ? {} : { span }),
      ...(source === undefined ? {} : { source }),
    },
    { cause: error },
  );
}

function framesOf(stack: string): string {
  const start = stack.search(/^\s+at /m);
  return start < 0 ? "" : stack.slice(start);
}

function setStack(error: Error, stack: string): void {
  try {
    error.stack = stack;
  } catch {
    // The stack of a frozen error cannot be changed.
  }
}

/** Calls a function for native code, which does not know whether it is generated; errors that leave name the user's places. */
export function enter(fn: AnyFunction, receiver: unknown, args: readonly unknown[]): unknown {
  try {
    return Reflect.apply(fn, receiver, args as never[]);
  } catch (error) {
    throw explainError(error);
  }
}
