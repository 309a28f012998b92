// The length of a value, as it is known.

import { ofConstant, abstractUndefined, type AbstractValue } from "./abstract-value.ts";
import { arrayOperand, lengthOfArray } from "./memory.ts";
import type { Writer } from "./writer.ts";

/** Null if it is known at run time only. */
export function lengthOf(writer: Writer, x: AbstractValue | undefined): AbstractValue | null {
  const array = arrayOperand(writer, x);
  if (array !== null) return lengthOfArray(writer, array);
  if (x?.kind === "operand" && writer.typeOf(x.operand) === "str")
    return writer.known("length", [x.operand], "", "int");
  const contents = writer.virtual(x);
  switch (contents?.kind) {
    case "array":
      return ofConstant(contents.items.length);
    case "structures": {
      // Without a structure of before, the array does not change.
      const [of, before] = contents.items;
      return before === undefined ? lengthOf(writer, of) : null;
    }
    case "record":
    case "given": {
      const k = contents.keys.indexOf("length");
      return k < 0 ? abstractUndefined : (contents.items[k] as AbstractValue);
    }
    default:
      return null;
  }
}
