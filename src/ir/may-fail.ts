// Which operations may fail, of those that a `try` statement encloses.

import type { Operand } from "./model.ts";
import { prims, type PrimName } from "./prims.ts";
import { isArray, isObject, isTyped, type Type } from "./types.ts";

/** Names that every engine has. */
const standardNames: ReadonlySet<unknown> = new Set(
  (
    "AggregateError Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Float32Array Float64Array Function Infinity " +
    "Int16Array Int32Array Int8Array JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set " +
    "String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet " +
    "globalThis isFinite isNaN parseFloat parseInt undefined"
  ).split(" "),
);

/** Whether a primitive may throw for a reason that `failure` sees, on these operands. */
export function mayFail(name: PrimName, args: readonly Operand[], typeOf: (operand: Operand) => Type): boolean {
  const { fails } = prims[name].effects;
  const [operand] = args;
  if (fails === null) return false;
  if (name === "global") return operand?.kind !== "const" || !standardNames.has(operand.value);
  const first = operand === undefined ? "any" : typeOf(operand);
  switch (fails.neverOn) {
    case "objects":
      return !(isArray(first) || isTyped(first) || isObject(first) || first === "func" || first === "tuple");
    case "arrays":
      return !isArray(first);
    case "functions":
      return first !== "func";
    // No type says that.
    case "fresh memory":
    case "fresh arrays":
    case "nothing":
      return true;
  }
}
