// Whether functions that a call can reach may write to memory that they did not make, or compare references (runtime/overlap.ts),
// judged by abstract values. All calls of the code being written are known: it does not call a function that is stored
// in the program's memory later.

import { isInactive, isNumeric, type Type } from "../ir/index.ts";
import { copyingMethods, mightWriteOrCompare, writesOrCompares } from "../runtime/index.ts";
import { fieldsOf, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import type { Writer } from "./writer.ts";

/** Memory of these types contains no functions. */
const ofNumbers: ReadonlySet<Type> = new Set<Type>(["numbers", "rows", "float64", "float64-rows", "typed"]);

/** Null if something reachable is unknown. */
export function mightWrite(writer: Writer, roots: readonly AbstractValue[]): boolean | null {
  const seen = new Set<ObjectId>();
  const work = [...roots];
  let writes = false;
  for (let known = work.pop(); known !== undefined; known = work.pop()) {
    if (known.kind === "tuple") work.push(...known.parts);
    else if (known.kind === "host") writes ||= mightWriteOrCompare([known.value]);
    else if (known.kind === "operand") {
      const type = writer.typeOf(known.operand);
      if (!isInactive(type) && !isNumeric(type) && !ofNumbers.has(type)) return null;
    } else if (!seen.has(known.id)) {
      seen.add(known.id);
      const contents = writer.contents(known.id);
      const isPlain = contents.kind !== "escaped" && contents.kind !== "context" && contents.kind !== "structures";
      if (!isPlain) return null;
      if (contents.kind === "closure") writes ||= writesOrCompares(contents.code);
      if ("keys" in contents) writes ||= contents.keys.some((key) => copyingMethods.has(key));
      work.push(...fieldsOf(contents).map(([, field]) => field));
    }
  }
  return writes;
}
