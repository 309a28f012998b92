// Writes the check that an argument is memory of a type. What is in the memory is checked where it is read.

import { classesOfType, isArray, isInstance, isRecord, type Type } from "../ir/index.ts";

const checks: { readonly [type: string]: string | undefined } = {
  float64: "isFloat64Array",
  float32: "isFloat32Array",
  integers: "isIntegerArray",
};

export function memoryCheck(type: Type, at: string): string {
  if (isInstance(type)) return `isOfClasses(${[at, ...classesOfType(type)].join(", ")})`;
  const check = checks[type] ?? (isArray(type) ? "isPlainArray" : isRecord(type) ? "isPlainObject" : null);
  return check === null ? `typeof ${at} === "object" && ${at} !== null` : `${check}(${at})`;
}
