// The interface of all shadows.

import type { Cotangent } from "./cotangent.ts";
import type { Slots } from "./slots.ts";

/** A store of cotangents. Numbers in `elements` and `slots` may be read and replaced by numbers without calling a method. */
export interface Shadow {
  /** By index. */
  readonly elements: Cotangent[] | Float64Array;
  /** By property. */
  readonly slots: Slots;
  /** Marks shadows among objects. */
  readonly isZerothShadow: true;
  get(key: unknown): Cotangent;
  accum(key: unknown, g: Cotangent): void;
  take(key: unknown): Cotangent;
  put(key: unknown, g: Cotangent): void;
}

export function isShadow(x: unknown): x is Shadow {
  return typeof x === "object" && x !== null && "isZerothShadow" in x;
}
