// Elements of arrays that are certainly numbers: of Float64Arrays, and of arrays that a loop filled with numbers or a guard
// checked whole, if the key is within bounds; of private arrays of zeros, if the key is below the length they were made with.

import { definitionsOf } from "./definitions.ts";
import type { BlockId, Func, Operand, PrimInstr, ValueId } from "../ir/index.ts";
import { dominates, immediateDominators, value, ofFunction } from "../ir/index.ts";
import { filledArrays } from "./array-contents.ts";
import { indexRanges } from "./bounds.ts";
import { measured } from "./array-lengths.ts";
import { privateStores } from "./escape.ts";

export interface KnownElements {
  /** Whether, in a block, all elements of an array are numbers. */
  readonly areNumbers: (array: Operand, block: number) => boolean;
  /** Whether, in a block, an array has an element at a key, and that is a number. */
  readonly isNumber: (array: Operand, key: Operand, block: number) => boolean;
  /** Whether, in a block, the element at a key is a number unless the key is beyond the end. */
  readonly isNumberOrBeyond: (array: Operand, key: Operand, block: number) => boolean;
}

export const knownElements: (func: Func) => KnownElements = ofFunction((func: Func): KnownElements => {
  const ranges = indexRanges(func);
  const filled = filledArrays(func);
  const idom = immediateDominators(func);
  const stores = privateStores(func, { mayLeave: true });
  const definitions = definitionsOf(func);
  const made = (array: ValueId): PrimInstr | undefined => definitions.prim(value(array));
  const lengths = new Map<ValueId, Operand[]>();
  const looks = new Map<ValueId, number[]>();
  const note = <V>(map: Map<ValueId, V[]>, array: Operand | undefined, value: V): void => {
    if (array?.kind === "value") map.set(array.id, [...(map.get(array.id) ?? []), value]);
  };
  func.blocks.forEach(({ instrs }, b) => {
    for (const instr of instrs) {
      if (instr.kind !== "prim") continue;
      const [array, key] = instr.args;
      const result: Operand = { kind: "value", id: instr.result };
      const of = measured(instr, func);
      if (of !== undefined) note(lengths, of, result);
      else if (instr.prim === "array-new" || instr.prim === "array-zeros") note(lengths, result, array as Operand);
      else if (instr.prim === "typed-new" && key !== undefined) note(lengths, result, key);
      else if (instr.prim === "guard-numbers") note(looks, array, b);
    }
  });
  const areInside = new Map<ValueId, boolean>();
  /** Whether no store goes beyond the length that an array was made with: such a store would leave holes in between. */
  const isInside = (array: ValueId): boolean => {
    const [length] = made(array)?.args ?? [];
    const known = areInside.get(array);
    if (known !== undefined || length === undefined) return known === true;
    const isStoreInside = (store: PrimInstr): boolean =>
      ranges.isBelow(store.args[1] as Operand, length, definitions.blockOf(store.result));
    const all = stores.get(array)?.every(isStoreInside) === true;
    areInside.set(array, all);
    return all;
  };
  const isOfZeros = (array: ValueId): boolean => made(array)?.prim === "array-zeros" && stores.has(array);
  const areNumbers = (array: Operand, block: number): boolean => {
    if (array.kind !== "value") return false;
    if (func.values[array.id]?.type === "float64") return true;
    if (isOfZeros(array.id) && isInside(array.id)) return true;
    if (filled.get(array.id)?.isFull(block) === true) return true;
    const isInput = func.blocks[0]?.params.includes(array.id) === true;
    return (
      isInput && (looks.get(array.id) ?? []).some((b) => b !== block && dominates(idom, b as BlockId, block as BlockId))
    );
  };
  /** Lengths below which, in a block, all elements of an array are numbers. */
  const boundsOf = (array: ValueId, block: number): readonly Operand[] => {
    if (areNumbers({ kind: "value", id: array }, block)) return lengths.get(array) ?? [];
    return isOfZeros(array) ? (made(array)?.args ?? []) : [];
  };
  const isNumber = (array: Operand, key: Operand, block: number): boolean =>
    array.kind === "value" && boundsOf(array.id, block).some((length) => ranges.isBelow(key, length, block));
  return {
    areNumbers,
    isNumber,
    isNumberOrBeyond: (array, key, block) =>
      (areNumbers(array, block) && ranges.isIndex(key, block)) || isNumber(array, key, block),
  };
});
