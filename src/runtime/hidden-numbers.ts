// Numbers that a structure does not show: those in maps and sets, in private fields, in properties of functions and of instances
// of classes that are not compiled. What returns the derivatives of a value by its structure refuses such numbers.

import { cellsIn, isMap, isSet, isWeakMap } from "./collections.ts";
import { heldIn } from "./instances.ts";
import { privateCells } from "./privates.ts";
import { structureOf, type Structure } from "./structure.ts";

/** Whether `x`, which is a function or which no structure shows, holds numbers beside those that a function captured. */
export function holdsHiddenNumbers(x: object): boolean {
  const met = new Set<unknown>();
  const hides = (hidden: object): boolean => {
    if (met.has(hidden)) return false;
    met.add(hidden);
    return isWeakMap(hidden) ? cellsIn(hidden) === undefined : partsOf(hidden).some(holds);
  };
  const holds = (part: unknown): boolean => holdsIn(structureOf(part));
  const holdsIn = ({ kind, ref, uniform, length, items }: Structure): boolean => {
    if (kind === "number" || (uniform && length > 0)) return true;
    return ((kind === "opaque" || kind === "closure") && hides(ref as object)) || items.some(holdsIn);
  };
  return hides(x);
}

/** What is in a value beside its structure. Elements of arrays of integers are no numbers that carry derivatives. */
const partsOf = (x: object): readonly unknown[] =>
  ArrayBuffer.isView(x)
    ? []
    : [
        ...(isMap(x) || isSet(x) ? heldIn(x) : []),
        ...privateCells(x).map(({ v }) => v),
        ...Object.keys(x).map((key): unknown => Object.getOwnPropertyDescriptor(x, key)?.value),
      ];
