// Operators that return the value of a function with another function, for functions that nothing but their arguments decides: the
// other function runs the whole again, on copies of the arguments. Both sweeps are then in one run, which needs no tape that
// outlives it. Whether a function is such is decided elsewhere (compile/again.ts).

import { overlaps, push, structure } from "../host/intrinsics.ts";
import { J, vjp } from "./derivatives.ts";
import { allOf } from "./evaluation.ts";
import { pushForward } from "./jvp.ts";
import { requireTangents } from "./linearize.ts";
import { copyTree } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;

export function JAgain(f: AnyFunction, ...args: unknown[]): [unknown, (g: unknown) => unknown[]] {
  const xs = apart(f, args);
  const at = copiesOf(xs);
  const pullback = (g: unknown): unknown[] => J(f, ...at)[1](g);
  return [f(...xs), pullback];
}

export function vjpAgain(f: AnyFunction, ...args: unknown[]): [unknown, (g: unknown) => unknown[]] {
  const xs = apart(f, args);
  const at = copiesOf(xs);
  const pullback = (g: unknown): unknown[] => vjp(f, ...at)[1](g);
  return [f(...xs), pullback];
}

/** General code transposes a pullback (linearize.ts). Forward mode gives the same map where no derivative is given by hand. */
export function linearizeAgain(f: AnyFunction, ...args: unknown[]): [unknown, (...tangents: unknown[]) => unknown] {
  const xs = apart(f, args);
  const at = copiesOf(xs);
  const map = (...tangents: unknown[]): unknown => {
    requireTangents(at.length, tangents.length);
    return pushForward(f, at, tangents, allOf(at))[1];
  };
  return [f(...xs), map];
}

/** The arguments, those that share memory copied: the function is called with what the operator calls it with (evaluation.ts). */
function apart(f: AnyFunction, args: readonly unknown[]): unknown[] {
  const copied = overlaps(f, args, allOf(args), false);
  const xs: unknown[] = [];
  for (let k = 0; k < args.length; k++) push(xs, copied[k] ? copyTree(structure(args[k]), args[k]) : args[k]);
  return xs;
}

function copiesOf(args: readonly unknown[]): unknown[] {
  const copies: unknown[] = [];
  for (let k = 0; k < args.length; k++) push(copies, copyTree(structure(args[k]), args[k]));
  return copies;
}
