// Variables that functions share, where they are given to a function that is called: a list of one element, so that all that is
// known of the elements of lists is known of them. No code but that of specialised functions sees such a list: where a function is
// made that anybody may call, its variables are no lists.

import { isArray, isNumber, type Code, type Operand } from "../ir/index.ts";
import { ofConstant, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import { NotSpecialised } from "./not-specialised.ts";
import type { PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/**
 * Whether a variable is made as a list, in which it holds a number or a text at first. Where it holds anything else, it may be a
 * list nowhere.
 */
export function isList(writer: Writer, id: ObjectId, held: AbstractValue): boolean {
  if (writer.made.isList(id) !== true) return false;
  const type = held.kind === "operand" ? writer.typeOf(held.operand) : "any";
  const isListed = isNumber(type) || type === "str";
  if (!isListed) writer.made.learnList(id, false);
  return isListed;
}

/** A variable is given to a function that is called: it should be a list, wherever it is made. */
export function asList(writer: Writer, variable: AbstractValue): void {
  if (variable.kind !== "object") return;
  const contents = writer.contents(variable.id);
  const isBox = contents.kind === "escaped" ? writer.typeOf(contents.operand) === "box" : contents.kind === "box";
  if (isBox) writer.made.learnList(variable.id, true);
}

/** A read or a write of such a variable as one of the list. */
export function inList(site: PrimSite): PrimSite {
  const { prim, writer, args } = site;
  const [variable, ...value] = args;
  const isAccess = prim === "box-get" || prim === "box-set";
  if (!isAccess || variable === undefined || !isArray(typeOfAbstract(writer, variable))) return site;
  return { ...site, prim: prim === "box-get" ? "get" : "set", args: [variable, ofConstant(0), ...value] };
}

/** A function is made that captures these values. */
export function requireVariables(
  writer: Writer,
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
