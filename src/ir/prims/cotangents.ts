// Tuples, tapes, cotangents, contexts and shadows; derivatives by hand; and what the prelude needs from the border.

import { arenaForLoop, arenaWithRoom, asWhole, giveArena, takeArena } from "../../runtime/arena.ts";
import { inject, injectFrom, part, partsFrom, partsTo, ratio, scale, sum } from "../../runtime/cotangent.ts";
import { noArray, noArrayStored } from "../../runtime/no-array.ts";
import { overlaps } from "../../runtime/overlap.ts";
import { Context } from "../../runtime/shadow.ts";
import type { Shadow } from "../../runtime/shadow-kind.ts";
import { structureOf } from "../../runtime/structure.ts";
import { tapePop, tapePush } from "../../runtime/tape.ts";
import { join } from "../join-types.ts";
import { isNumber, type Type } from "../types.ts";
import {
  asked,
  inDerivatives,
  changed,
  effects,
  leaked,
  ofParts,
  ofValues,
  passed,
  read,
  shadowed,
  storedInFirst,
  summed,
  written,
} from "./effects.ts";
import { exactly } from "./arithmetic.ts";
import { computing, prim, type Prim } from "./prim.ts";
import type { CotangentPrim } from "./names.ts";

/** The type of a sum of cotangents: a number if both are. */
const cotangentSum = ([a = "any", b = "any"]: readonly Type[]): Type =>
  a === "zero" ? b : b === "zero" ? a : a === b ? a : isNumber(a) && isNumber(b) ? "num" : "any";

export const cotangentPrims: Readonly<Record<CotangentPrim, Prim>> = {
  // Tuples: immutable, internal.
  tuple: prim(
    { atLeast: 0 },
    ofParts,
    "tuple",
    (...parts: unknown[]) => parts,
    (...parts) => `[${parts.join(", ")}]`,
  ),
  "tuple-get": prim(
    2,
    effects([passed, asked]),
    "any",
    (t: readonly unknown[], k: number) => t[k],
    (t = "", k = "") => `${t}[${k}]`,
  ),
  "tuple-length": prim(1, ofValues, "int", (t: unknown) => (Array.isArray(t) ? t.length : 0)),
  "tuple-concat": prim(2, ofParts, "tuple", (a: unknown, b: unknown) => parts(a).concat(parts(b))),

  // Tapes; the empty one is the constant `zero`.
  "tape-push": prim(2, ofParts, "tape", tapePush),
  /** The tuple (rest, record). */
  "tape-pop": prim(1, ofParts, "tuple", tapePop),

  // Tapes as arrays (opt/tapes/tapes-to-arrays.ts), in final code.
  "arena-take": prim(0, effects([], { result: "fresh" }), "typed", takeArena),
  /** `arena-room data, n`: the array if it has room for n elements, else a longer one with the same elements. */
  "arena-room": prim(
    2,
    effects([{ ...read("all"), goes: "result" }, asked], { result: "fresh", mayThrow: true }),
    "typed",
    arenaWithRoom,
  ),
  /** `arena-for-loop data, start, width, times`: the same, for all records of a loop with trip count `times`. */
  "arena-for-loop": prim(
    4,
    effects([{ ...read("all"), goes: "result" }, asked], { result: "fresh", mayThrow: true }),
    "typed",
    arenaForLoop,
  ),
  "arena-give": prim(1, effects([leaked]), "none", giveArena),
  /** The same number, which is whole and comes from such an array. */
  "as-whole": prim(1, ofValues, "int", asWhole),

  // Cotangents.
  sum: computing(
    exactly({ isCommutative: true, isOfCotangents: true, passesNaN: "all" }),
    prim(2, effects([summed]), cotangentSum, sum),
  ),
  scale: computing(exactly({ isOfCotangents: true, passesNaN: "all" }), prim(2, ofValues, "num", scale)),
  ratio: computing(exactly({ isOfCotangents: true, passesNaN: "first" }), prim(2, ofValues, "num", ratio)),
  /** `gate g, c`: g if the condition holds, else zero. */
  gate: prim(
    2,
    effects([passed, asked]),
    ([g = "any"]) => g,
    (g: unknown, c: unknown) => (c === true ? g : 0),
    (g = "", c = "") => `${c} ? ${g} : 0`,
  ),
  /** `select c, a, b`: a if the condition holds, else b; both are evaluated. */
  select: prim(
    3,
    effects([asked, passed]),
    ([, a = "any", b = "any"]) => join(a, b),
    (c: unknown, a: unknown, b: unknown) => (c === true ? a : b),
    (c = "", a = "", b = "") => `${c} ? ${a} : ${b}`,
  ),
  part: prim(2, effects([passed, asked]), "any", part),
  /** The first k components. */
  "parts-to": prim(2, effects([passed, asked]), "any", partsTo),
  "parts-from": prim(2, effects([passed, asked]), "any", partsFrom),
  /** `inject k, g`: the tuple with g as component k and zeros elsewhere. */
  inject: prim(2, effects([asked, passed]), "any", inject),
  "inject-from": prim(2, effects([asked, passed]), "any", injectFrom),

  // Contexts and shadows.
  /** `new-context true`: one for memory of which all properties are data. */
  "new-context": prim(
    { atLeast: 0 },
    effects([asked], { result: "fresh" }),
    "context",
    (isOfData: unknown) => new Context(false, isOfData === true),
  ),
  /** A context of a forward pass. */
  "new-tangents": prim(
    { atLeast: 0 },
    effects([asked], { result: "fresh" }),
    "context",
    (isOfData: unknown) => new Context(true, isOfData === true),
  ),
  shadow: prim(
    2,
    effects([{ ...read("value"), goes: "result" }, asked]),
    "shadow",
    (context: Context, primal: unknown) => context.shadow(primal),
    (c = "", p = "") => `${c}.shadow(${p})`,
  ),
  /** The shadow of an array of numbers, as an array of its kind and length: the same one at each look-up. */
  "shadow-numbers": prim(
    2,
    effects([{ ...read("value"), goes: "result" }, shadowed], { mayThrow: true }),
    "any",
    (context: Context, primal: ArrayLike<number>) => context.numbers(primal),
  ),
  /** `shadow-fields c, o, "x", "y"`: the shadow of a record, as a record of numbers: the same one at each look-up. */
  "shadow-fields": prim(
    { atLeast: 2 },
    effects([{ ...read("value"), goes: "result" }, asked]),
    "object",
    (context: Context, primal: object, ...keys: readonly string[]) => context.fields(primal, ...keys),
    (c = "", ...given) => `${c}.fields(${given.join(", ")})`,
  ),
  /** The same as `shadow-numbers`, but the context gives the shadow away: the next look-up finds zeros. */
  "take-numbers": prim(
    2,
    effects([{ ...changed("value"), goes: "result" }, shadowed], { mayThrow: true }),
    "any",
    (context: Context, primal: ArrayLike<number>) => context.takeNumbers(primal),
  ),
  "shadow-get": prim(
    2,
    effects([read("value"), asked], { result: "contents" }),
    "any",
    (s: Shadow, k: unknown) => s.get(k),
    (s = "", k = "") => `${s}.get(${k})`,
  ),
  accum: prim(
    3,
    effects([changed("value"), asked, storedInFirst]),
    "none",
    (s: Shadow, k: unknown, g: unknown) => {
      s.accum(k, g);
    },
    (s = "", k = "", g = "") => `${s}.accum(${k}, ${g})`,
  ),
  take: prim(
    2,
    effects([changed("value"), asked], { result: "contents" }),
    "any",
    (s: Shadow, k: unknown) => s.take(k),
    (s = "", k = "") => `${s}.take(${k})`,
  ),
  put: prim(
    3,
    effects([written("value"), asked, storedInFirst]),
    "none",
    (s: Shadow, k: unknown, g: unknown) => {
      s.put(k, g);
    },
    (s = "", k = "", g = "") => `${s}.put(${k}, ${g})`,
  ),
  /** `clear s, from, to`: sets the slots to zero. */
  clear: prim(3, effects([written("value"), asked]), "none", (s: Shadow, from: number, to: number) => {
    for (let i = from; i < to; i++) s.put(i, 0);
  }),
  /** Whether a reference has received a cotangent other than zero in its own slots. No derivative. */
  "is-touched": prim(2, effects([read("value"), read("all")]), "bool", (context: Context, primal: unknown) =>
    context.isTouched(primal),
  ),
  /** Refuses an array that is converted to a number; `no-array x, c`: only one with tangents in a context, or in one of a tuple. */
  "no-array": prim({ atLeast: 1 }, effects([asked, read("all")], { mayThrow: true }), "none", noArray),
  /** `no-array-stored m, x` does if `m` is a typed array, which converts what is stored there. */
  "no-array-stored": prim(
    { atLeast: 2 },
    effects([asked, asked, read("all")], { mayThrow: true }),
    "none",
    noArrayStored,
  ),
  /** Accumulates the components of a tuple cotangent in the slots 0, 1, … */
  "accum-all": prim(2, effects([changed("value"), storedInFirst]), "none", (s: Shadow, t: unknown) => {
    accumAll(s, t);
  }),

  // Derivatives taken by hand.
  /** The same value, under a name of its own. */
  copy: prim(
    1,
    ofParts,
    ([a = "any"]) => a,
    (a: unknown) => a,
    (a = "") => a,
  ),
  /** The same value, without a derivative. */
  stop: prim(
    1,
    ofParts,
    ([a = "any"]) => a,
    (a: unknown) => a,
    (a = "") => a,
  ),
  /** `carry r, x, p`: the value `r`, whose derivative is that of `r` plus `p` times that of `x`. */
  carry: prim(
    3,
    effects([passed, passed, inDerivatives]),
    ([r = "any"]) => r,
    (r: unknown, _x: unknown, _p: unknown) => r,
  ),

  // What the prelude needs from the border.
  /** The shape of a value as it is now: what a gradient mirrors. No derivative. */
  structure: prim(1, effects([read("all")], { result: "unknown" }), "object", (x: unknown) => structureOf(x)),
  /**
   * `overlaps f, args, argnums, b`: which of the arguments named by an array of indices share memory with anything else the call
   * can reach, and must be copied. Where `b` is true, nobody can tell whether others are copied, too, as long as the call does not.
   */
  overlaps: prim(
    4,
    effects([read("all")], { result: "unknown", mayThrow: true }),
    "array",
    (f: unknown, args: readonly unknown[], argnums: readonly number[]) => overlaps(f, args, argnums),
  ),
  /** Calls a function as JavaScript does, with the receiver and a tuple of arguments. No derivative. */
  "foreign-call": prim(3, effects([leaked], { result: "unknown", isAnything: true }), "any", callAsIs),
  /** The same for a function that only reads what it is given, and returns no memory but new one. */
  "passive-call": prim(
    3,
    effects([asked, read("all"), read("all")], { result: "fresh", mayThrow: true }),
    "any",
    callAsIs,
  ),
};

function callAsIs(f: (...args: unknown[]) => unknown, receiver: unknown, args: readonly unknown[]): unknown {
  return f.apply(receiver, [...args]);
}

/** The components of a tuple; the zero tuple cotangent has none. */
function parts(tuple: unknown): readonly unknown[] {
  return Array.isArray(tuple) ? tuple : [];
}

function accumAll(shadow: Shadow, tuple: unknown): void {
  if (!Array.isArray(tuple)) return;
  // A component that is missing adds nothing.
  for (let i = 0; i < tuple.length; i++) if (i in tuple) shadow.accum(i, tuple[i]);
}
