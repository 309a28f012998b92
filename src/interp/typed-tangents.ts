// Typed arrays contain only plain numbers. Lifted numbers are kept beside them, by buffer and byte offset, so that all views of a
// buffer share them. An entry counts only while the array still contains its number: a number that a native function has written
// since is plain.

import { isReal } from "../runtime/index.ts";
import { calculate, Lifted, type Num } from "./lifted.ts";

type RealArray = Float64Array | Float32Array;

interface Entry {
  readonly value: Lifted;
  readonly bytes: number;
}

export interface TypedTangents {
  readonly get: (array: RealArray, key: PropertyKey) => unknown;
  readonly set: (array: RealArray, key: PropertyKey, value: unknown) => void;
  /** Changes all entries of a buffer. */
  readonly map: (buffer: object, change: (value: Num) => Num) => void;
}

export function createTypedTangents(): TypedTangents {
  const buffers = new WeakMap<object, Map<number, Entry>>();

  const entriesOf = (buffer: object): Map<number, Entry> => {
    const entries = buffers.get(buffer) ?? new Map<number, Entry>();
    buffers.set(buffer, entries);
    return entries;
  };

  return {
    get(array, key) {
      const held = Reflect.get(array, key) as unknown;
      const at = offset(array, key);
      if (at === null) return held;
      const entry = buffers.get(array.buffer)?.get(at);
      const stands = entry?.bytes === array.BYTES_PER_ELEMENT && Object.is(entry.value.standard, held);
      return stands ? entry.value : held;
    },
    set(array, key, value) {
      const at = offset(array, key);
      const stored = value instanceof Lifted && array instanceof Float32Array ? calculate("fround", value) : value;
      Reflect.set(array, key, stored instanceof Lifted ? stored.standard : stored);
      if (at === null) return;
      if (stored instanceof Lifted) entriesOf(array.buffer).set(at, { value: stored, bytes: array.BYTES_PER_ELEMENT });
      else buffers.get(array.buffer)?.delete(at);
    },
    map(buffer, change) {
      const entries = buffers.get(buffer);
      for (const [at, { value, bytes }] of entries ?? []) {
        const changed = change(value);
        if (changed instanceof Lifted) entries?.set(at, { value: changed, bytes });
        else entries?.delete(at);
      }
    },
  };
}

/** The byte offset of an element; null if the key is no index in range. */
function offset(array: RealArray, key: PropertyKey): number | null {
  const index = typeof key === "string" && String(Number(key)) === key ? Number(key) : key;
  const inRange = typeof index === "number" && Number.isInteger(index) && index >= 0 && index < array.length;
  return inRange ? array.byteOffset + index * array.BYTES_PER_ELEMENT : null;
}

/** Reads a slot of any object. */
export function readSlot(typed: TypedTangents, object: unknown, key: PropertyKey): unknown {
  return isReal(object) ? typed.get(object, key) : (object as Record<PropertyKey, unknown>)[key];
}
