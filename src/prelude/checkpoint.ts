// `checkpoint(f)` computes what `f` computes. In reverse mode it runs `f` without a tape, and its pullback runs `f` again.
//
// The second run must repeat the first, or its gradient would be that of another function. So fingerprints are compared,
// and any difference is refused:
//
// - that of the memory that `f` can reach, before and after each run, since `f` would write twice what it writes there;
// - that of the same memory when the pullback runs, since something else may have written to it after the first run;
// - that of the second result and of the first, since results may be random.

import {
  accum,
  callD,
  callJ,
  callPullback,
  callWith,
  foreignCall,
  gather,
  isTouched,
  partsFrom,
  shadow,
  structure,
  take,
  tuple,
  tupleConcat,
  tupleGet,
  rule,
  type Tuple,
} from "../host/intrinsics.ts";
import { fingerprintOfReach, fingerprintOfResult, holdsShadows, isSameFingerprint } from "../host/fingerprint.ts";
import { beginRepeatableRun, endRepeatableRun } from "../host/code-modes.ts";
import { ZerothError } from "../ir/index.ts";
import { type Context, type Cotangent, type Structure } from "../runtime/index.ts";
import { requireNoMore } from "./options.ts";
import { requireFunction } from "./requirements.ts";
import { takeProperty } from "./trees.ts";

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

export function checkpoint(f: AnyFunction, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "checkpoint");
  requireNoMore(surplus, "a function", "checkpoint");
  return function (this: unknown, ...args: unknown[]): unknown {
    return run(f, this, ...args);
  };
}

function run(f: unknown, receiver: unknown, ...args: unknown[]): unknown {
  return callWith(f, receiver, ...args);
}

function runJ(f: unknown, receiver: unknown, ...args: unknown[]): unknown {
  const reach = tupleConcat(tuple(f, receiver) as Tuple, gather(args, args.length));
  const before = foreignCall(fingerprintOfReach, undefined, reach);
  foreignCall(beginRepeatableRun, undefined, tuple());
  const value = callWith(f, receiver, ...args);
  foreignCall(endRepeatableRun, undefined, tuple());
  if (isAnother(before, foreignCall(fingerprintOfReach, undefined, reach))) throw writesWhatItReaches();
  const fingerprint = foreignCall(fingerprintOfResult, undefined, tuple(value));
  if (foreignCall(holdsShadows, undefined, tuple(fingerprint)) === true) throw returnsShadows();
  const result = structure(value);
  const pullback = (context: Context, g: Cotangent): unknown => {
    if (isAnother(before, foreignCall(fingerprintOfReach, undefined, reach))) throw writtenSince();
    foreignCall(beginRepeatableRun, undefined, tuple());
    const pair = callJ(f, receiver, ...args);
    foreignCall(endRepeatableRun, undefined, tuple());
    const again = tupleGet(pair, 0);
    if (isAnother(fingerprint, foreignCall(fingerprintOfResult, undefined, tuple(again)))) throw anotherResult();
    if (isAnother(before, foreignCall(fingerprintOfReach, undefined, reach))) throw writesWhatItReaches();
    move(result, structure(again), context);
    const parts = callPullback(tupleGet(pair, 1) as never, context, g);
    return tupleConcat(tuple(0, 0) as readonly Cotangent[], parts);
  };
  return tuple(value, pullback);
}

function runD(context: Context, tangents: Tuple, f: unknown, receiver: unknown, ...args: unknown[]): unknown {
  return callD(f, receiver, context, partsFrom(tangents, 2) as Tuple, ...args);
}

rule(run, runJ, runD);

/** Moves the cotangents of memory in the first result to the same places in the second result. */
function move(from: Structure, to: Structure, context: Context): void {
  if (from.kind === "number" || from.kind === "none") return;
  // Memory that both results hold existed before the call: its cotangents stay where they are.
  if (foreignCall(Object.is, undefined, tuple(from.ref, to.ref)) === true) return;
  if (from.kind === "closure" || from.kind === "opaque") {
    if (isTouched(context, from.ref)) throw lostInResult();
    for (let k = 0; k < from.items.length; k++) move(from.items[k] as Structure, to.items[k] as Structure, context);
    return;
  }
  const old = shadow(context, from.ref);
  const next = shadow(context, to.ref);
  const count = from.kind === "object" ? from.keys.length : from.kind === "box" ? 1 : from.length;
  for (let i = 0; i < count; i++) {
    const key = from.kind === "object" ? (from.keys[i] as string) : from.kind === "box" ? "v" : i;
    accum(next, key, from.kind === "object" ? takeProperty(old, key as string) : take(old, key));
    if (!from.uniform) move(from.items[i] as Structure, to.items[i] as Structure, context);
  }
}

function isAnother(before: unknown, now: unknown): boolean {
  return foreignCall(isSameFingerprint, undefined, tuple(before, now)) === false;
}

function writesWhatItReaches(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message:
      "checkpoint of a function that writes to its arguments or to variables outside of it, which would happen twice",
    remedy: "return what is new instead of writing it, or copy what is written to inside the function",
  });
}

function writtenSince(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message:
      "what a checkpointed function can read was written to after the call, so the function cannot be run again for its derivative",
    remedy: "pass it a copy, or make a new array or variable instead of writing to the one that it reads",
  });
}

function anotherResult(): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message: "a checkpointed function gave another result when it was run again for its derivative",
    remedy: "keep what is random, and what depends on time or on earlier calls, out of it: pass it as an argument",
  });
}

function returnsShadows(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: "checkpoint of a function that returns a tangent map, which was made with derivatives inside of it",
    remedy: "call the map inside of the function, or make it outside",
  });
}

function lostInResult(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message:
      "the derivative of an instance of a class, or of a function's property, that a checkpointed function returned",
    remedy: "return a plain object, or the numbers in it",
  });
}
