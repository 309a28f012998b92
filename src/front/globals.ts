// The globals that a function may use and still be closed. A name that merely happens to exist on the global object
// (`constructor`, or a test runner's `test`) counts as a variable that the function's text does not contain.

const names =
  "globalThis undefined NaN Infinity Object Function Array String Number Boolean Symbol BigInt Math JSON Date RegExp " +
  "Reflect Proxy Promise Map Set WeakMap WeakSet WeakRef Atomics Intl Error AggregateError EvalError RangeError " +
  "ReferenceError SyntaxError TypeError URIError ArrayBuffer SharedArrayBuffer DataView Float32Array Float64Array " +
  "Int8Array Int16Array Int32Array Uint8Array Uint8ClampedArray Uint16Array Uint32Array BigInt64Array BigUint64Array " +
  "isNaN isFinite parseInt parseFloat encodeURI encodeURIComponent decodeURI decodeURIComponent eval console " +
  "performance structuredClone queueMicrotask setTimeout clearTimeout setInterval clearInterval crypto process";

export const knownGlobals: ReadonlySet<string> = new Set(names.split(" "));
