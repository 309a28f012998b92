// What a report says about a function: its name, the names of its parameters, its place; and which functions with handwritten
// derivatives take part in a call.

import { stopGradient } from "../index.ts";
import { resolve } from "../host/resolve.ts";
import { interpretedClosure, type InterpreterHost } from "../interp/index.ts";
import {
  codeFrame,
  firstParam,
  lineOf,
  noSpan,
  prims,
  ZerothError,
  type Func,
  type PrimName,
  type Span,
} from "../ir/index.ts";
import { stampOf, type Stamp } from "../runtime/index.ts";
import { customFor, partsOfCustom } from "./custom.ts";
import { valueHost } from "./oracle-host.ts";
import type { Callable } from "./point.ts";
import type { FunctionPlace } from "./report.ts";
import { copyTree } from "./trees.ts";

export interface Described extends FunctionPlace {
  /** Names of parameters; null for a pattern or a rest parameter. */
  readonly params: readonly (string | null)[];
}

/** The name and place of a function; for a function with a rule, those of the function that the rule is for. */
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

/** Compiles a closed function from its text, unless it is compiled already. */
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

/** The name by which the text calls a function at a place, if it is a simple one. */
function calleeAt({ line, column }: Span, source: string | undefined): string | undefined {
  const text = source === undefined ? undefined : lineOf(source, line)?.slice(column - 1);
  return text === undefined ? undefined : /^[\w$.]+(?=\()/.exec(text)?.[0];
}

/** A handwritten derivative that took part in a call. */
export interface TracedRule {
  readonly custom: Callable;
  /** The name of the function that it is for. */
  readonly name: string;
  readonly place: FunctionPlace;
  /** The arguments of the first calls. */
  readonly calls: readonly (readonly unknown[])[];
}

/** What a call runs that oracles must not rely on. */
export interface Trace {
  readonly rules: readonly TracedRule[];
  /** Whether `stopGradient` is called. */
  readonly stops: boolean;
}

const mostCalls = 5;

/** Runs the function in the interpreter and observes what it calls. */
export function traceCalls(f: Callable, args: readonly unknown[]): Trace {
  const rules = new Map<unknown, TracedRule & { readonly calls: (readonly unknown[])[] }>();
  let stops = false;
  /** Records a callee; whether it has a rule, so that its calls must be seen with their arguments. */
  const look = (callee: unknown, span: Span, source: string | undefined): boolean => {
    if (callee === stopGradient) stops = true;
    const custom = customFor(callee);
    if (custom === null) return false;
    if (!rules.has(custom)) {
      const { name } = describeFunction(callee, calleeAt(span, source));
      const { place, frame } = describeFunction(partsOfCustom(custom).rule);
      const shown = { name: `the derivative of \`${name}\` given by hand`, place, frame };
      rules.set(custom, { custom: custom as Callable, name, place: shown, calls: [] });
    }
    return true;
  };
  const note = (callee: unknown, given: readonly unknown[]): void => {
    const calls = rules.get(customFor(callee))?.calls;
    if (calls !== undefined && calls.length < mostCalls) calls.push(copyTree(given));
  };
  if (look(f, noSpan, undefined)) note(f, args);
  const stamp = stampFor(f);
  if (stamp !== undefined) {
    const host: InterpreterHost = {
      resolve: (callee, word, span, source) =>
        look(callee, span, source) && callee !== f ? null : valueHost.resolve(callee, word, span, source),
      lifting: {
        evaluate: plainly,
        isTrue: Boolean,
        call(callee, receiver, given) {
          note(callee, given);
          return Reflect.apply(callee as Callable, receiver, given);
        },
      },
      fuel: 1e7,
    };
    try {
      (interpretedClosure(stamp.code, stamp.env, host) as Callable)(...args);
    } catch {
      // What was seen before the exception is the result.
    }
  }
  return { rules: [...rules.values()], stops };
}

const plainly = (prim: PrimName, args: readonly unknown[]): unknown =>
  (prims[prim].evaluate as (...args: readonly unknown[]) => unknown)(...args);
