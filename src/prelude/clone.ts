// structuredClone and JSON.parse with a reviver.

import { arrayNew, callWith, foreignCall, keys, ownSlot, tuple } from "../host/intrinsics.ts";
import {
  cloneKind,
  cloneNatively,
  copyBuffer,
  copyIn,
  newCopies,
  noteCopy,
  type CloneKind,
} from "../host/reflection.ts";
import { ZerothError } from "../ir/index.ts";
import { readByAccessor } from "./classes.ts";
import { copyNumbers, elementCount, type Typed } from "./typed-arrays.ts";

type Keyed = Record<PropertyKey, unknown>;
type Reviver = (this: unknown, key: string, value: unknown) => unknown;

const nativeParse: unknown = JSON.parse;
const nativeConstruct: unknown = Reflect.construct;

/** A deep copy: what is reached twice is copied once. */
export function cloneOf(x: unknown, options?: { readonly transfer?: readonly unknown[] }): unknown {
  if (options !== undefined && options !== null && options.transfer !== undefined && options.transfer.length > 0) {
    throw new ZerothError({
      kind: "unsupported",
      message: "`structuredClone` that transfers buffers",
      remedy: "clone without `transfer`",
    });
  }
  return clone(x, foreignCall(newCopies, undefined, tuple()));
}

function clone(x: unknown, copies: unknown): unknown {
  if (x === null || (typeof x !== "object" && typeof x !== "function" && typeof x !== "symbol")) return x;
  const known = foreignCall(copyIn, undefined, tuple(copies, x));
  if (known !== undefined) return known;
  const kind = (typeof x === "symbol" ? "by-language" : foreignCall(cloneKind, undefined, tuple(x))) as CloneKind;
  if (kind === "array") return cloneArray(x as readonly unknown[], copies);
  if (kind === "typed") return cloneTyped(x as Typed, copies);
  if (kind === "record") return note(copies, x, fill({}, x as object, keys(x as object), copies, x));
  if (kind === "unknown") {
    throw new ZerothError({
      kind: "unsupported",
      message: "`structuredClone` of what may hold derivatives elsewhere: maps, sets, buffers, causes of errors",
      remedy: "copy it by hand, or clone the arrays and records in it",
    });
  }
  return note(copies, x, foreignCall(cloneNatively, undefined, tuple(x)));
}

function note(copies: unknown, original: unknown, copy: unknown): unknown {
  foreignCall(noteCopy, undefined, tuple(copies, original, copy));
  return copy;
}

/** Copies properties; the copy is known before, since they may lead back to the original. */
function fill(copy: object, x: object, names: readonly string[], copies: unknown, original: unknown): object {
  note(copies, original, copy);
  for (let k = 0; k < names.length; k++) {
    const key = names[k] as string;
    ownSlot(copy, key);
    (copy as Keyed)[key] = clone(readByAccessor(x, key, x), copies);
  }
  return copy;
}

/** Holes stay holes; named properties are copied as well. */
function cloneArray(x: readonly unknown[], copies: unknown): unknown {
  return fill(arrayNew(x.length), x, keys(x), copies, x);
}

/** Views of one buffer become views of one buffer. All of the buffer's numbers are copied, not those of the view alone. */
function cloneTyped(x: Typed, copies: unknown): unknown {
  const view: Float64Array = x;
  const type: unknown = view.constructor;
  const { buffer, byteOffset } = view;
  const before = foreignCall(copyIn, undefined, tuple(copies, buffer));
  const target = before === undefined ? foreignCall(copyBuffer, undefined, tuple(buffer)) : before;
  const make = (of: unknown, ...part: readonly number[]): Typed =>
    foreignCall(nativeConstruct, undefined, tuple(type, [of, ...part])) as Typed;
  if (before === undefined) note(copies, buffer, target);
  if (target !== buffer) {
    const count = Math.floor(buffer.byteLength / view.BYTES_PER_ELEMENT);
    copyNumbers(make(target, 0, count), 0, make(buffer, 0, count), 0, count);
  }
  return note(copies, x, make(target, byteOffset, elementCount(x)));
}

/** What a text says, after `reviver` has been called for each part of it, the innermost first. */
export function parse(text: unknown, reviver?: Reviver): unknown {
  const value = foreignCall(nativeParse, undefined, tuple(text));
  return typeof reviver === "function" ? revive({ "": value }, "", reviver) : value;
}

function revive(holder: Keyed, key: string, reviver: Reviver): unknown {
  const value = holder[key];
  if (typeof value === "object" && value !== null) {
    const names = keys(value);
    for (let k = 0; k < names.length; k++) {
      const name = names[k] as string;
      const revived = revive(value as Keyed, name, reviver);
      // oxlint-disable-next-line typescript/no-dynamic-delete -- as JavaScript does
      if (revived === undefined) delete (value as Keyed)[name];
      else {
        ownSlot(value, name);
        (value as Keyed)[name] = revived;
      }
    }
  }
  return callWith(reviver, holder, key, value);
}
