// Shadows and contexts: the stores of the cotangents of mutable values during a reverse pass.
//
// A context maps primal references to their shadows, created on demand. A shadow is a growable store of cotangents, indexed like
// its primal, zero by default, with no length of its own. Shadows of typed arrays belong to the buffer, one double per element,
// so views share them. A shadow is itself a reference, so a context has shadows of shadows: higher orders need nothing more.
//
// Tangents are kept in such stores too. In a forward pass they live as long as their array: a reverse pass keeps everything it
// has met until it is done, but a forward pass forgets the tangents of an array with the array itself.
//
// A nonzero cotangent for a slot that cannot carry one (an accessor, a field of a foreign class) is refused, never dropped.

import { cellsIn, ownerOfCell } from "./collections.ts";
import { privateCells } from "./privates.ts";
import { arrayOfZeros } from "./zeros.ts";
import { ZerothError } from "../ir/diagnostics.ts";
import type { Cotangent } from "./cotangent.ts";
import { exportedMember, isNamespace } from "./exported.ts";
import { NamespaceShadow } from "./namespace-shadow.ts";
import type { Shadow } from "./shadow-kind.ts";
import { SlotShadow } from "./slot-shadow.ts";
import { noElements, noSlots, type Slots } from "./slots.ts";
import { isReal } from "./typed-array.ts";
import { BufferShadow, ViewShadow } from "./view-shadow.ts";

/** The shadow of values that carry no derivative: strings, integer arrays. Some writes to it are refused. */
class InactiveShadow implements Shadow {
  readonly #isWriteRefused: () => boolean;
  constructor(isWriteRefused: () => boolean) {
    this.#isWriteRefused = isWriteRefused;
  }
  get elements(): Cotangent[] {
    return noElements;
  }
  get slots(): Slots {
    return noSlots;
  }
  get isZerothShadow(): true {
    return true;
  }
  get(): Cotangent {
    return 0;
  }
  accum(): void {
    // Values read from such a primal are constants.
  }
  take(): Cotangent {
    if (this.#isWriteRefused()) throw mixedBuffer();
    return 0;
  }
  put(): void {
    this.take();
  }
}

const nowhere = new InactiveShadow(() => false);

type Table<V> = Pick<Map<unknown, V>, "get" | "has"> & { readonly set: (key: never, value: V) => unknown };

export class Context {
  readonly ofTangents: boolean;
  /** Whether no property that it is asked for is an accessor, or inherited. */
  readonly isOfData: boolean;
  readonly #shadows: Table<Shadow>;
  // Few contexts need these tables.
  #buffers: Table<BufferShadow> | null = null;
  #fields: Map<object, Record<string, number>> | null = null;
  #numbers: Map<object, ArrayLike<number>> | null = null;

  constructor(ofTangents = false, isOfData = false) {
    this.ofTangents = ofTangents;
    this.isOfData = isOfData;
    this.#shadows = ofTangents ? weakTable<Shadow>() : new Map<unknown, Shadow>();
  }

  shadow(primal: unknown): Shadow {
    let shadow = this.#shadows.get(primal);
    if (shadow === undefined) {
      shadow = this.#create(primal);
      if (shadow !== nowhere) this.#shadows.set(primal as never, shadow);
    }
    return shadow;
  }

  /** The shadow of an array or a record, if there is one. */
  slotsOf(primal: object): SlotShadow | undefined {
    const shadow = this.#shadows.get(primal);
    return shadow instanceof SlotShadow ? shadow : undefined;
  }

  /**
   * The shadow of an array of numbers, in contexts that have only such shadows, of its present length: an array, or for a typed
   * array a Float64Array.
   */
  numbers(primal: ArrayLike<number>): ArrayLike<number> {
    const known = (this.#numbers ??= new Map<object, ArrayLike<number>>());
    let numbers = known.get(primal);
    if (numbers === undefined) {
      numbers = ArrayBuffer.isView(primal) ? new Float64Array(primal.length) : arrayOfZeros(primal.length);
      known.set(primal, numbers);
    }
    return numbers;
  }

  /** The shadow of a record, in contexts that have only shadows with these properties for it: a record of zeros at first. */
  fields(primal: object, ...keys: readonly string[]): Record<string, number> {
    const known = (this.#fields ??= new Map<object, Record<string, number>>());
    let fields = known.get(primal);
    if (fields === undefined) {
      fields = {};
      for (const key of keys) fields[key] = 0;
      known.set(primal, fields);
    }
    return fields;
  }

  /** Gives such a shadow away, without slots beyond the end; from then on the context has zeros. */
  takeNumbers(primal: ArrayLike<number>): ArrayLike<number> {
    const numbers = this.numbers(primal);
    this.#numbers?.delete(primal);
    // Of an array that had more elements when it was read, the shadow may have become longer.
    if (Array.isArray(numbers) && numbers.length > primal.length) numbers.length = primal.length;
    return numbers;
  }

  /** Whether a reference, or one that its properties lead to, has received a cotangent other than zero. */
  isTouched(primal: unknown): boolean {
    const seen = new Set<unknown>();
    const work = [primal];
    while (work.length > 0) {
      const x = work.pop();
      if (typeof x !== "object" || x === null) {
        // Of a function, only its own properties count; its captures are mirrored by name.
        if (typeof x !== "function" || x !== primal) continue;
      }
      if (seen.has(x)) continue;
      seen.add(x);
      const shadow = this.#shadows.get(x);
      if ((shadow instanceof SlotShadow || shadow instanceof ViewShadow) && shadow.isTouched()) return true;
      const cells = this.#cellsOf(x);
      if (cells === undefined) return true;
      work.push(...cells);
      // Inherited properties count as the object's own.
      if (!ArrayBuffer.isView(x)) work.push(...propertyValues(x), Object.getPrototypeOf(x));
    }
    return false;
  }

  /**
   * The cells of a map, a set, or the private fields of an object: of cotangents past ones, too, since a value that was written
   * over may have received one. Undefined if it has some that nobody can list.
   */
  #cellsOf(x: object): readonly unknown[] | undefined {
    const isCollection = x instanceof Map || x instanceof Set || x instanceof WeakMap;
    const ofPrivates = privateCells(x);
    if (!isCollection && ofPrivates.length === 0) return [];
    if (!(this.#shadows instanceof Map)) return isCollection ? cellsIn(x)?.concat(ofPrivates) : ofPrivates;
    const primals = [...(this.#shadows as Map<unknown, Shadow>).keys()];
    return primals.filter((primal) => typeof primal === "object" && ownerOfCell(primal as object) === x);
  }

  #create(primal: unknown): Shadow {
    if (
      (typeof primal !== "object" && typeof primal !== "function") ||
      primal === null ||
      primal instanceof InactiveShadow
    )
      return nowhere;
    // The commonest, first: no other test is true of them.
    if (Array.isArray(primal)) return new SlotShadow(primal, this, "list");
    if (Object.getPrototypeOf(primal) === Object.prototype) return new SlotShadow(primal, this, "plain");
    // The prototype of a class that extends typed arrays is none.
    if (isReal(primal) && ArrayBuffer.isView(primal)) {
      const buffer = this.#buffer(primal.buffer, primal.buffer.byteLength, primal.BYTES_PER_ELEMENT);
      if (primal.byteOffset % primal.BYTES_PER_ELEMENT !== 0) throw mixedBuffer();
      return new ViewShadow(buffer, primal.byteOffset / primal.BYTES_PER_ELEMENT, primal.length);
    }
    if (ArrayBuffer.isView(primal)) return new InactiveShadow(() => this.#buffers?.has(primal.buffer) === true);
    if (primal instanceof ViewShadow) {
      const store = primal.buffer;
      const buffer = this.#buffer(store, store.slots.length * store.bytesPerElement, store.bytesPerElement);
      return new ViewShadow(buffer, primal.offset, primal.length);
    }
    if (primal instanceof NamespaceShadow) return this.#namespace(primal.slot);
    if (isNamespace(primal)) return this.#namespace((key) => exportedMember(primal, key));
    return new SlotShadow(primal, this);
  }

  #namespace(variable: (key: unknown) => object | null): Shadow {
    return new NamespaceShadow((key) => {
      const box = variable(key);
      return box === null ? null : this.shadow(box);
    });
  }

  #buffer(key: unknown, byteLength: number, bytesPerElement: number): BufferShadow {
    const known = (this.#buffers ??= this.ofTangents ? weakTable<BufferShadow>() : new Map<unknown, BufferShadow>());
    let buffer = known.get(key);
    if (buffer === undefined) {
      buffer = new BufferShadow(byteLength, bytesPerElement);
      known.set(key as never, buffer);
    }
    if (buffer.bytesPerElement !== bytesPerElement) throw mixedBuffer();
    return buffer;
  }
}

function weakTable<V>(): Table<V> {
  return new WeakMap<object, V>();
}

/** The values of an object's own properties, without accessors. */
function propertyValues(x: object): readonly unknown[] {
  if (Array.isArray(x)) return x;
  return Object.values(Object.getOwnPropertyDescriptors(x)).map(({ value }): unknown => value);
}

function mixedBuffer(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: "one buffer is differentiated through typed arrays of two element kinds",
    remedy: "use one kind of typed array for each buffer that carries derivatives",
  });
}
