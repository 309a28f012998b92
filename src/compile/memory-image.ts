// Images of memory: what everything that a call can reach holds, so that the call can be made again as if it had not been
// made, and what two runs have left can be compared.
//
// Memory is arrays by their elements, buffers by their bytes, boxes, and the data properties of records, of instances and of
// functions. What only code that is not compiled can change is not seen: accessors, private fields, what modules that are not
// compiled keep for themselves. Nor is what never changes: the prelude's own variables, natives and prototypes.

import { Context, capturedValue, isBox, isBuffer, isShadow, stampOf, unlessUninitialised } from "../runtime/index.ts";
import { isPrelude } from "../host/prelude-code.ts";
import { showPath } from "../host/show.ts";

/** What one object holds: the keys are null where they are those of an array. */
interface Contents {
  readonly keys: readonly PropertyKey[] | null;
  readonly values: ArrayLike<unknown>;
}

export type Image = ReadonlyMap<object, Contents>;

/** All memory that a call can reach, and how messages name it. */
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

  /** What the same objects hold now. */
  now(): Image {
    const image = new Map<object, Contents>();
    for (const x of this.#paths.keys()) {
      const contents = contentsOf(x);
      if (contents !== null) image.set(x, contents);
    }
    return image;
  }

  /** Lets them hold what they held at first. */
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

/** What a function captured, by the names of the variables. */
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

/** Null of what is not looked into. */
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

/** A property that is data; of namespaces, none that is not initialised yet. */
function dataOf(x: object, key: PropertyKey): { readonly value: unknown } | undefined {
  const property = unlessUninitialised(() => Object.getOwnPropertyDescriptor(x, key)) as PropertyDescriptor | undefined;
  return property !== undefined && "value" in property ? { value: property.value as unknown } : undefined;
}

/** Only what differs is written: what cannot be written has not changed. */
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
