// Checks shapes when a derived function returns: a value that callers take apart must have the parts they expect.
//
// `@f.J` returns the tuple (y, pullback); a pullback `@f.J*` returns a tuple of cotangents, at most one each for `self`, `this`
// and the parameters of `@f` unless further arguments follow. A wrong shape is a bug of zeroth; it is found where it arises, not
// where its NaN or `undefined` surfaces.

import type { Func, Module } from "../ir/index.ts";
import { ZerothError } from "../ir/index.ts";
import { Tape } from "../runtime/index.ts";

/** An `onReturn` for the interpreter's host. */
export function checkShapes(func: Func, module: Module, result: unknown): void {
  if (func.name.endsWith(".J")) {
    const isPair = Array.isArray(result) && result.length === 2 && typeof result[1] === "function";
    if (!isPair) throw wrong(func, `returned ${describe(result)}, not (value, pullback)`);
  } else if (func.name.endsWith(".J*")) {
    if (!Array.isArray(result)) throw wrong(func, `returned ${describe(result)}, not a tuple of cotangents`);
    const primal = module.functions[func.name.slice(0, -".J*".length)];
    const most = primal === undefined || primal.rest ? Infinity : (primal.blocks[0]?.params.length ?? Infinity);
    if (result.length > most) throw wrong(func, `returned ${result.length} cotangents for ${most} parameters`);
    result.forEach((part: unknown, k) => {
      if (!isCotangent(part)) throw wrong(func, `returned ${describe(part)} as cotangent ${k}`);
    });
  }
}

function isCotangent(x: unknown): boolean {
  return typeof x === "number" || x instanceof Tape || (Array.isArray(x) && x.every(isCotangent));
}

function describe(x: unknown): string {
  return Array.isArray(x) ? `a tuple of ${x.length}` : x === null ? "null" : `a value of type ${typeof x}`;
}

function wrong({ name, span }: Func, what: string): ZerothError {
  return new ZerothError({ kind: "bug", message: `@${name} ${what}`, span });
}
