// Values that represent numbers in the interpreter: dual numbers and complex numbers.
//
// They meet in one place, `calculate`: the operand of the highest rank decides how to compute the primitive, and uses `calculate`
// again for operands of lower rank. So they nest to any depth. If JavaScript itself meets one (a native function that makes a
// string, a comparison that `sort` calls back), it sees the number represented.

import { prims, type PrimName } from "../ir/index.ts";

export type Num = number | Lifted;

export abstract class Lifted {
  /** Operands of higher rank decide: the innermost derivative has the highest. */
  abstract readonly rank: number;
  /** The number that it represents. */
  abstract readonly standard: number;
  /** Computes a primitive, given operands of this rank or lower. */
  abstract operate(prim: PrimName, args: readonly Num[]): Num;
  /** The number, for a comparison, a rounding or an index. */
  abstract observe(): number;

  [Symbol.toPrimitive](hint: string): number | string {
    return hint === "string" ? String(this.standard) : this.standard;
  }
  toJSON(): number {
    return this.standard;
  }
}

/** Computes a primitive on numbers and values that represent them. */
export function calculate(prim: PrimName, ...args: readonly Num[]): Num {
  let top: Lifted | null = null;
  for (const arg of args) if (arg instanceof Lifted && (top === null || arg.rank > top.rank)) top = arg;
  if (top !== null) return top.operate(prim, args);
  return (prims[prim].evaluate as (...args: readonly Num[]) => number)(...args);
}

/** Tangent times partial; zero wins against infinity and NaN: what has no influence has no derivative. */
export function scaled(tangent: Num, partial: Num): Num {
  if (tangent === 0 || partial === 0) return 0;
  return calculate("scale", tangent, partial);
}

export const standardOf = (x: Num): number => (x instanceof Lifted ? x.standard : x);

/** The value that JavaScript sees. */
export const plain = (x: unknown): unknown => (x instanceof Lifted ? x.standard : x);

export const isNum = (x: unknown): x is Num => typeof x === "number" || x instanceof Lifted;
