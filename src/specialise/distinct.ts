// Memory that an operator differentiates must not be shared with anything else that the call can reach: otherwise specialised
// code does not run, and general code copies the memory (runtime/overlap.ts).

import {
  isArray,
  isFloats,
  isInactive,
  isNumber,
  isRecord,
  isReference,
  isTyped,
  prims,
  sameOperand,
  undef,
  type Instr,
  type Operand,
  type Type,
} from "../ir/index.ts";
import { writesMemory } from "../analysis/index.ts";
import { fieldsOf, ofOperand, type AbstractValue, type Contents } from "./abstract-value.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { everyReached, reached } from "./reached.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** Whether `known` leads to a record that existed before, of which only the properties are known, and the others lead to it too. */
export function sharesRecord(writer: Writer, known: AbstractValue, others: readonly AbstractValue[]): boolean {
  const elsewhere = reached(writer, others);
  return [...reached(writer, [known])].some((id) => elsewhere.has(id) && writer.contents(id).kind === "given");
}

/** Makes sure that `known` shares no memory with the others: either this is known here, or callers must ensure it. */
export function requireDistinct(writer: Writer, known: AbstractValue, others: readonly AbstractValue[]): void {
  const type = typeOfAbstract(writer, known);
  if (isNumber(type) || type === "bool" || type === "str" || type === "undef" || type === "null") return;
  const contents = writer.virtual(known);
  const isReached = known.kind === "object" && reached(writer, others).has(known.id);
  const isApart = known.kind === "object" && isOwn(writer, contents) && !isReached;
  if ((contents?.kind === "given" && !isReached) || isApart) {
    // Nothing but the others can lead to an object that has not been materialised.
    if (isApart) writer.apart.add(known.id);
    const items = fieldsOf(contents as Contents).map(([, item]) => item);
    items.forEach((item, k) => {
      requireDistinct(writer, item, [...others, ...items.filter((_, j) => j !== k)]);
    });
    return;
  }
  const fail = (): never => {
    throw new NotSpecialised("memory that may be shared, in an inner derivative", writer.span);
  };
  if (contents?.kind === "array" || contents?.kind === "record") {
    requireDistinct(writer, ofOperand(writer.operand(known)), others);
    return;
  }
  const operand = known.kind === "object" ? writer.operand(known) : known.kind === "operand" ? known.operand : undef;
  if (operand.kind !== "value" || !(isArray(type) || isTyped(type) || isRecord(type))) return fail();
  const isMade = writer.made.has(operand) && isOfNumbers(type);
  const memory = reachable(writer, others);
  if (memory === null || memory.some((other) => sameOperand(other, operand))) return fail();
  const isKnown = (isMade || writer.isInput(operand)) && memory.every((other) => isBeside(writer, other, operand));
  const hosts = [...everyReached(writer, others)].filter((x) => x.kind === "host" && typeof x.value === "object");
  // What was apart when the function was called may have been put into one another since.
  const isSettled = (one: Operand): boolean => isOfNumbers(writer.typeOf(one)) || writer.isConstantMemory(one);
  const isFixed = [operand, ...memory].every(isSettled) && (hosts.length === 0 || !writer.mayChange);
  if (!isKnown || !(isFixed || isUnwritten(writer))) {
    writer.prim("guard-apart", [operand, ...memory, ...hosts.map((host) => writer.operand(host))]);
    return;
  }
  if (!isMade) writer.distinct.add(operand.id);
}

/** Whether it is an array without holes, or a record, that was made here, of which it is known what is memory. */
function isOwn(writer: Writer, contents: Contents | null): boolean {
  if (contents?.kind !== "record" && contents?.kind !== "array") return false;
  return contents.items.every((item) => {
    const type = item === null ? "any" : typeOfAbstract(writer, item);
    return isNumber(type) || isInactive(type) || isArray(type) || isTyped(type) || isRecord(type) || type === "object";
  });
}

/** Whether nothing can have been written yet: no loop around this has begun, and nothing that has been written of the function writes. */
function isUnwritten({ builder, openLoops }: Writer): boolean {
  const isQuiet = (instr: Instr): boolean =>
    instr.kind === "closure" ||
    (instr.kind === "prim" && !writesMemory(instr) && !prims[instr.prim].effects.isAnything);
  return openLoops === 0 && builder.hasOnly(isQuiet);
}

const isOfNumbers = (type: Type): boolean => type === "numbers" || isFloats(type);

/**
 * Whether `other` is known not to be `operand`, which was made here or is an input that callers keep apart. If it depends on the
 * path which memory `other` is, that is not known.
 */
function isBeside(writer: Writer, other: Operand, operand: Operand): boolean {
  if (sameOperand(other, operand)) return false;
  const input = writer.inputBehind(other);
  if (input !== null)
    return !sameOperand(input, operand) && (writer.isOuter(other) || isOfNumbers(writer.typeOf(other)));
  return writer.made.has(other) && isOfNumbers(writer.typeOf(other));
}

/** The operands that are, or may be, memory; null if something reachable is unknown. */
function reachable(writer: Writer, roots: readonly AbstractValue[]): readonly Operand[] | null {
  const found: Operand[] = [];
  for (const known of everyReached(writer, roots)) {
    const contents = known.kind === "object" ? writer.contents(known.id) : null;
    const escaped = contents?.kind === "escaped" ? contents.operand : null;
    const operand = known.kind === "operand" ? known.operand : escaped;
    if (operand === null) continue;
    const type = writer.typeOf(operand);
    if ((type === "any" && !writer.isOuter(operand)) || type === "func" || type === "tuple") return null;
    if (isReference(type) || type === "any") found.push(operand);
  }
  return found;
}
