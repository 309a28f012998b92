// What some values were made of, which their types do not tell.

import type { Operand, ValueId } from "../ir/index.ts";

export class Sources {
  /** For tuples of all elements of an array: the array. */
  readonly gathered: Map<Operand, Operand> = new Map();
  /** For structures that are made when the code runs: of what. */
  readonly structured: Map<ValueId, Operand> = new Map();
  /** For shadows: of what memory. */
  readonly shadowed: Map<ValueId, Operand> = new Map();
  /** What was read of memory, or is part of a cotangent: none of these is an error as a value. */
  readonly read: Set<ValueId> = new Set();
  /** The lengths of arrays. */
  readonly lengths: Set<ValueId> = new Set();
  /** The language's classes of errors, or what makes these, with the name of the class. */
  readonly errorClasses: Map<ValueId, string> = new Map();
}
