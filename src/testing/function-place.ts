// What a report says of a function: its name, the names of its parameters, where it stands; and which functions with
// derivatives given by hand take part in a call.

import { stopGradient } from "../index.ts";
import { resolve } from "../host/resolve.ts";
import { interpretedClosure } from "../interp/index.ts";
import {
  codeFrame,
  firstParam,
  lineOf,
  noSpan,
  stampOf,
  ZerothError,
  type Func,
  type Span,
  type Stamp,
} from "../ir/index.ts";
import { customFor, partsOfCustom } from "./custom.ts";
import { valueHost } from "./oracle-host.ts";
import type { Callable } from "./point.ts";
import type { FunctionPlace } from "./report.ts";

export interface Described extends FunctionPlace {
  /** Names of parameters; null where a pattern or a rest parameter stands. */
  readonly params: readonly (string | null)[];
}

/** The name and place of a function; of one with a rule, those of the function that the rule is for. */
export function describeFunction(f: unknown, name?: string): Described {
  const custom = customFor(f);
  const written = custom === null ? f : partsOfCustom(custom).primal;
  const stamp = stampFor(written) ?? stampFor(f);
  const called = name ?? nameOf(f, custom === null ? undefined : nameOf(written, undefined));
  if (stamp === undefined) return { name: called, params: [], place: null, frame: null };
  const { program, name: funcName } = stamp.code;
  const func = program.func(funcName);
  return { name: called, params: paramsOf(func), ...placeOf(func.span, program.module.sources[func.span.file]) };
}

const nameOf = (f: unknown, inner: string | undefined): string => {
  const own = inner ?? (f as { readonly name?: string }).name ?? "";
  return own === "" ? "f" : own;
};

/** Compiles a closed function from its text if nobody did. */
function stampFor(f: unknown): Stamp | undefined {
  if (typeof f !== "function") return undefined;
  try {
    if (stampOf(f) === undefined) resolve(f, "J", noSpan, undefined);
  } catch (error) {
    if (!(error instanceof ZerothError)) throw error;
  }
  return stampOf(f);
}

function paramsOf({ blocks, values, rest }: Func): readonly (string | null)[] {
  const params = blocks[0]?.params.slice(firstParam) ?? [];
  const named = rest ? params.slice(0, -1) : params;
  return named.map((param) => {
    const hint = values[param]?.hint ?? "";
    return hint === "" ? null : hint;
  });
}

function placeOf(span: Span, source: string | undefined): Pick<FunctionPlace, "place" | "frame"> {
  if (span.line === 0) return { place: null, frame: null };
  const frame = source === undefined ? null : codeFrame(source, span);
  return { place: `${shortFile(span.file)}:${span.line}:${span.column}`, frame: frame === "" ? null : frame };
}

/** Files below the working directory by their relative paths. */
export function shortFile(file: string): string {
  const folder = typeof process === "undefined" ? "" : `${process.cwd()}/`;
  return folder !== "" && file.startsWith(folder) ? file.slice(folder.length) : file;
}

/** What the text calls the function that is called at a place, if that is a simple name. */
function calleeAt({ line, column }: Span, source: string | undefined): string | undefined {
  const text = source === undefined ? undefined : lineOf(source, line)?.slice(column - 1);
  return text === undefined ? undefined : /^[\w$.]+(?=\()/.exec(text)?.[0];
}

/** What a call runs that no oracle may take for granted. */
export interface Trace {
  /** Functions whose derivatives are given by hand: name and place of the rule. */
  readonly rules: readonly FunctionPlace[];
  /** Whether `stopGradient` is called. */
  readonly stops: boolean;
}

/** Runs the function in the interpreter and looks at what it calls. */
export function traceCalls(f: Callable, args: readonly unknown[]): Trace {
  const rules = new Map<unknown, FunctionPlace>();
  let stops = false;
  const look = (callee: unknown, span: Span, source: string | undefined): void => {
    if (callee === stopGradient) stops = true;
    const custom = customFor(callee);
    if (custom === null || rules.has(custom)) return;
    const { name } = describeFunction(callee, calleeAt(span, source));
    const { place, frame } = describeFunction(partsOfCustom(custom).rule);
    rules.set(custom, { name: `the derivative of \`${name}\` given by hand`, place, frame });
  };
  look(f, noSpan, undefined);
  const stamp = stampFor(f);
  if (stamp !== undefined) {
    const host = {
      resolve: (...[callee, word, span, source]: Parameters<typeof resolve>) => {
        look(callee, span, source);
        return valueHost.resolve(callee, word, span, source);
      },
      fuel: 1e7,
    };
    try {
      (interpretedClosure(stamp.code, stamp.env, host) as Callable)(...args);
    } catch {
      // What was seen until then is what can be said.
    }
  }
  return { rules: [...rules.values()], stops };
}
