// Images of memory: the contents of everything that a call can reach. With an image the call can be repeated as if it had not
// happened, and what two runs left in memory can be compared.
//
// An image contains arrays by their elements, buffers by their bytes, boxes, and the data properties of records, of instances and
// of functions. It leaves out what only uncompiled code can change (accessors, private fields, state inside modules that are not
// compiled) and what never changes (the prelude's own variables, natives and prototypes).

import { Context, capturedValue, isBox, isBuffer, isShadow, stampOf, unlessUninitialised } from "../runtime/index.ts";
import { isPrelude } from "../runtime/prelude-code.ts";
import { showPath } from "../host/show.ts";

/** The contents of one object; `keys` is null for an array. */
interface Contents {
  readonly keys: readonly PropertyKey[] | null;
  readonly values: ArrayLike<unknown>;
}

export type Image = ReadonlyMap<object, Contents>;

/** All memory that a call can reach, with the path that messages use for each object. */
export class Reach {
  readonly #paths = new Map<object, string>();
  readonly #image: Image;

  constructor(roots: readonly (readonly [path: string, value: unknown])[]) {
    const work = [...roots];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const [path, x] = next;
      if ((typeof x !== "object" && typeof x !== "function") || x === null || this.#paths.has(x)) continue;
      if (x instanceof Context || isShadow(x) || x === globalThis) continue;
      this.#paths.set(x, path);
      for (const part of partsOf(x, path)) work.push(part);
    }
    this.#image = this.now();
  }

  has(x: unknown): boolean {
    return this.#paths.has(x as object);
  }

  pathOf(x: object): string {
    return this.#paths.get(x) ?? "";
  }

  /** The present contents of these objects. */
  now(): Image {
    const image = new Map<object, Contents>();
    for (const x of this.#paths.keys()) {
      const contents = contentsOf(x);
      if (contents !== null) image.set(x, contents);
    }
    return image;
  }

  /** Gives these objects back the contents that they had at first. */
  restore(): void {
    for (const [x, contents] of this.#image) write(x, contents);
  }
}

type Part = readonly [path: string, value: unknown];

function partsOf(x: object, path: string): readonly Part[] {
  if (ArrayBuffer.isView(x)) return [[path, x.buffer]];
  const contents = contentsOf(x);
  const { keys = null, values = [] } = contents ?? {};
  const own: Part[] = [];
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (typeof value !== "object" && typeof value !== "function") continue;
    own.push([isBox(x) ? path : showPath(path, [keys?.[k] ?? k]), value]);
  }
  return [...own, ...capturesOf(x)];
}

/** The captured values of a function, by the names of the variables. */
function capturesOf(f: object): readonly Part[] {
  const stamp = stampOf(f);
  if (stamp === undefined) return [];
  const { code, env } = stamp;
  return code.program
    .func(code.name)
    .captures.flatMap(({ name, from }, k): readonly Part[] =>
      from === "module" && isPrelude(code) ? [] : [[name, capturedValue(env, k)]],
    );
}

const nothing: Contents = { keys: [], values: [] };

/** Null for an object whose contents are not part of an image. */
function contentsOf(x: object): Contents | null {
  if (Array.isArray(x)) return { keys: null, values: x.slice() };
  if (isBuffer(x)) return { keys: null, values: new Uint8Array(x as ArrayBuffer).slice() };
  if (isBox(x)) return { keys: ["v"], values: [unlessUninitialised(() => x.v)] };
  if (ArrayBuffer.isView(x)) return null;
  const keys = typeof x === "function" ? Object.keys(x) : Reflect.ownKeys(x);
  if (keys.length === 0) return nothing;
  const properties = keys.flatMap((key) => {
    const value = dataOf(x, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { keys: properties.map(([key]) => key), values: properties.map(([, { value }]) => value) };
}

/** A data property; undefined for an export of a namespace that is not initialised yet. */
function dataOf(x: object, key: PropertyKey): { readonly value: unknown } | undefined {
  const property = unlessUninitialised(() => Object.getOwnPropertyDescriptor(x, key)) as PropertyDescriptor | undefined;
  return property !== undefined && "value" in property ? { value: property.value as unknown } : undefined;
}

/** Writes only what differs: what cannot be written has not changed. */
function write(x: object, { keys, values }: Contents): void {
  if (isBuffer(x)) {
    new Uint8Array(x as ArrayBuffer).set(values as Uint8Array);
    return;
  }
  if (isBox(x)) {
    if (
      !Object.is(
        unlessUninitialised(() => x.v),
        values[0],
      )
    )
      x.v = values[0];
    return;
  }
  if (keys === null) {
    writeArray(x as unknown[], values as readonly unknown[]);
    return;
  }
  const now = contentsOf(x)?.keys ?? [];
  const isOrdered = now.length === keys.length && now.every((key, k) => key === keys[k]);
  if (!isOrdered) for (const key of now) Reflect.deleteProperty(x, key);
  keys.forEach((key, k) => {
    const value = values[k];
    const before = dataOf(x, key);
    if (before === undefined)
      Reflect.defineProperty(x, key, { value, writable: true, enumerable: true, configurable: true });
    else if (!Object.is(before.value, value)) Reflect.defineProperty(x, key, { value });
  });
}

function writeArray(x: unknown[], values: readonly unknown[]): void {
  if (x.length !== values.length) x.length = values.length;
  for (let i = 0; i < values.length; i++) {
    if (!(i in values)) Reflect.deleteProperty(x, i);
    else if (!(i in x) || !Object.is(x[i], values[i])) x[i] = values[i];
  }
}
