// The types of abstract values.

import type { Type } from "../ir/index.ts";
import type { AbstractValue, Contents } from "./abstract-value.ts";
import { typeOfMemory } from "./memory-types.ts";
import type { Writer } from "./writer.ts";

const typesOfContents = {
  closure: "func",
  array: "array",
  record: "object",
  instance: "object",
  given: "object",
  context: "context",
  box: "box",
  structures: "array",
  perhaps: "any",
  choice: "any",
  outcome: "any",
  thrown: "box",
} as const;

/** The type of an abstract value. */
export function typeOfAbstract(writer: Writer, known: AbstractValue): Type {
  switch (known.kind) {
    case "operand":
      return writer.typeOf(known.operand);
    case "tuple":
      return "tuple";
    case "host":
      return typeOfMemory(known.value);
    case "object":
      return typeOfContents(writer, writer.contents(known.id));
  }
}

export function typeOfContents(writer: Writer, contents: Contents): Type {
  if (contents.kind === "view") return typeOfAbstract(writer, contents.items[0]);
  return contents.kind === "escaped" ? writer.typeOf(contents.operand) : typesOfContents[contents.kind];
}
