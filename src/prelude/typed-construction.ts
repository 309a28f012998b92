// How typed arrays are made: `new Float64Array(…)`, Float64Array.from, Float64Array.of.

import { callWith, foreignCall, tuple, typedNew } from "../host/intrinsics.ts";
import { isBuffer } from "../runtime/index.ts";
import type { Callable } from "./calls.ts";
import { isIterable } from "./construction.ts";
import { notFunction } from "./indices.ts";
import { copyNumbers, elementCount, type Typed, type TypedClass } from "./typed-arrays.ts";
import { list } from "./walks.ts";

export type { TypedClass };
/** An alias: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const isBytes = isBuffer;

type Mapper = (value: unknown, index: number) => unknown;

/** The function that replaces `new type(…)`. */
export function typedConstructor(type: TypedClass): Callable {
  return (...args) => constructTyped(type, args);
}

/** Makes n zeros, a copy of the elements of an array, or a view of a buffer, which shares the shadow of the buffer. */
function constructTyped(type: TypedClass, args: readonly unknown[]): Typed {
  const source = args[0];
  if (typeof source !== "object" || source === null) return typedNew(type, source as number);
  if (foreignCall(isBytes, undefined, tuple(source)) === true)
    return foreignCall(Reflect.construct, undefined, tuple(type, args)) as Typed;
  return fromElements(type, elements(source));
}

export function typedFrom(this: TypedClass, source: unknown, mapper?: Mapper, thisArg?: unknown): Typed {
  if (mapper !== undefined && typeof mapper !== "function") throw notFunction(mapper);
  const items = elements(source);
  if (mapper === undefined) return fromElements(this, items);
  const n = elementCount(items);
  const result = typedNew(this, n);
  for (let k = 0; k < n; k++) result[k] = callWith(mapper, thisArg, items[k], k) as number;
  return result;
}

export function typedOf(this: TypedClass, ...items: readonly number[]): Typed {
  return fromElements(this, items);
}

function elements(source: unknown): ArrayLike<number> {
  return isIterable(source) ? (list(source) as ArrayLike<number>) : (source as ArrayLike<number>);
}

function fromElements(type: TypedClass, items: ArrayLike<number>): Typed {
  const n = elementCount(items);
  const result = typedNew(type, n);
  copyNumbers(result, 0, items, 0, n);
  return result;
}
