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
  const questions = new Set(questionsAbout(frame.func, frame.program, id, codeOfCallee));
  // A function that returns it, as `at` does, leaves the question to its caller.
  for (let [at, value] = [frame, id]; at.caller !== null && at.result !== undefined && isReturned(at.func, value);) {
    [at, value] = [at.caller, at.result];
    for (const question of questionsAbout(at.func, at.program, value, () => null)) questions.add(question);
  }
  const asked = absentBy(questions, type, isOptional);
  if (asked !== null) return asked;
  if (isOptional && !isUsedAsValue(frame.func, id)) return "nullish";
  // The words of a command: how many there are depends on the first.
  return type === "str" && isUsedLater(frame.func, id) ? "undefined" : null;
}

/** Whether a function returns a value, by way of parameters of blocks, too. */
function isReturned(func: Func, id: ValueId): boolean {
  const values = new Set([id]);
  // The loop adds values to the set that it walks.
  for (const value of values)
    for (const { block, instr, target, k } of usesOf(func)(value)) {
      if (instr !== null) continue;
      const param = target === null ? undefined : func.blocks[target]?.params[k];
      if (param !== undefined) values.add(param);
      else if (func.blocks[block]?.terminator.kind === "return") return true;
    }
  return false;
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
