// The types of elements and properties, from the type of the container.

import { elementOf, hasFields, isArray, isNumber, isReference, type Type } from "../ir/index.ts";

/** Arrays distinguish few types of elements: integers and zeros count as numbers. */
export const elementType = (type: Type): Type => (isNumber(type) ? "num" : type);

/** Records tell numbers, memory and what is absent from all else. */
export function fieldType(type: Type): Type {
  if (isNumber(type)) return "num";
  if (type === "undef" || type === "null" || type === "unset") return "unset";
  return (isReference(type) && type !== "box") || type === "str" || type === "bool" ? type : "any";
}

/** Whether reads of such a value can be guarded. */
export const isGuarded = (type: Type): boolean =>
  isNumber(type) ||
  ["str", "bool", "integers", "float32", "float64"].includes(type) ||
  hasFields(type) ||
  (isArray(type) && elementOf(type) !== undefined);
