// Numbers that a structure does not show: those in maps and sets, in private fields, in properties of functions and of instances
// of classes that are not compiled, and what the constructors and methods of classes captured. What returns the derivatives of
// a value by its structure refuses such numbers.

import { cellsIn, isMap, isSet, isWeakMap } from "./collections.ts";
import { heldIn, isClass, membersOf } from "./instances.ts";
import { privateCells } from "./privates.ts";
import { structureOf, type Structure } from "./structure.ts";

/** Whether `x`, which is a function or which no structure shows, holds numbers beside those that a function captured. */
export function holdsHiddenNumbers(x: object): boolean {
  return search().hides(x);
}

/** Whether a value is a class whose constructors or methods captured numbers. */
export function isClassWithNumbers(x: unknown): boolean {
  const { holds } = search();
  return isClass(x) && membersOf(x, new Set()).some(holds);
}

interface Search {
  readonly hides: (x: object) => boolean;
  readonly holds: (x: unknown) => boolean;
}

function search(): Search {
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
  return { hides, holds };
}

/** What is in a value beside its structure. Elements of arrays of integers are no numbers that carry derivatives. */
const partsOf = (x: object): readonly unknown[] =>
  ArrayBuffer.isView(x)
    ? []
    : [
        ...(isMap(x) || isSet(x) ? heldIn(x) : []),
        ...(isClass(x) ? membersOf(x, new Set()) : []),
        ...privateCells(x).map(({ v }) => v),
        ...Object.keys(x).map((key): unknown => Object.getOwnPropertyDescriptor(x, key)?.value),
      ];
