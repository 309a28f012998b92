// The shadow of a module namespace. Its names stand for variables, so their derivatives are in the shadows of the variables'
// boxes. Names of anything but assigned exported variables are constants.

import type { Cotangent } from "./cotangent.ts";
import type { Shadow } from "./shadow-kind.ts";
import { noElements, noSlots, type Slots } from "./slots.ts";

export class NamespaceShadow implements Shadow {
  /** The shadow of the variable's box; null for constants. */
  readonly slot: (key: unknown) => Shadow | null;

  constructor(slot: (key: unknown) => Shadow | null) {
    this.slot = slot;
  }

  get elements(): Cotangent[] {
    return noElements;
  }
  get slots(): Slots {
    return noSlots;
  }
  get isZerothShadow(): true {
    return true;
  }

  get(key: unknown): Cotangent {
    return this.slot(key)?.get("v") ?? 0;
  }
  accum(key: unknown, g: Cotangent): void {
    this.slot(key)?.accum("v", g);
  }
  take(key: unknown): Cotangent {
    return this.slot(key)?.take("v") ?? 0;
  }
  put(key: unknown, g: Cotangent): void {
    this.slot(key)?.put("v", g);
  }
}
