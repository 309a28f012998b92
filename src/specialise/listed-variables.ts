// Which variables are made as lists (variables.ts). No code but that of specialised functions sees such a list: where a function is
// made that anybody may call, its variables are no lists.

import { isArray, isNumber, type Code, type Operand, type Span, type Type } from "../ir/index.ts";
import type { AbstractValue, ObjectId } from "./abstract-value.ts";
import type { MadeMemory } from "./made-memory.ts";
import { NotSpecialised } from "./not-specialised.ts";

/** What of the writer is needed. */
interface Making {
  readonly made: MadeMemory;
  readonly span: Span;
  readonly typeOf: (operand: Operand) => Type;
}

/**
 * Whether a variable is made as a list, in which it holds a number or a text at first. Where it holds anything else, it may be a
 * list nowhere.
 */
export function isList(writer: Making, id: ObjectId, held: AbstractValue): boolean {
  if (writer.made.isList(id) !== true) return false;
  const type = held.kind === "operand" ? writer.typeOf(held.operand) : "any";
  const isListed = isNumber(type) || type === "str";
  if (!isListed) writer.made.learnList(id, false);
  return isListed;
}

/** A function is made that captures these values. */
export function requireVariables(
  writer: Making,
  code: Code,
  captured: readonly AbstractValue[],
  operands: readonly Operand[],
): void {
  const { captures } = code.program.func(code.name);
  operands.forEach((operand, k) => {
    if (captures[k]?.boxed !== true || !isArray(writer.typeOf(operand))) return;
    const variable = captured[k];
    if (variable?.kind === "object") writer.made.learnList(variable.id, false);
    throw new NotSpecialised("objects that refer to each other escape", writer.span);
  });
}
