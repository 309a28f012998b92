// Whether functions that a call can reach may write to memory that they did not make, or compare references
// (runtime/overlap.ts), judged by abstract values. All calls of the code being written are known: functions that are stored in
// the program's memory later are not called.

import {
  elementOf,
  fieldsOfType,
  isInactive,
  isNumeric,
  isRecord,
  isTyped,
  typesWithin,
  type Code,
  type Type,
} from "../ir/index.ts";
import {
  copyingMethods,
  mightTellRuns,
  mightWriteOrCompare,
  stampOf,
  tellsRuns,
  writesOrCompares,
} from "../runtime/index.ts";
import type { AbstractValue } from "./abstract-value.ts";
import { everyReached } from "./reached.ts";
import type { World } from "./site.ts";
import type { Writer } from "./writer.ts";

/** Whether no value of a type is a function, or leads to one. */
const isData = (type: Type): boolean => [...typesWithin(type)].every(isDataItself);

function isDataItself(type: Type): boolean {
  // What will be in memory that is empty so far is not known.
  if (type === "unset") return false;
  if (isNumeric(type) || isInactive(type) || isTyped(type)) return true;
  // A method of this name would return new memory.
  if (isRecord(type)) return ![...fieldsOfType(type).keys()].some((key) => copyingMethods.has(key));
  return elementOf(type) !== undefined;
}

/** What is asked of functions: of existing ones by value, of others by code. */
interface Question {
  readonly ofExisting: (roots: readonly unknown[]) => boolean;
  readonly ofCode: (code: Code) => boolean;
}

const writing: Question = { ofExisting: mightWriteOrCompare, ofCode: writesOrCompares };
const tellingRuns: Question = { ofExisting: mightTellRuns, ofCode: tellsRuns };

/** Null if something reachable is unknown. */
export const mightWrite = (writer: Writer, roots: readonly AbstractValue[]): boolean | null =>
  might(writer, roots, writing);

/** Whether they might tell how often they run. Null if something reachable is unknown. */
export const mightTell = (writer: Writer, roots: readonly AbstractValue[]): boolean | null =>
  might(writer, roots, tellingRuns);

function might(writer: Writer, roots: readonly AbstractValue[], { ofExisting, ofCode }: Question): boolean | null {
  let writes = false;
  for (const known of everyReached(writer, roots)) {
    if (known.kind === "host") writes ||= ofExisting([known.value]);
    else if (known.kind === "operand") {
      if (!isData(writer.typeOf(known.operand))) return null;
    } else if (writer.choice(known) === null) {
      const contents = writer.virtual(known);
      if (contents === null || contents.kind === "context" || contents.kind === "structures") return null;
      if (contents.kind === "closure") writes ||= ofCode(contents.code);
      if ("keys" in contents) writes ||= contents.keys.some((key) => copyingMethods.has(key));
    }
  }
  return writes;
}

/** Whether a function, as an ordinary function, provably writes only to its own memory; null if it is not known. */
export function writesNothing(writer: Writer, world: World, f: AbstractValue): boolean | null {
  const work = new Set([f]);
  // The set grows while it is walked.
  for (const known of work) {
    const contents = writer.virtual(known);
    if (contents?.kind === "box") {
      work.add(contents.items[0]);
      continue;
    }
    const isHost = known.kind === "host" && typeof known.value === "function";
    const code = contents?.kind === "closure" ? contents.code : isHost ? stampOf(known.value)?.code : undefined;
    if (code === undefined) return null;
    const called = world.calledCaptures(code);
    if (called === null) return false;
    // What an existing function captures may be another function at the next call.
    if (contents?.kind !== "closure") {
      if (called.length > 0) return null;
    } else for (const k of called) work.add(contents.items[k] as AbstractValue);
  }
  return true;
}
