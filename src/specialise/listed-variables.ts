// Decides which variables are made as lists (variables.ts). Only specialised functions see such lists: the variables of a
// function that anybody may call are no lists.

import { isArray, isNumber, type Code, type Operand, type Span, type Type } from "../ir/index.ts";
import type { AbstractValue, Contents, ObjectId } from "./abstract-value.ts";
import type { MadeMemory } from "./made-memory.ts";
import { NotSpecialised } from "./not-specialised.ts";

/** What of the writer is needed. */
export interface Making {
  readonly made: MadeMemory;
  readonly span: Span;
  readonly typeOf: (operand: Operand) => Type;
  readonly contents: (id: ObjectId) => Contents;
}

/** Whether what a variable holds may be in a list: a number or a text. */
export function isListed(writer: Making, held: AbstractValue): boolean {
  const type = held.kind === "operand" ? writer.typeOf(held.operand) : "any";
  return isNumber(type) || type === "str";
}

/** A variable is given to a function that is called, or kept in memory: it should be a list, wherever it is made. */
export function asList(writer: Making, variable: AbstractValue): void {
  if (variable.kind !== "object") return;
  const contents = writer.contents(variable.id);
  // What a variable that has been made already holds is not known: that it may be a list will be found out.
  const isMade = contents.kind === "escaped" && writer.typeOf(contents.operand) === "box";
  if (isMade || (contents.kind === "box" && isListed(writer, contents.items[0])))
    writer.made.learnList(variable.id, true);
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
