// The language's own classes that a class may extend, besides errors: arrays, maps, sets, and plain objects. An object of such a
// class is made empty, with its prototype, before its constructors run; `super(…)` then fills it.

import type { AnyFunction } from "./factory.ts";

const makers: ReadonlyMap<unknown, () => object> = new Map<unknown, () => object>([
  [Array.prototype, () => []],
  [Map.prototype, () => new Map()],
  [Set.prototype, () => new Set()],
  [WeakMap.prototype, () => new WeakMap()],
]);

const known = new WeakMap<object, (() => object) | null>();

/** What makes the empty objects with a prototype that are arrays, maps or sets; null for those that are none. */
function makerFor(prototype: object): (() => object) | null {
  let maker = known.get(prototype);
  if (maker === undefined) {
    const next = Object.getPrototypeOf(prototype) as object | null;
    maker = makers.get(prototype) ?? (next === null ? null : makerFor(next));
    known.set(prototype, maker);
  }
  return maker;
}

/** Whether objects with a prototype are arrays, maps or sets. */
export const isExotic = (prototype: object): boolean => makerFor(prototype) !== null;

/** An empty array, map or set with a prototype. */
export function emptyObject(prototype: object): object {
  const make = makerFor(prototype);
  return make === null ? (Object.create(prototype) as object) : (Object.setPrototypeOf(make(), prototype) as object);
}

type Filled = Record<string, AnyFunction>;

function addAll(object: object, method: string, items: Iterable<unknown> | null | undefined): void {
  if (items === null || items === undefined) return;
  const add = (object as Filled)[method] as AnyFunction;
  for (const item of items)
    Reflect.apply(add, object, method === "add" ? [item] : (item as readonly unknown[]).slice(0, 2));
}

/** What `super(…)` does with an empty object, by the class that it means. The prelude has the derivatives. */
export const nativeInitialisers: ReadonlyMap<unknown, AnyFunction> = new Map<unknown, AnyFunction>([
  [
    Array,
    function (this: unknown[], ...items: never[]): void {
      const made = new Array<unknown>(...items);
      this.length = made.length;
      if (items.length !== 1 || made.length === 1) made.forEach((item, k) => (this[k] = item));
    },
  ],
  ...[Map, WeakMap].map((type): readonly [unknown, AnyFunction] => [
    type,
    function (this: object, entries?: never): void {
      addAll(this, "set", entries);
    },
  ]),
  [
    Set,
    function (this: object, items?: never): void {
      addAll(this, "add", items);
    },
  ],
  [
    Object,
    function (): void {
      // It does nothing with an object of a class that extends it.
    },
  ],
]);
