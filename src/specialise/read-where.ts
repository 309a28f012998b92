// Reads elements only where there are some.

import { isNumber, value, type Operand } from "../ir/index.ts";
import { ofOperand, type AbstractValue } from "./abstract-value.ts";
import { absentOf } from "./perhaps.ts";
import type { Writer } from "./writer.ts";

/**
 * Reads an element of an array only where there is one; elsewhere the result is unset, or 0, and nothing uses it. So the derivative
 * writes only to shadows of elements that there are.
 */
export function readWhere(writer: Writer, isThere: Operand, read: () => AbstractValue, array: Operand): AbstractValue {
  const { builder, span } = writer;
  const [present, absent, behind] = [writer.block(), writer.block(), writer.block()];
  builder.branch(isThere, present, absent, span);
  present.sealed = true;
  absent.sealed = true;
  builder.switchTo(present);
  const element = writer.operand(read());
  const type = writer.typeOf(element);
  builder.jump(behind, span, [element]);
  builder.switchTo(absent);
  builder.jump(behind, span, [absentOf(type)]);
  const either = value(builder.param(behind, builder.hintOf(element), type));
  behind.sealed = true;
  builder.switchTo(behind);
  writer.size++;
  if (!isNumber(type)) writer.setOuter(either, array);
  writer.made.noteJoined(either, [element], false);
  return ofOperand(either);
}
