// Numbers that a structure does not show: those in maps and sets, in private fields, in properties of functions and of instances
// of classes that are not compiled, those that objects inherit, and what the constructors and methods of classes captured. What returns the derivatives of
// a value by its structure refuses such numbers.

import { cellsIn, isMap, isSet, isWeakMap } from "./collections.ts";
import { heldIn, isClass, isNative, membersOf } from "./instances.ts";
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
    if (isWeakMap(hidden)) return cellsIn(hidden) === undefined;
    const prototype = typeof hidden === "function" ? null : programsPrototype(hidden);
    return partsOf(hidden).some(holds) || (prototype !== null && hides(prototype));
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
        ...Object.values(Object.getOwnPropertyDescriptors(x))
          // The length of a function is no number of the program's.
          .filter(({ enumerable }) => enumerable === true || typeof x !== "function")
          .map(({ value }): unknown => value)
          // What a constructor captured makes other instances.
          .filter((value) => typeof value !== "function" || value.prototype !== x),
      ];

/** The prototype of an object if it is not one of the language's own. */
function programsPrototype(x: object): object | null {
  const prototype = Object.getPrototypeOf(x) as object | null;
  if (prototype === null) return null;
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof constructor === "function" && isNative(constructor) ? null : prototype;
}
