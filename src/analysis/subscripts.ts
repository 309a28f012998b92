// Affine subscripts: an index as the sum of a value and a constant.

import { isValue, typeIn, type Func, type Operand, type ValueId } from "../ir/index.ts";
import { definitionsOf } from "./definitions.ts";

export interface Subscript {
  readonly base: Operand;
  readonly plus: number;
}

/** An index as `base + plus`, if it is the sum of a whole number and a whole constant; else as itself, plus 0. */
export function subscriptOf(func: Func, index: Operand): Subscript {
  const sum = definitionsOf(func).prim(index);
  const [base, by] = sum?.prim === "add" || sum?.prim === "sub" ? sum.args : [];
  if (by?.kind !== "const" || !Number.isInteger(by.value) || typeIn(func, base) !== "int")
    return { base: index, plus: 0 };
  const plus = by.value as number;
  return { base: base as Operand, plus: sum?.prim === "add" ? plus : -plus };
}

/** What is added to a counter in an index; NaN if the index is no such sum. */
export function beyond(func: Func, index: Operand | undefined, counter: ValueId): number {
  if (index === undefined) return NaN;
  const { base, plus } = subscriptOf(func, index);
  return isValue(base, counter) ? plus : NaN;
}
