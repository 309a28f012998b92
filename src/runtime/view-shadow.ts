// Shadows of typed arrays. They belong to the buffer, one double per element, so views of one buffer share them.

import type { Cotangent } from "./cotangent.ts";
import type { Shadow } from "./shadow-kind.ts";
import { noSlots, type Slots } from "./slots.ts";

/** One double per element of a buffer: what all views of it share. */
export class BufferShadow {
  readonly slots: Float64Array;
  readonly bytesPerElement: number;
  constructor(byteLength: number, bytesPerElement: number) {
    this.slots = new Float64Array(Math.ceil(byteLength / bytesPerElement));
    this.bytesPerElement = bytesPerElement;
  }
}

/** The shadow of one view: a window on its buffer's shadow. Indices out of range are ignored, as writes there are. */
export class ViewShadow implements Shadow {
  readonly buffer: BufferShadow;
  readonly offset: number;
  readonly length: number;
  /** What the view shows of the buffer's shadow. */
  readonly elements: Float64Array;
  constructor(buffer: BufferShadow, offset: number, length: number) {
    this.buffer = buffer;
    this.offset = offset;
    this.length = length;
    const { slots } = buffer;
    this.elements = offset === 0 && length === slots.length ? slots : slots.subarray(offset, offset + length);
  }

  get slots(): Slots {
    return noSlots;
  }

  get isZerothShadow(): true {
    return true;
  }

  /** Whether any element of the view holds a cotangent other than zero. */
  isTouched(): boolean {
    return this.elements.some((g) => g !== 0);
  }

  #index(key: unknown): number {
    const i = typeof key === "number" ? key : Number(key);
    return Number.isInteger(i) && i >= 0 && i < this.elements.length ? i : -1;
  }
  get(key: unknown): Cotangent {
    const i = this.#index(key);
    return i < 0 ? 0 : this.elements[i];
  }
  accum(key: unknown, g: Cotangent): void {
    const i = this.#index(key);
    if (i >= 0) this.elements[i] = (this.elements[i] as number) + (g as number);
  }
  take(key: unknown): Cotangent {
    const i = this.#index(key);
    if (i < 0) return 0;
    const g = this.elements[i];
    this.elements[i] = 0;
    return g;
  }
  put(key: unknown, g: Cotangent): void {
    const i = this.#index(key);
    if (i >= 0) this.elements[i] = g as number;
  }
}
