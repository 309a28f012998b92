// `onCotangent(x, hook)` is `x` itself. A reverse pass gives the hook the cotangent of `x`, and the hook may replace it.
//
// The cotangent of memory is what the program after this call contributes to it, through any alias. The innermost reverse pass
// runs the hook; passes around that one differentiate what the hook did. A forward pass leaves tangents unchanged and does not
// run the hook, but a reverse pass over a forward pass runs it.

import { keys, part, rule, structure, tuple, type Tuple } from "../host/intrinsics.ts";
import { ZerothError } from "../ir/index.ts";
import { type Context, type Cotangent, type Structure } from "../runtime/index.ts";
import { requireNoMore } from "./options.ts";
import { requireFunction } from "./requirements.ts";
import { mirror, seed } from "./trees.ts";

type Hook = (cotangent: unknown) => unknown;

export function onCotangent(x: unknown, hook: Hook, ...surplus: unknown[]): unknown {
  requireHook(hook, surplus);
  return x;
}

function requireHook(hook: Hook, surplus: readonly unknown[]): void {
  requireFunction(hook, "onCotangent");
  requireNoMore(surplus, "a value and a function", "onCotangent");
}

function onCotangentJ(x: unknown, hook: Hook, ...surplus: unknown[]): unknown {
  requireHook(hook, surplus);
  const shape = structure(x);
  requireNoClosures(shape);
  const pullback = (context: Context, g: Cotangent): unknown => {
    const cotangent = mirror(shape, context, g);
    const returned = hook(cotangent);
    const next = returned === undefined ? cotangent : returned;
    requireAlike(shape, next);
    return tuple(0, 0, seed(shape, context, next), 0);
  };
  return tuple(x, pullback);
}

function onCotangentD(_context: Context, tangents: Tuple, x: unknown, hook: Hook, ...surplus: unknown[]): unknown {
  return tuple(onCotangent(x, hook, ...surplus), part(tangents, 2));
}

rule(onCotangent, onCotangentJ, onCotangentD);

function requireNoClosures(s: Structure): void {
  if (s.kind === "closure") {
    throw new ZerothError({
      kind: "unsupported",
      message: "onCotangent of a function with captured values",
      remedy: "use it on the captured values instead, or on the function's result",
    });
  }
  for (let i = 0; i < s.items.length; i++) requireNoClosures(s.items[i] as Structure);
}

/** Refuses a cotangent of another shape, since parts of it would be lost. Null stands for zero. */
function requireAlike(s: Structure, g: unknown): void {
  if (g === null) return;
  if (s.kind === "number") {
    if (typeof g !== "number") throw unlike(g, "a number");
  } else if (s.kind === "array" || s.kind === "typed") {
    if (!Array.isArray(g) && !ArrayBuffer.isView(g)) throw unlike(g, `an array of length ${s.length}`);
    requireElements(s, g as unknown as readonly unknown[]);
  } else if (s.kind === "object") {
    if (typeof g !== "object" || Array.isArray(g) || ArrayBuffer.isView(g)) throw unlike(g, "a record");
    requireProperties(s, g as Readonly<Record<string, unknown>>);
  } else if (g !== 0) {
    throw unlike(g, "nothing that has a cotangent");
  }
}

function requireElements(s: Structure, g: readonly unknown[]): void {
  if (g.length !== s.length) throw unlike(g, `an array of length ${s.length}`);
  for (let i = 0; i < s.length; i++) {
    if (!s.uniform) requireAlike(s.items[i] as Structure, g[i]);
    else if (typeof g[i] !== "number" && g[i] !== null) throw unlike(g[i], "a number");
  }
}

function requireProperties(s: Structure, g: Readonly<Record<string, unknown>>): void {
  const given = keys(g);
  for (let k = 0; k < given.length; k++) {
    if (!s.keys.includes(given[k] as string)) throw unlike(g, `no \`${given[k] as string}\``);
  }
  for (let k = 0; k < s.keys.length; k++) {
    const key = s.keys[k] as string;
    if (!given.includes(key)) throw unlike(g, `\`${key}\``);
    requireAlike(s.items[k] as Structure, g[key]);
  }
}

function unlike(given: unknown, expected: string): ZerothError {
  const kind =
    given === undefined
      ? "undefined"
      : Array.isArray(given) || ArrayBuffer.isView(given)
        ? `an array of length ${(given as unknown as readonly unknown[]).length}`
        : `a value of type ${typeof given}`;
  return new ZerothError({
    kind: "invalid",
    message: `the function given to onCotangent returned ${kind} where the value has ${expected}`,
    remedy: "return a cotangent of the same shape as the value, null for zero, or nothing to leave it as it is",
  });
}
