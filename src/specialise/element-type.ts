// What types of arrays and records say of what is in them.

import { isNumber, isReference, type Type } from "../ir/index.ts";

/** Arrays distinguish few types of elements: integers and zeros count as numbers. */
export const elementType = (type: Type): Type => (isNumber(type) ? "num" : type);

/** Records tell numbers, and memory, from all else. */
export const fieldType = (type: Type): Type =>
  isNumber(type) ? "num" : (isReference(type) && type !== "box") || type === "str" || type === "bool" ? type : "any";
