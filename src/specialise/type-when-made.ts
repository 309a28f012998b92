// The types of objects that have not been materialised.

import { arrayOf, join, type Type } from "../ir/index.ts";
import { hasNamesAlone, type AbstractValue, type Contents, type ObjectId } from "./abstract-value.ts";
import { elementType } from "./element-type.ts";
import { typeOfFunction } from "./function-classes.ts";
import { existingInMemory } from "./function-records.ts";
import { typeOfInstance } from "./made-instances.ts";
import { isAbsent, recordStored } from "./perhaps.ts";
import { typeOfAbstract, typeOfContents } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The contents of objects, by name. */
interface Objects {
  readonly get: (id: ObjectId) => Contents | undefined;
}

/** The type that an object will have when it is materialised, with all objects that it leads to. */
export function typeWhenMade(writer: Writer, heap: Objects, contents: Contents, depth = 0): Type {
  const typeOf = (known: AbstractValue): Type => {
    const inner = known.kind === "object" ? heap.get(known.id) : undefined;
    if (known.kind !== "object") return typeOfAbstract(writer, existingInMemory(writer, known));
    if (inner?.kind === "box" && writer.made.isList(known.id) === true)
      return arrayOf(elementType(typeOf(inner.items[0])));
    return inner === undefined || depth === deepest ? "any" : typeWhenMade(writer, heap, inner, depth + 1);
  };
  if (contents.kind === "array") {
    const types = contents.items.flatMap((item) => (item === null ? [] : [elementType(typeOf(item))]));
    return arrayOf(types.reduce(join, "unset"));
  }
  if (contents.kind === "perhaps") return typeOf(contents.items[0]);
  if (contents.kind === "choice" && writer.functions.kind === "records")
    return contents.items
      .slice(1)
      .filter((item) => !isAbsent(item))
      .map(typeOf)
      .reduce(join);
  if (contents.kind === "closure" && writer.storesRecords(contents.code))
    return typeOfFunction(contents, (id) => heap.get(id), typeOf);
  if (contents.kind === "instance") return typeOfInstance(writer.fields, contents, contents.items, typeOf);
  if (contents.kind !== "record") return typeOfContents(writer, contents);
  return hasNamesAlone(contents.keys) ? recordStored(contents.keys, contents.items, typeOf) : "object";
}

/** The deepest nesting of objects for which that is asked: they may lead to themselves. */
const deepest = 4;
