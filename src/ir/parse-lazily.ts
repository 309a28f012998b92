// Reads a printed module lazily: each function is parsed when it is first asked for, since a program needs few of a library's
// functions.

import type { Func, FuncName, Module } from "./model.ts";
import { parseFunc } from "./parse.ts";
import { parseFuncName } from "./parse-instr.ts";

/** Reads a module of closed functions, as `printModule` writes it; errors in a function's text appear when it is first read. */
export function parseLazily(text: string, prepare: (func: Func) => Func = (func) => func): Module {
  const functions: Record<FuncName, Func> = {};
  // Within functions, lines are labels, indented, or the closing brace.
  const starts = [...text.matchAll(/^fn /gm)].map(({ index }) => index);
  starts.forEach((start, k) => {
    const name = parseFuncName({ text, file: "<ir>", at: start + 3 });
    const read = (): Func => prepare(parseFunc(text.slice(start, starts[k + 1])));
    Object.defineProperty(functions, name, {
      enumerable: true,
      configurable: true,
      get(this: typeof functions) {
        const value = read();
        Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
        return value;
      },
    });
  });
  return { functions, sources: {} };
}
