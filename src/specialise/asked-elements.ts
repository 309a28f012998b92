// Finds what the program asks of an element that is read: in the function that reads it, and in those that it is passed on to.

import type { Code, Func, Operand, Type, ValueId } from "../ir/index.ts";
import { definitionsOf, usesOf } from "../analysis/index.ts";
import { absentBy, isUsedAsValue, questionsAbout } from "./absent-elements.ts";
import { indexOf, type Absent, type AbstractValue } from "./abstract-value.ts";
import { captured, codeOf } from "./known-functions.ts";
import type { Frame } from "./run.ts";
import type { Border } from "./site.ts";
import type { Writer } from "./writer.ts";

/**
 * What a value that is read is where it is absent, if the program asks whether it is there, or, where it often is not, hands it on;
 * else null.
 */
export function absentWhere(
  writer: Writer,
  border: Border,
  frame: Frame,
  id: ValueId,
  type: Type,
  isOptional: boolean,
): Absent | null {
  const codeOfCallee = (callee: Operand): Code | null => {
    const known = calleeOf(writer, border, frame, callee);
    return known === null ? null : (codeOf(writer, border, known)?.[0] ?? null);
  };
  const asked = absentBy(questionsAbout(frame.func, frame.program, id, codeOfCallee), type, isOptional);
  if (asked !== null) return asked;
  if (isOptional && !isUsedAsValue(frame.func, id)) return "nullish";
  // The words of a command: how many there are depends on the first.
  return type === "str" && isUsedLater(frame.func, id) ? "undefined" : null;
}

/** Whether a value is used in other blocks only, of which some may not be reached. */
function isUsedLater(func: Func, id: ValueId): boolean {
  const block = definitionsOf(func).blockOf(id);
  return usesOf(func)(id).every((use) => use.block !== block);
}

/** What a call further on will call, if that is a parameter or captured; else what was called there before, if anything. */
function calleeOf(writer: Writer, border: Border, frame: Frame, callee: Operand): AbstractValue | null {
  /** Objects that nothing will need any more are gone. */
  const knownOf = (operand: Operand): AbstractValue | null => {
    const known = frame.known(operand);
    return known?.kind === "object" && !writer.heap.has(known.id) ? null : known;
  };
  const capture = definitionsOf(frame.func).prim(callee, "capture");
  if (capture === undefined) return knownOf(callee);
  const [self, slot] = capture.args.map((arg) => knownOf(arg) ?? undefined);
  if (self?.kind === "host") return captured(writer, border, self.value, slot);
  const contents = self === undefined ? null : writer.virtual(self);
  return contents?.kind === "closure" ? (contents.items[indexOf(slot) ?? -1] ?? null) : null;
}
