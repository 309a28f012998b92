// Stand-ins: records that stand for maps and sets (tables.ts), for functions (function-classes.ts) and for short arrays
// (pairs.ts). The program must not find out that they are records. So code that would inspect one, or lose its type, is not
// specialised.

import {
  classesOfType,
  elementOf,
  fieldsOfType,
  operandEffect,
  type PrimInstr,
  type PrimName,
  type Span,
  type Type,
  comparesReferences,
  isElementRead,
} from "../ir/index.ts";
import { constantOf, type AbstractValue } from "./abstract-value.ts";
import { isFunctionType, typeOfExisting } from "./function-classes.ts";
import type { FunctionStorage } from "./function-storage.ts";
import { NeedsArray, NeedsFunction, NotSpecialised } from "./not-specialised.ts";
import type { PrimSite } from "./site.ts";
import { holdsStandIn, isPairType, standInFor, type StandIn } from "./stand-in-types.ts";
import { tableClass } from "./tables.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The error where one would be found out, or leave. */
export const foundOut = (is: StandIn, span: Span): NotSpecialised =>
  is === "function"
    ? new NeedsFunction(span)
    : is === "pair"
      ? new NeedsArray(span)
      : new NotSpecialised("a Map or a Set that leaves the code", span);

/** Whether a value is the record of a function; null if it may be one. */
export function isRecordOfFunction(writer: Writer, known: AbstractValue): boolean | null {
  if (known.kind === "tuple") return false;
  if (known.kind === "host") return typeOfExisting(known.value) !== null;
  return isFunctionType(typeOfAbstract(writer, known));
}

/** Whether a value is known by what the record of a function holds, but not which function it is. */
function isAnyFunction(writer: Writer, known: AbstractValue): boolean {
  const contents = writer.virtual(known);
  return contents?.kind === "closure" && contents.which === "any";
}

/** Questions that these answer like any other object. */
export const questions: ReadonlySet<PrimName> = new Set<PrimName>([
  "not",
  "is-nullish",
  "is-number",
  "is-unset",
  "is-walked",
  "accessor-of",
  "failure",
  "shadow",
  "shadow-get",
  "shadow-fields",
  "is-touched",
  "keep-guard",
]);

/** Questions that each answers like what it stands for, and those that only code which is written here asks. */
const questionsOf: { readonly [S in StandIn]: ReadonlySet<PrimName> } = {
  table: new Set<PrimName>(["typeof", "eq", "ne"]),
  // stored-functions.ts
  function: new Set<PrimName>(["class-among", "guard-data", "is-element"]),
  pair: new Set<PrimName>(["typeof", "eq", "ne", "guard-data", "is-element"]),
};

/** Questions about functions that records answer as long as each function has one record. */
const identities: ReadonlySet<PrimName> = new Set<PrimName>(["eq", "ne", "place-of", "place-add", "place-remove"]);

/**
 * Whether a primitive would find out that operand `k` is a record, and not what it stands for. `isCompared`: another operand is a
 * constant, as in `m == null`.
 */
export function findsOut(prim: PrimName, k: number, is: StandIn, isCompared: boolean): boolean {
  // What fails on records may not fail on arrays.
  if (is === "pair" && prim === "failure") return true;
  if (questions.has(prim) || (comparesReferences(prim) && isCompared)) return false;
  // The key is that of an element (pairs.ts).
  if (questionsOf[is].has(prim) || (is === "pair" && prim === "set" && k === 0)) return false;
  const { reads: looks, writes, assumes, goes, isAsked } = operandEffect(prim, k);
  const isLook = looks.length + writes.length + assumes.length > 0 ? k > 0 || !isElementRead(prim) : isAsked;
  return isLook || goes === "anywhere";
}

/** Whether an instruction finds out that an operand is a record, where the type of the operand was not known when it was written. */
export function findsOutLater(
  { prim, args, span }: PrimInstr,
  k: number,
  type: Type,
  functions: FunctionStorage,
): boolean {
  const is = standInFor(type);
  if (is === null) return false;
  const [, key] = args;
  const isCompared = args.some((arg) => arg.kind === "const");
  if (is === "function" && identities.has(prim) && !isCompared) {
    functions.noteCompared(span);
    return false;
  }
  const isOfElement = isElementRead(prim) || (is === "pair" && prim === "set");
  if (isOfElement && k === 0) return !(key?.kind === "const" && fieldsOfType(type).has(String(key.value)));
  return findsOut(prim, k, is, isCompared);
}

/** Whether a type tells of all such records that another one tells of: a value of the one may become one of the other. */
export function tellsOf(to: Type, from: Type, open: Set<string> = new Set()): boolean {
  if (to === from || !holdsStandIn(from)) return true;
  const pair = `${to} ${from}`;
  if (open.has(pair)) return true;
  open.add(pair);
  const is = standInFor(from);
  if (is !== null && is !== standInFor(to)) return false;
  if (is === "function" && !classesOfType(from).every((one) => classesOfType(to).includes(one))) return false;
  const isTold = (inner: Type, outer: Type | undefined): boolean =>
    !holdsStandIn(inner) || (outer !== undefined && tellsOf(outer, inner, open));
  const element = elementOf(from);
  const fields = fieldsOfType(to);
  return (
    (element === undefined || isTold(element, elementOf(to))) &&
    [...fieldsOfType(from)].every(([name, field]) => isTold(field, fields.get(name)))
  );
}

/** Throws if a primitive would find out that one of its operands is a record. */
export function requireNoLook({ writer, prim, args }: PrimSite): void {
  const isCompared = args.some((arg) => constantOf(arg) !== null);
  args.forEach((arg, k) => {
    const isFunction = (comparesReferences(prim) && isAnyFunction(writer, arg)) || isRecordOfFunction(writer, arg);
    const isPair = isFunction === false && arg.kind !== "tuple" && isPairType(typeOfAbstract(writer, arg));
    if (isFunction === false && !isPair && tableClass(writer, arg) === null) return;
    if (isFunction && identities.has(prim) && !isCompared && !isAnyFunction(writer, arg)) {
      writer.functions.noteCompared(writer.span);
      return;
    }
    // The answer is known (questions.ts).
    if (isFunction === false ? prim === "instanceof" && !isPair : prim === "typeof" && isFunction) return;
    const is = isFunction === false ? (isPair ? "pair" : "table") : "function";
    if (findsOut(prim, k, is, isCompared)) throw foundOut(is, writer.span);
  });
}
