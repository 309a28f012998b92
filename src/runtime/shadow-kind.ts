// The interface of all shadows.

import type { Cotangent } from "./cotangent.ts";

/** A store of cotangents. */
export interface Shadow {
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
