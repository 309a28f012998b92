// Memory that an operator differentiates must not be shared with anything else that the call can reach: otherwise specialised
// code does not run, and general code copies the memory (runtime/overlap.ts).

import { isArray, isNumber, isReference, isTyped, sameOperand, type Operand, type Type } from "../ir/index.ts";
import type { AbstractValue } from "./abstract-value.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { everyReached } from "./reached.ts";
import { typeOfAbstract, type Writer } from "./writer.ts";

/** Makes sure that `known` shares no memory with the others: either this is known here, or callers must ensure it. */
export function requireDistinct(writer: Writer, known: AbstractValue, others: readonly AbstractValue[]): void {
  const type = typeOfAbstract(writer, known);
  if (isNumber(type) || type === "bool" || type === "str" || type === "undef" || type === "null") return;
  const contents = writer.virtual(known);
  if (contents?.kind === "given") {
    contents.items.forEach((item, k) => {
      const beside = contents.items.filter((_, j) => j !== k);
      requireDistinct(writer, item, [...others, ...beside]);
    });
    return;
  }
  const fail = (): never => {
    throw new NotSpecialised("memory that may be shared, in an inner derivative", writer.span);
  };
  if (known.kind !== "operand" || known.operand.kind !== "value" || !(isArray(type) || isTyped(type))) return fail();
  const { operand } = known;
  const isMade = writer.isMade(operand) && isOfNumbers(type);
  if (!isMade && !writer.isInput(operand)) return fail();
  const memory = reachable(writer, others);
  if (memory === null || !memory.every((other) => isBeside(writer, other, operand))) return fail();
  if (!isMade) writer.distinct.add(operand.id);
}

const isOfNumbers = (type: Type): boolean => type === "numbers" || type === "float64";

/**
 * Whether `other` is known not to be `operand`, which was made here or is an input that callers keep apart. If it depends on the
 * path which memory `other` is, that is not known.
 */
function isBeside(writer: Writer, other: Operand, operand: Operand): boolean {
  if (sameOperand(other, operand)) return false;
  const input = writer.inputBehind(other);
  if (input !== null)
    return !sameOperand(input, operand) && (writer.isOuter(other) || isOfNumbers(writer.typeOf(other)));
  return writer.isMade(other) && isOfNumbers(writer.typeOf(other));
}

/** The operands that are, or may be, memory; null if something reachable is unknown. */
function reachable(writer: Writer, roots: readonly AbstractValue[]): readonly Operand[] | null {
  const found: Operand[] = [];
  for (const known of everyReached(writer, roots)) {
    if (known.kind === "object" && writer.virtual(known) === null) return null;
    if (known.kind !== "operand") continue;
    const type = writer.typeOf(known.operand);
    if (type === "any" || type === "func" || type === "tuple") return null;
    if (isReference(type)) found.push(known.operand);
  }
  return found;
}
