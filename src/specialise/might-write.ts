// Whether functions that a call can reach may write to memory that they did not make, or compare references (runtime/overlap.ts),
// judged by abstract values. All calls of the code being written are known: it does not call a function that is stored
// in the program's memory later.

import { isInactive, isNumeric, type Type } from "../ir/index.ts";
import { copyingMethods, mightWriteOrCompare, writesOrCompares } from "../runtime/index.ts";
import type { AbstractValue } from "./abstract-value.ts";
import { everyReached } from "./reached.ts";
import type { Writer } from "./writer.ts";

/** Memory of these types contains no functions. */
const ofNumbers: ReadonlySet<Type> = new Set<Type>(["numbers", "rows", "float64", "float64-rows", "typed"]);

/** Null if something reachable is unknown. */
export function mightWrite(writer: Writer, roots: readonly AbstractValue[]): boolean | null {
  let writes = false;
  for (const known of everyReached(writer, roots)) {
    if (known.kind === "host") writes ||= mightWriteOrCompare([known.value]);
    else if (known.kind === "operand") {
      const type = writer.typeOf(known.operand);
      if (!isInactive(type) && !isNumeric(type) && !ofNumbers.has(type)) return null;
    } else {
      const contents = writer.virtual(known);
      if (contents === null || contents.kind === "context" || contents.kind === "structures") return null;
      if (contents.kind === "closure") writes ||= writesOrCompares(contents.code);
      if ("keys" in contents) writes ||= contents.keys.some((key) => copyingMethods.has(key));
    }
  }
  return writes;
}
