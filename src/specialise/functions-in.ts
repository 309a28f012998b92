// Describes the functions that values are or contain, as far as they are known.

import { numberOf } from "./shape-text.ts";
import type { AbstractValue } from "./abstract-value.ts";
import type { Writer } from "./writer.ts";

/** A text for the functions that values are or contain, as far as they are known, down to a limited depth. */
export function functionsIn(writer: Writer, values: readonly AbstractValue[], depth = 6): string {
  return values
    .map((known): string => {
      if (known.kind === "host") return typeof known.value === "function" ? `#${numberOf(known.value)}` : "_";
      const choice = writer.choice(known);
      if (choice !== null && depth > 0) return `?[${functionsIn(writer, choice.items, depth - 1)}]`;
      const contents = writer.virtual(known);
      if (contents?.kind !== "closure" || depth === 0) return "_";
      return `@${numberOf(contents.code)}[${functionsIn(writer, contents.items, depth - 1)}]`;
    })
    .join(",");
}
