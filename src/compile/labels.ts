// The names and lengths of functions that stand for others.

import type { AnyFunction } from "../runtime/index.ts";

/** What a function shows of itself. */
export interface Label {
  readonly name: string;
  readonly length: number;
}

export const noLabel: Label = { name: "", length: 0 };

/** Reading these takes engines longer than a property. */
export const labelOf = ({ name, length }: AnyFunction): Label => ({ name, length });

/** Gives a new function without a name and a length those of a label. */
export function labelled<F extends AnyFunction>(f: F, label: Label): F {
  return label.name === "" && label.length === 0 ? f : named(f, label);
}

export function named<F extends AnyFunction>(f: F, { name, length }: Label): F {
  if (f.name !== name) Object.defineProperty(f, "name", { value: name });
  if (f.length !== length) Object.defineProperty(f, "length", { value: length });
  return f;
}
