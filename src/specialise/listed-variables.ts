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

/** Whether what a variable holds may be in a list: a number or a text. */
export function isListed(writer: Making, held: AbstractValue): boolean {
  const type = held.kind === "operand" ? writer.typeOf(held.operand) : "any";
  return isNumber(type) || type === "str";
}

/** Whether a variable is made as a list. Where it holds anything that may not be in one, it may be a list nowhere. */
export function isList(writer: Making, id: ObjectId, held: AbstractValue): boolean {
  if (writer.made.isList(id) !== true) return false;
  const isAllowed = isListed(writer, held);
  if (!isAllowed) writer.made.learnList(id, false);
  return isAllowed;
}

/** Others than specialised functions will see what a function captured, item by item: no variable among it may be a list. */
export function requireVariables(
  { made, span }: Making,
  code: Code,
  captured: readonly AbstractValue[],
  typeOf: (k: number) => Type,
): void {
  code.program.func(code.name).captures.forEach(({ boxed }, k) => {
    if (!boxed) return;
    const variable = captured[k];
    const id = variable?.kind === "object" ? variable.id : null;
    if (!isArray(typeOf(k)) && (id === null || made.isList(id) !== true)) return;
    if (id !== null) made.learnList(id, false);
    throw new NotSpecialised("a function variable that is assigned or kept, in a recursive call", span);
  });
}
