// Aliases: which writes may change what a read gives.

import {
  fieldsOfType,
  isArray,
  isConstant,
  isNumber,
  isRecord,
  isTyped,
  ofFunction,
  isElementRead,
  operandEffect,
  prims,
  sameOperand,
  typeIn,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
} from "../ir/index.ts";
import { pointsToOnReturn, type AbstractLocation } from "./points-to.ts";
import { subscriptOf } from "./subscripts.ts";

export interface Aliases {
  /** Whether an instruction writes to memory, shadows apart. */
  readonly isWrite: (instr: Instr) => boolean;
  /** Whether an instruction may change what a read of an element, a property or a length gives. */
  readonly mayChange: (instr: Instr, read: PrimInstr) => boolean;
}

export const aliasesIn: (func: Func) => Aliases = ofFunction((func: Func): Aliases => {
  const memory = pointsToOnReturn(func);
  /** Inputs, and memory of unknown origin, may be one another. */
  const areSame = (a: ReadonlySet<AbstractLocation>, b: ReadonlySet<AbstractLocation>): boolean => {
    if (a.size === 0 || b.size === 0) return true;
    const isGiven = (location: AbstractLocation): boolean => !memory.isMade(location);
    return [...a].some((location) => b.has(location)) || ([...a].some(isGiven) && [...b].some(isGiven));
  };
  /** Shadows are no memory of the program. */
  const isMemory = (operand: Operand): boolean => !["shadow", "context"].includes(typeIn(func, operand));
  const isWrite: Aliases["isWrite"] = (instr) => {
    const written = memory.writtenBy(instr);
    // Drawing a random number writes to no memory of the program.
    if (written === "any") return instr.kind !== "prim" || prims[instr.prim].effects.operands.length > 0;
    return written.some(({ operand }) => isMemory(operand));
  };
  const mayChange: Aliases["mayChange"] = (instr, { prim, args }) => {
    const [from, key] = args as readonly [Operand, Operand];
    const written = memory.writtenBy(instr);
    if (written === "any") return isWrite(instr);
    return written.some(({ operand, locations }) => {
      if (!isMemory(operand) || !areSame(locations, memory.of(from))) return false;
      if (instr.kind !== "prim") return true;
      const { writes } = operandEffect(instr.prim, 0);
      if (!isElementRead(prim) || isConstant(key, "length")) return writes.includes("length");
      return instr.prim !== "set" || !areOther(func, instr.args[1] as Operand, key);
    });
  };
  return { isWrite, mayChange };
});

/** Whether two keys are never one key. */
function areOther(func: Func, a: Operand, b: Operand): boolean {
  if (a.kind === "const" && b.kind === "const") return typeof a.value === typeof b.value && a.value !== b.value;
  const isName = (key: Operand): boolean =>
    key.kind === "const" && typeof key.value === "string" && Number.isNaN(Number(key.value)) && key.value !== "NaN";
  if (isName(a) || isName(b)) return isNumber(typeIn(func, a)) || isNumber(typeIn(func, b));
  const [x, y] = [subscriptOf(func, a), subscriptOf(func, b)];
  return x.plus !== y.plus && typeIn(func, x.base) === "int" && sameOperand(x.base, y.base);
}

/** Whether an instruction reads an element of an array, a property of a record or a length, and runs no code of the program. */
export function isPlainRead(func: Func, instr: Instr): boolean {
  if (instr.kind !== "prim") return false;
  const { prim, args } = instr;
  const [from, key] = args as readonly [Operand, Operand];
  const type = typeIn(func, from);
  const isList = isArray(type) || isTyped(type);
  if (!isElementRead(prim)) return prim === "length" && isList;
  if (isList) return isNumber(typeIn(func, key)) || isConstant(key, "length");
  if (key.kind !== "const" || !["string", "number"].includes(typeof key.value)) return false;
  return isRecord(type) ? typeof key.value === "string" : fieldsOfType(type).has(String(key.value));
}
