// Tuples, tapes, cotangents, contexts and shadows; derivatives by hand; and what the prelude needs of the border.

import { arenaForLoop, arenaWithRoom, asWhole, giveArena, takeArena } from "../values/arena.ts";
import { inject, injectFrom, part, partsFrom, partsTo, ratio, scale, sum } from "../values/cotangent.ts";
import { overlaps } from "../values/overlap.ts";
import { Context } from "../values/shadow.ts";
import type { Shadow } from "../values/shadow-kind.ts";
import { structureOf } from "../values/structure.ts";
import { tapePop, tapePush } from "../values/tape.ts";
import { isNumber, join, type Type } from "../types.ts";
import { prim, type Prim } from "./prim.ts";
import type { CotangentPrim } from "./names.ts";

// JavaScript's operators on unknown operands; `any` here is what the language itself says.
/** Integers stay integers under +, − and · only while small; typed as `num` unless both sides are small constants. */
/** The sum of cotangents: a number where both are. */
const cotangentSum = ([a = "any", b = "any"]: readonly Type[]): Type =>
  a === "zero" ? b : b === "zero" ? a : a === b ? a : isNumber(a) && isNumber(b) ? "num" : "any";

export const cotangentPrims: Readonly<Record<CotangentPrim, Prim>> = {
  // Tuples: immutable, internal.
  tuple: prim(
    { atLeast: 0 },
    "pure",
    "tuple",
    (...parts: unknown[]) => parts,
    (...parts) => `[${parts.join(", ")}]`,
  ),
  "tuple-get": prim(
    2,
    "pure",
    "any",
    (t: readonly unknown[], k: number) => t[k],
    (t = "", k = "") => `${t}[${k}]`,
  ),
  "tuple-length": prim(1, "pure", "int", (t: unknown) => (Array.isArray(t) ? t.length : 0)),
  "tuple-concat": prim(2, "pure", "tuple", (a: unknown, b: unknown) => [...parts(a), ...parts(b)]),

  // Tapes; the empty one is the constant `zero`.
  "tape-push": prim(2, "pure", "tape", tapePush),
  /** The tuple (rest, record). */
  "tape-pop": prim(1, "pure", "tuple", tapePop),

  // Tapes as arrays (opt/plan-tapes.ts), in code that is not differentiated any more.
  "arena-take": prim(0, "alloc", "typed", takeArena),
  /** `arena-room data, n`: the array, or a longer one with the same elements, which has room for n. */
  "arena-room": prim(2, "read", "typed", arenaWithRoom),
  /** `arena-for-loop data, start, width, times`: the same for records of a loop that runs so often. */
  "arena-for-loop": prim(4, "read", "typed", arenaForLoop),
  "arena-give": prim(1, "write", "none", giveArena),
  /** The same number, which is whole and comes from such an array. */
  "as-whole": prim(1, "pure", "int", asWhole),

  // Cotangents.
  sum: prim(2, "pure", cotangentSum, sum),
  scale: prim(2, "pure", "num", scale),
  ratio: prim(2, "pure", "num", ratio),
  /** `gate g, c`: g if the condition holds, else zero. */
  gate: prim(
    2,
    "pure",
    ([g = "any"]) => g,
    (g: unknown, c: unknown) => (c === true ? g : 0),
    (g = "", c = "") => `${c} ? ${g} : 0`,
  ),
  /** `select c, a, b`: a if the condition holds, else b; both are evaluated. */
  select: prim(
    3,
    "pure",
    ([, a = "any", b = "any"]) => join(a, b),
    (c: unknown, a: unknown, b: unknown) => (c === true ? a : b),
    (c = "", a = "", b = "") => `${c} ? ${a} : ${b}`,
  ),
  part: prim(2, "pure", "any", part),
  /** The first k components. */
  "parts-to": prim(2, "pure", "any", partsTo),
  "parts-from": prim(2, "pure", "any", partsFrom),
  /** `inject k, g`: the tuple with g as component k and zeros elsewhere. */
  inject: prim(2, "pure", "any", inject),
  "inject-from": prim(2, "pure", "any", injectFrom),

  // Contexts and shadows.
  "new-context": prim(0, "alloc", "context", () => new Context()),
  /** A context of a forward pass. */
  "new-tangents": prim(0, "alloc", "context", () => new Context(true)),
  shadow: prim(
    2,
    "read",
    "shadow",
    (context: Context, primal: unknown) => context.shadow(primal),
    (c = "", p = "") => `${c}.shadow(${p})`,
  ),
  /** The shadow of an array of numbers as an array of its kind and length: one for each array, the same each time. */
  "shadow-numbers": prim(2, "read", "any", (context: Context, primal: ArrayLike<number>) => context.numbers(primal)),
  /** The same, which the context gives away: it has zeros if it is asked again. */
  "take-numbers": prim(2, "write", "any", (context: Context, primal: ArrayLike<number>) => context.takeNumbers(primal)),
  "shadow-get": prim(
    2,
    "read",
    "any",
    (s: Shadow, k: unknown) => s.get(k),
    (s = "", k = "") => `${s}.get(${k})`,
  ),
  accum: prim(
    3,
    "write",
    "none",
    (s: Shadow, k: unknown, g: unknown) => {
      s.accum(k, g);
    },
    (s = "", k = "", g = "") => `${s}.accum(${k}, ${g})`,
  ),
  take: prim(
    2,
    "write",
    "any",
    (s: Shadow, k: unknown) => s.take(k),
    (s = "", k = "") => `${s}.take(${k})`,
  ),
  put: prim(
    3,
    "write",
    "none",
    (s: Shadow, k: unknown, g: unknown) => {
      s.put(k, g);
    },
    (s = "", k = "", g = "") => `${s}.put(${k}, ${g})`,
  ),
  /** `clear s, from, to`: sets the slots to zero. */
  clear: prim(3, "write", "none", (s: Shadow, from: number, to: number) => {
    for (let i = from; i < to; i++) s.put(i, 0);
  }),
  /** Whether a reference has received a cotangent other than zero in its own slots. No derivative. */
  "is-touched": prim(2, "read", "bool", (context: Context, primal: unknown) => context.isTouched(primal)),
  /** Accumulates the components of a tuple cotangent in the slots from 0 on. */
  "accum-all": prim(2, "write", "none", (s: Shadow, t: unknown) => {
    accumAll(s, t);
  }),

  // Derivatives taken by hand.
  /** The same value, under a name of its own. */
  copy: prim(
    1,
    "pure",
    ([a = "any"]) => a,
    (a: unknown) => a,
    (a = "") => a,
  ),
  /** The same value, without a derivative. */
  stop: prim(
    1,
    "pure",
    ([a = "any"]) => a,
    (a: unknown) => a,
    (a = "") => a,
  ),
  /** `carry r, x, p`: the value `r`, whose derivative is that of `r` plus `p` times that of `x`. */
  carry: prim(
    3,
    "pure",
    ([r = "any"]) => r,
    (r: unknown, _x: unknown, _p: unknown) => r,
  ),

  // What the prelude needs of the border.
  /** The shape of a value as it is now: what a gradient mirrors. No derivative. */
  structure: prim(1, "read", "object", (x: unknown) => structureOf(x)),
  /** Which of the arguments named by an array of indices share memory with anything else the call can reach. */
  overlaps: prim(3, "read", "array", (f: unknown, args: readonly unknown[], argnums: readonly number[]) =>
    overlaps(f, args, argnums),
  ),
  /** Calls a function as JavaScript does, with the receiver and a tuple of arguments. No derivative. */
  "foreign-call": prim(
    3,
    "call",
    "any",
    (f: (...args: unknown[]) => unknown, receiver: unknown, args: readonly unknown[]) => f.apply(receiver, [...args]),
  ),
};

/** The components of a tuple; the zero tuple cotangent has none. */
function parts(tuple: unknown): readonly unknown[] {
  return Array.isArray(tuple) ? tuple : [];
}

function accumAll(shadow: Shadow, tuple: unknown): void {
  if (!Array.isArray(tuple)) return;
  tuple.forEach((g, i) => {
    shadow.accum(i, g);
  });
}
