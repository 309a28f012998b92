// Primitives on values that are not certain: what may be absent, and one of several functions.

import type { Operand, PrimName, Type } from "../ir/index.ts";
import { answerOf } from "./absent-elements.ts";
import { ofConstant, ofOperand, type AbstractValue } from "./abstract-value.ts";
import { chosen } from "./choices.ts";
import { shadowWhereThere } from "./shadows.ts";
import type { Writer } from "./writer.ts";

/** The result of a primitive that is about whether, or which; null for all others. `apply` applies it to certain values. */
export const uncertain = (
  writer: Writer,
  prim: PrimName,
  args: readonly AbstractValue[],
  apply: (args: readonly AbstractValue[]) => AbstractValue,
): AbstractValue | null =>
  answerOf(writer, prim, args) ?? shadowWhereThere(writer, prim, args) ?? answerAmong(writer, prim, args, apply);

/** Primitives that ask what a value is, with the type of the answer. */
const asking: ReadonlyMap<PrimName, Type> = new Map<PrimName, Type>([
  ["eq", "bool"],
  ["ne", "bool"],
  ["loose-eq", "bool"],
  ["loose-ne", "bool"],
  ["not", "bool"],
  ["is-nullish", "bool"],
  ["is-number", "bool"],
  ["typeof", "str"],
]);

/** The answer to a question about one of several functions, which is `answer` of each; null if none is asked. */
function answerAmong(
  writer: Writer,
  prim: PrimName,
  args: readonly AbstractValue[],
  answer: (args: readonly AbstractValue[]) => AbstractValue,
): AbstractValue | null {
  const type = asking.get(prim);
  const k = args.findIndex((arg) => writer.choice(arg) !== null);
  const choice = type === undefined ? null : writer.choice(args[k] ?? ofConstant(0));
  if (choice === null) return null;
  const each = (option: AbstractValue): Operand => writer.operand(answer(args.with(k, option)));
  return ofOperand(chosen(writer, choice, each, type));
}
