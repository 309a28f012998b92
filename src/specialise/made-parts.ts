// The arrays and records in a result that its call made: how many, their slots, and where they are.

import type { AbstractValue } from "./abstract-value.ts";
import { partsOf, type Shape } from "./shape.ts";
import type { Writer } from "./writer.ts";

/** How many arrays and records a result has that its call made, empty ones too. */
export const madeCount = (shape: Shape): number =>
  partsOf(shape).reduce((count, part) => count + madeCount(part), shape.kind === "made" ? 1 : 0);

/** The slots of the arrays and records that a call made: each with its object, in the order of the shape. */
export function madeSlots(shape: Shape): readonly MadeSlot[] {
  const slots: MadeSlot[] = [];
  let objects = 0;
  const visit = (part: Shape): void => {
    const object = part.kind === "made" ? objects++ : -1;
    partsOf(part).forEach((item, k) => {
      if (part.kind === "made") slots.push({ object, key: part.keys?.[k] ?? k, shape: item });
      visit(item);
    });
  };
  visit(shape);
  return slots;
}

export interface MadeSlot {
  /** The number of the object among those that the call made. */
  readonly object: number;
  readonly key: string | number;
  readonly shape: Shape;
}

/** The arrays and records in a result that its call made, in the order of the shape. */
export function madeObjects(writer: Writer, shape: Shape, result: AbstractValue): readonly AbstractValue[] {
  const objects: AbstractValue[] = [];
  const visit = (part: Shape, known: AbstractValue): void => {
    if (part.kind === "made") objects.push(known);
    const contents = known.kind === "object" ? writer.contents(known.id) : null;
    const items = known.kind === "tuple" ? known.parts : contents !== null && "items" in contents ? contents.items : [];
    partsOf(part).forEach((item, k) => {
      visit(item, items[k] as AbstractValue);
    });
  };
  visit(shape, result);
  return objects;
}
