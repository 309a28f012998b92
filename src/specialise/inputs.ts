// What a specialised function takes: the inputs of its shape, then further ones that its code turned out to need.

import type { Type } from "../ir/index.ts";

/** An input of a shape; inputs are in order. */
export interface Input {
  readonly type: Type;
  readonly hint: string;
  /** Whether it is memory that existed before, which nobody writes while the program runs. */
  readonly outer: boolean;
}

/** A JavaScript value that exists already, or the given function with this number, needed for more than calls. */
export type Further =
  { readonly kind: "host"; readonly value: object } | { readonly kind: "given"; readonly which: number };
