// Kinds of typed arrays.

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
  return (
    ArrayBuffer.isView(x) && !(x instanceof DataView) && !(x instanceof BigInt64Array) && !(x instanceof BigUint64Array)
  );
}

/** Whether an array holds real numbers: only those carry derivatives. */
export function isReal(x: unknown): x is Float64Array | Float32Array {
  return x instanceof Float64Array || x instanceof Float32Array;
}
