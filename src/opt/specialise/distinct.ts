// Memory that an operator differentiates must not be shared with anything else that the call can reach: general code
// copies it there (ir/values/overlap.ts), specialised code is not run.

import { isArray, isNumber, isReference, isTyped, sameOperand, type Operand, type Span } from "../../ir/index.ts";
import { fieldsOf, type Known, type ObjectId } from "./known.ts";
import { NotSpecialised, typeOfKnown, type Writer } from "./writer.ts";

/** Makes sure that `known` shares no memory with the others: by what is known, or by what callers have to see to. */
export function requireDistinct(writer: Writer, known: Known, others: readonly Known[], span: Span): void {
  const type = typeOfKnown(writer, known);
  if (isNumber(type) || type === "bool" || type === "str" || type === "undef" || type === "null") return;
  const contents = writer.virtual(known);
  if (contents?.kind === "given") {
    contents.items.forEach((item, k) => {
      const beside = contents.items.filter((_, j) => j !== k);
      requireDistinct(writer, item, [...others, ...beside], span);
    });
    return;
  }
  const fail = (): never => {
    throw new NotSpecialised("memory that may be shared, in an inner derivative", span);
  };
  if (known.kind !== "operand" || known.operand.kind !== "value" || !(isArray(type) || isTyped(type))) return fail();
  const { operand } = known;
  const memory = reachable(writer, others);
  if (memory === null || memory.some((other) => sameOperand(other, operand))) return fail();
  if (writer.isMade(operand)) {
    const isFlat = (other: Operand): boolean =>
      writer.isOuter(other) || ["numbers", "float64"].includes(writer.typeOf(other));
    if (!["numbers", "float64"].includes(type) || !memory.every(isFlat)) fail();
  } else if (writer.isInput(operand)) {
    writer.distinct.add(operand.id);
  } else {
    fail();
  }
}

/** The operands that are, or may be, memory; null if there is something unknown. */
function reachable(writer: Writer, roots: readonly Known[]): readonly Operand[] | null {
  const found: Operand[] = [];
  const seen = new Set<ObjectId>();
  const work = [...roots];
  for (let known = work.pop(); known !== undefined; known = work.pop()) {
    if (known.kind === "tuple") work.push(...known.parts);
    else if (known.kind === "object") {
      if (seen.has(known.id)) continue;
      seen.add(known.id);
      const contents = writer.contents(known.id);
      if (contents.kind === "escaped") return null;
      work.push(...fieldsOf(contents).map(([, field]) => field));
    } else if (known.kind === "operand") {
      const type = writer.typeOf(known.operand);
      if (type === "any" || type === "func" || type === "tuple") return null;
      if (isReference(type)) found.push(known.operand);
    }
  }
  return found;
}
