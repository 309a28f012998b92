// Which instructions may be removed if their result is not used: those that have no effect and cannot throw.
//
// Pure primitives qualify, by definition of the table. Reads of the IR's own structures never throw. Reads of the user's values
// may throw (on `null`, in getters, in proxies): they are removable only on arrays and strings with plain keys.
// A call carries its own effect, which says whether it is removable.

import type { Instr, Operand, PrimInstr, PrimName, Type } from "../ir/index.ts";
import { isArray, isSafeAllocation, isTyped, prims } from "../ir/index.ts";

export function isRemovable(instr: Instr, typeOf: (operand: Operand) => Type): boolean {
  switch (instr.kind) {
    case "closure":
      return true;
    case "call":
      return instr.effect === "pure";
    case "prim":
      return isDroppablePrim(instr, typeOf);
  }
}

function isDroppablePrim(instr: PrimInstr, typeOf: (operand: Operand) => Type): boolean {
  const { prim, args } = instr;
  const { effect, effects } = prims[prim];
  switch (effect) {
    case "pure":
      return true;
    case "alloc":
      return isSafeAllocation(instr);
    case "read":
      if (effects.memory === "frozen") return true;
      return !(effects.mayThrow || effects.mayLeave) || isPlainRead(prim, args, typeOf);
    case "write":
    case "call":
      return false;
  }
}

/** Global names that are defined in every environment. */
const constructors: ReadonlySet<unknown> = new Set(["Array", "Float32Array", "Float64Array"]);

function isPlainRead(prim: PrimName, [object, key]: readonly Operand[], typeOf: (operand: Operand) => Type): boolean {
  if (prim === "global") return object?.kind === "const" && constructors.has(object.value);
  const type = object === undefined ? "any" : typeOf(object);
  if (!isArray(type) && !isTyped(type) && type !== "str") return false;
  if (prim === "length" || prim === "array-length" || prim === "iterable") return true;
  return prim === "get" && key !== undefined && isPlainKey(typeOf(key));
}

const isPlainKey = (type: Type): boolean => type === "int" || type === "num" || type === "str";
