// Evaluates calls of pure natives whose arguments are all known.

import { hasFields, isArray, isNumeric, isTyped, type Type } from "../ir/index.ts";
import { constantOf, ofConstant, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import { isGivenPair } from "./given-pairs.ts";
import { isPair } from "./pairs-made.ts";
import { ofHost, type World } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The result of a pure native for constants, and arrays of them; null if it is not known or the callee is another function. */
export function computed(
  writer: Writer,
  world: World,
  [callee, receiver, ...args]: readonly [callee: AbstractValue, receiver: AbstractValue, ...args: AbstractValue[]],
): AbstractValue | null {
  if (callee.kind !== "host" || !world.isPure(callee.value)) return null;
  const [x] = args;
  const type = x === undefined ? "any" : typeOfAbstract(writer, x);
  if (isArray(type) || isTyped(type) || hasFields(type) || (type === "object" && writer.virtual(x) !== null)) {
    if (callee.value === Array.isArray)
      return ofConstant(isArray(type) || isGivenPair(type) || isPair(type, writer.span));
    if (callee.value === ArrayBuffer.isView) return ofConstant(isTyped(type));
  }
  if (isPrimitive(type) && (callee.value === Array.isArray || callee.value === ArrayBuffer.isView))
    return ofConstant(false);
  const made = new Map<ObjectId, unknown[]>();
  const plain = [receiver, ...args].map((known) => plainOf(writer, known, made));
  if (plain.some((value) => value === null)) return null;
  const [self, ...given] = plain.map((value) => value?.value);
  const result: unknown = Reflect.apply(callee.value as () => unknown, self, given);
  return typeof result === "object" ? null : ofHost(result);
}

const isPrimitive = (type: Type): boolean => isNumeric(type) || ["str", "bool", "undef", "null", "func"].includes(type);

/** The value that is known; each array is made once, since natives may compare arrays by identity. */
function plainOf(
  writer: Writer,
  known: AbstractValue,
  made: Map<ObjectId, unknown[]>,
): { readonly value: unknown } | null {
  const contents = writer.virtual(known);
  if (known.kind !== "object" || contents?.kind !== "array") return constantOf(known);
  const before = made.get(known.id);
  if (before !== undefined) return { value: before };
  const value: unknown[] = [];
  made.set(known.id, value);
  for (const item of contents.items) {
    const plain = item === null ? null : plainOf(writer, item, made);
    if (plain === null) return null;
    value.push(plain.value);
  }
  return { value };
}
