// Records that stand for something else: for maps and sets (tables.ts), and for functions (function-classes.ts). The program must not
// find out that they are records. So whatever else would look into one, or lose its type, is not specialised.

import { operandEffect, type PrimName, type Type } from "../ir/index.ts";
import { constantOf, type AbstractValue } from "./abstract-value.ts";
import { isFunctionType, mentionsFunction } from "./function-classes.ts";
import { NotSpecialised } from "./not-specialised.ts";
import type { Reason } from "./reason.ts";
import type { PrimSite } from "./site.ts";
import { mentionsTable, tableClass } from "./tables.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** What stands for something else in a value of a type, as a reason where it leaves; null if nothing does. */
export const standInWithin = (type: Type): Reason | null =>
  mentionsTable(type)
    ? "a Map or a Set that leaves the code"
    : mentionsFunction(type)
      ? "a function that leaves the code"
      : null;

/** Whether a value is the record of a function; null if it may be one. */
const isRecordOfFunction = (writer: Writer, known: AbstractValue): boolean | null =>
  known.kind === "operand" || known.kind === "object" ? isFunctionType(typeOfAbstract(writer, known)) : false;

/** Whether a value is known by what the record of a function holds, but not which function it is. */
function isAnyFunction(writer: Writer, known: AbstractValue): boolean {
  const contents = writer.virtual(known);
  return contents?.kind === "closure" && contents.which === "any";
}

/** Questions that these answer like any other object. */
const questions: ReadonlySet<PrimName> = new Set<PrimName>([
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

/** Questions that are answered as for what a table stands for (questions.ts, tables.ts). */
const questionsOfTables: ReadonlySet<PrimName> = new Set<PrimName>(["typeof", "instanceof", "eq", "ne"]);

/** Questions that only code which is written here asks of the record of a function (stored-functions.ts). */
const questionsOfFunctions: ReadonlySet<PrimName> = new Set<PrimName>(["class-among", "guard-data", "is-element"]);

const reads: ReadonlySet<PrimName> = new Set<PrimName>(["get", "load", "get-frozen"]);

const equalities: ReadonlySet<PrimName> = new Set<PrimName>(["eq", "ne", "loose-eq", "loose-ne"]);

/** Throws if a primitive would find out that one of its operands is a record. */
export function requireNoLook({ writer, prim, args }: PrimSite): void {
  if (questions.has(prim)) return;
  // `m == null`.
  if (equalities.has(prim) && args.some((arg) => constantOf(arg) !== null)) return;
  args.forEach((arg, k) => {
    const isFunction = (equalities.has(prim) && isAnyFunction(writer, arg)) || isRecordOfFunction(writer, arg);
    if (isFunction === false && tableClass(writer, arg) === null) return;
    if (isFunction === false ? questionsOfTables.has(prim) : questionsOfFunctions.has(prim) || (prim === "typeof" && isFunction)) return;
    const { reads: looks, writes, assumes, goes, isAsked } = operandEffect(prim, k);
    const isLook = looks.length + writes.length + assumes.length > 0 ? k > 0 || !reads.has(prim) : isAsked;
    const reason = isFunction !== false ? "a function that leaves the code" : "a Map or a Set that leaves the code";
    if (isLook || goes === "anywhere") throw new NotSpecialised(reason, writer.span);
  });
}
