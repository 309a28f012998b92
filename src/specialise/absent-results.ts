// Results that are absent on some paths: a `switch` without `default` returns undefined where no case fits, and TypeScript knows that
// one always does. If the caller takes the result for a value that is there, such a path is left to general code.

import { constant, undef, type Block } from "../ir/index.ts";
import { constantOf, type AbstractValue } from "./abstract-value.ts";
import { continueOn, type Path } from "./path.ts";
import type { Writer } from "./writer.ts";

const isUndefined = (known: AbstractValue | undefined): boolean => {
  const held = known === undefined ? null : constantOf(known);
  return held !== null && held.value === undefined;
};

/** The paths to a block that do not return undefined from there; the others end in a guard that fails. All, if none returns anything else. */
export function withoutAbsent(writer: Writer, { params, terminator }: Block, paths: readonly Path[]): readonly Path[] {
  const id = terminator.kind === "return" && terminator.value.kind === "value" ? terminator.value.id : null;
  if (id === null || !params.includes(id)) return paths;
  const present = paths.filter(({ values }) => !isUndefined(values.get(id)));
  if (present.length === 0 || present.length === paths.length) return paths;
  const { builder, span } = writer;
  for (const path of paths) {
    if (present.includes(path)) continue;
    continueOn(writer, path);
    builder.prim("keep-guard", [builder.prim("guard-typeof", [undef, constant("number")], span)], span);
    builder.throw(undef, span);
  }
  return present;
}
