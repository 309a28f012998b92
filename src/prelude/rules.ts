// Derivatives given by hand. `rule(primal, j, d)` gives `primal` the reverse-mode primal `j` and the pushforward `d`: they
// share one environment, so cotangents of captures fit, and those written by hand are differentiated like any function.

import { foreignCall, gather, push, rule, structure, tuple, tupleConcat, type Tuple } from "../host/intrinsics.ts";
import { ZerothError, type Context, type Cotangent, type Structure } from "../ir/index.ts";
import { countNumbers, pairAll, treeOf } from "./pairing.ts";
import { enterTangent } from "./tangents.ts";
import { mirror, seed } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** `f` with the pullback that `vjpOf` gives: `vjpOf(…args)` → `[y, ȳ => x̄s]`. */
export function customVjp(f: AnyFunction, vjpOf: (...args: unknown[]) => unknown): AnyFunction {
  const custom = (...args: unknown[]): unknown => f(...args);
  const customJ = (...args: unknown[]): unknown => {
    const shapes: Structure[] = [];
    for (let i = 0; i < args.length; i++) push(shapes, structure(args[i]));
    const pair = vjpOf(...args) as [unknown, (g: unknown) => unknown[]];
    if (!Array.isArray(pair) || typeof pair[1] !== "function") throw noPair();
    const value = pair[0];
    const back = pair[1];
    const result = structure(value);
    const pullback = (context: Context, g: Cotangent): unknown => {
      const cotangents = back(mirror(result, context, g));
      // Of further arguments, such as the index that `map` passes, a function may know nothing.
      const least = Math.min(shapes.length, f.length);
      if (!Array.isArray(cotangents) || cotangents.length < least) throw tooFewCotangents(least);
      const parts: Cotangent[] = [];
      for (let i = 0; i < shapes.length; i++) push(parts, seed(shapes[i] as Structure, context, cotangents[i]));
      return tupleConcat(tuple(0, 0) as readonly Cotangent[], gather(parts, parts.length));
    };
    return tuple(value, pullback);
  };
  /** The pullback is linear, so its values at the units of the result are the rows of the tangent map. */
  const customD = (context: Context, tangents: Tuple, ...args: unknown[]): unknown => {
    const shapes: Structure[] = [];
    for (let i = 0; i < args.length; i++) push(shapes, structure(args[i]));
    const pair = vjpOf(...args) as [unknown, (g: unknown) => unknown[]];
    if (!Array.isArray(pair) || typeof pair[1] !== "function") throw noPair();
    const value = pair[0];
    const back = pair[1];
    const result = structure(value);
    const least = Math.min(shapes.length, f.length);
    const moved: unknown[] = [];
    for (let k = 0; k < countNumbers(result); k++) {
      const cotangents = back(treeOf(result, (i) => (i === k ? 1 : 0)));
      if (!Array.isArray(cotangents) || cotangents.length < least) throw tooFewCotangents(least);
      push(moved, pairAll(shapes, context, tangents, cotangents));
    }
    const tangent = treeOf(result, (i) => moved[i]);
    return tuple(value, enterTangent(result, context, tangent, 0));
  };
  return rule(custom, customJ, customD);
}

function noPair(): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message: "a derivative rule returns [value, pullback]; this one returned something else",
    remedy: "return the value and a function from its cotangent to the arguments' cotangents",
  });
}

function tooFewCotangents(least: number): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message: `the pullback of a derivative rule returns an array with one cotangent for each argument, here ${least}; this one returned something else`,
    remedy: "return an array, with null where an argument has no cotangent",
  });
}

/** A native function whose result and effects carry no derivative, as a compiled function. */
export function inactive(f: (...args: never[]) => unknown): AnyFunction {
  return function (this: unknown, ...args: unknown[]): unknown {
    return foreignCall(f, this, gather(args, args.length));
  };
}
