// Kinds of typed arrays.

import { typedArrayKind } from "./realms.ts";

type TypedArray =
  | Float64Array
  | Float32Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

export function isTypedArray(x: unknown): x is TypedArray {
  const kind = typedArrayKind(x);
  return kind !== undefined && !kind.startsWith("Big");
}

/** Whether an array holds real numbers: only those carry derivatives. */
export function isReal(x: unknown): x is Float64Array | Float32Array {
  if (x instanceof Float64Array || x instanceof Float32Array) return true;
  const kind = typedArrayKind(x);
  return kind === "Float64Array" || kind === "Float32Array";
}
