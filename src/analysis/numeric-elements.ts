// Elements of arrays that are certainly numbers: those of Float64Arrays, and of arrays that a loop filled with numbers or a
// guard checked whole, if the key is within bounds; and those of private arrays of zeros, if the key is below the length with
// which they were made.

import { lengthMadeWith, writesMemory } from "./accesses.ts";
import { definitionsOf } from "./definitions.ts";
import type { BlockId, Func, Instr, Operand, PrimInstr, ValueId } from "../ir/index.ts";
import { dominates, immediateDominators, isFloats, value, ofFunction, typeIn } from "../ir/index.ts";
import { filledArrays } from "./array-contents.ts";
import { indexRanges } from "./bounds.ts";
import { measured } from "./array-lengths.ts";
import { privateStores } from "./escape.ts";
import { pointsTo } from "./points-to.ts";
import { usesOf, type Use } from "./uses.ts";

export interface KnownElements {
  /** Whether what was checked of an array that is an argument may have been written since, when a block runs. */
  readonly mayWriteGiven: (block: number) => boolean;
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
  const definitions = definitionsOf(func);
  const uses = usesOf(func);
  const { isSeen } = pointsTo(func);
  const isWrite = (instr: Instr): boolean =>
    instr.kind === "prim"
      ? writesMemory(instr) && !["shadow", "context"].includes(typeIn(func, instr.args[0]))
      : instr.kind === "call";
  const writing = func.blocks.map(({ instrs }) => instrs.some((instr) => isWrite(instr) && isSeen(instr)));
  // Nothing of the function runs after a block that throws.
  const isWritten = func.blocks.some(({ terminator }, b) => writing[b] === true && terminator.kind !== "throw");
  const mayWriteGiven = (block: number): boolean => isWritten || writing[block] === true;
  const madeWith = (array: ValueId): readonly Operand[] => {
    const length = lengthMadeWith(definitions.of(array));
    return length === undefined ? [] : [length];
  };
  const lengthsFound = (array: ValueId): readonly Operand[] =>
    uses(array).flatMap(({ instr }) =>
      instr !== null && measured(instr, func) !== undefined ? [value(instr.result)] : [],
    );
  const zeros = [...privateStores(func, { mayLeave: true })].filter(
    ([array]) => definitions.prim(value(array), "array-zeros") !== undefined,
  );
  const ofZeros = new Set(zeros.map(([array]) => array));
  /** Arrays of zeros in which no store goes beyond the length they were made with: such a store would leave holes in between. */
  const whole = new Set(
    zeros.flatMap(([array, stores]) => {
      const [length] = madeWith(array) as readonly [Operand];
      const isInside = ({ args, result }: PrimInstr): boolean =>
        ranges.isBelow(args[1] as Operand, length, definitions.blockOf(result));
      return stores.every(isInside) ? [array] : [];
    }),
  );
  const areNumbers = (array: Operand, block: number): boolean => {
    if (array.kind !== "value") return false;
    if (isFloats(func.values[array.id]?.type ?? "any")) return true;
    if (whole.has(array.id) || filled.get(array.id)?.isFull(block) === true) return true;
    const isLook = (use: Use): boolean =>
      use.instr?.kind === "prim" &&
      use.instr.prim === "guard-numbers" &&
      use.block !== block &&
      dominates(idom, use.block as BlockId, block as BlockId);
    return !mayWriteGiven(block) && func.blocks[0]?.params.includes(array.id) === true && uses(array.id).some(isLook);
  };
  /** Lengths below which, in a block, all elements of an array are numbers. */
  const boundsOf = (array: ValueId, block: number): readonly Operand[] => {
    if (areNumbers(value(array), block)) return [...lengthsFound(array), ...madeWith(array)];
    return ofZeros.has(array) ? madeWith(array) : [];
  };
  const isNumber = (array: Operand, key: Operand, block: number): boolean =>
    array.kind === "value" && boundsOf(array.id, block).some((length) => ranges.isBelow(key, length, block));
  return {
    mayWriteGiven,
    areNumbers,
    isNumber,
    isNumberOrBeyond: (array, key, block) =>
      (areNumbers(array, block) && ranges.isIndex(key, block)) || isNumber(array, key, block),
  };
});
