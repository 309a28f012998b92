// The stores of shadows: cotangents by property, in an object whose properties engines find as fast as those of records.

import type { Cotangent } from "./cotangent.ts";

/** Cotangents by property. It inherits nothing, so a property that was not stored is undefined. */
export interface Slots {
  [key: PropertyKey]: Cotangent;
}

// A function and not a class: its prototype can be an object that inherits nothing.
function EmptySlots(): void {
  // All properties are added when they are first stored.
}
EmptySlots.prototype = Object.freeze(Object.create(null)) as object;

/** An object made by a constructor keeps its properties in a layout; one without a prototype would be a hash table. */
export const newSlots = (): Slots => new (EmptySlots as unknown as new () => Slots)();

/** The stores of shadows that keep their cotangents elsewhere. Nothing is ever stored in them. */
export const noSlots: Slots = Object.freeze(newSlots());
export const noElements: Cotangent[] = Object.freeze([]) as never;
