// The table of primitives, by subject; prims/prim.ts says what a row is.

import { cotangentPrims } from "./prims/cotangents.ts";
import { effectOn, type OperandEffect } from "./prims/effects.ts";
import { mathPrims } from "./prims/math.ts";
import { controlPrims } from "./prims/control.ts";
import type { PrimName } from "./prims/names.ts";
import { numberPrims } from "./prims/numbers.ts";
import type { Prim } from "./prims/prim.ts";
import { referencePrims } from "./prims/references.ts";

export { convertingPrims, mathPrimNames, numberPrimNames } from "./prims/names.ts";
export type { PrimName } from "./prims/names.ts";
export type { Aspect, Effects, OperandEffect } from "./prims/effects.ts";
export type { Effect, Prim } from "./prims/prim.ts";

export const prims: Readonly<Record<PrimName, Prim>> = {
  ...numberPrims,
  ...mathPrims,
  ...referencePrims,
  ...cotangentPrims,
  ...controlPrims,
};

export function isPrimName(name: string): name is PrimName {
  return Object.hasOwn(prims, name);
}

/** The effect of a primitive on its operand `k`. */
export const operandEffect = (prim: PrimName, k: number): OperandEffect => effectOn(prims[prim].effects, k);

/** Whether a primitive reads an element, or a property, and does nothing else; the second operand is the key. */
export const isElementRead = (prim: PrimName): boolean => prims[prim].effects.isElementRead;
/** Whether the result of a primitive tells if two references are the same. */
export const comparesReferences = (prim: PrimName): boolean => prims[prim].effects.comparesReferences;
/** Whether a primitive makes a record or an instance of keys and values. */
export const makesRecord = (prim: PrimName): boolean => prims[prim].effects.makes === "entries";
