// The values in maps and sets, as derivatives see them: each entry has a cell, a plain record that holds its value. Cells are made
// when an entry is first read, and anew each time that it is written.

/** The value that the entry had when the cell was made, and the map or set of the entry. */
const written: unique symbol = Symbol("written");
const owner: unique symbol = Symbol("owner");

export interface Cell {
  v: unknown;
  /** The key, which may be a function that captured numbers. */
  k: unknown;
  readonly [written]: unknown;
  readonly [owner]: object;
}

type Table = Pick<Map<unknown, Cell>, "get" | "set" | "delete">;
type Collection = Map<unknown, unknown> | Set<unknown> | WeakMap<object, unknown>;

const tables = new WeakMap<object, Table>();

function tableOf(collection: Collection): Table {
  let table = tables.get(collection);
  if (table === undefined) {
    table = isWeakMap(collection) ? (new WeakMap<object, Cell>() as unknown as Table) : new Map<unknown, Cell>();
    tables.set(collection, table);
  }
  return table;
}

/** A cell for a value that belongs to a map, a set, or an object with private fields. */
export const makeCell = (of: object, value: unknown): Cell => ({
  v: value,
  k: undefined,
  [written]: value,
  [owner]: of,
});

/** Whether a value is still the one that was written to a cell. */
export const isCurrent = (cell: Cell, value: unknown): boolean => Object.is(cell[written], value);

function enter(collection: Collection, key: unknown, value: unknown, table: Table = tableOf(collection)): Cell {
  const cell = makeCell(collection, value);
  cell.k = key;
  table.set(key, cell);
  return cell;
}

const writes = new WeakMap<object, number>();

/** Counts a write of compiled code to a map, a set, or a private field of an object. */
export function noteWrite(of: object): void {
  writes.set(of, writesTo(of) + 1);
}

/** How often compiled code has written to a map, a set, or the private fields of an object. */
export const writesTo = (of: object): number => writes.get(of) ?? 0;

/** The cell of an entry; undefined if there is no such entry. What uncompiled code has written since has a new cell. */
export function cellOf(collection: Collection, key: unknown): Cell | undefined {
  const { has, get } = methodsOf(collection);
  if (!has.call(collection, key)) return undefined;
  const value = get === null ? key : get.call(collection, key);
  const table = tableOf(collection);
  const cell = table.get(key);
  return cell !== undefined && isCurrent(cell, value) ? cell : enter(collection, key, value, table);
}

/** The cells of a map or a set; undefined if nobody can list them. */
export function cellsIn(collection: Collection): readonly Cell[] | undefined {
  const table = tables.get(collection);
  if (table === undefined) return [];
  return table instanceof Map ? [...(table as Map<unknown, Cell>).values()] : undefined;
}

/** Writes an entry, and gives it a new cell. */
export function newCell(collection: Collection, key: unknown, value: unknown): Cell {
  methodsOf(collection).write.call(collection, key, value);
  noteWrite(collection);
  return enter(collection, key, value);
}

/** Deletes an entry, with its cell, and tells whether there was one. */
export function dropEntry(collection: Collection, key: unknown): boolean {
  noteWrite(collection);
  tables.get(collection)?.delete(key);
  return methodsOf(collection).delete.call(collection, key);
}

/** Deletes all entries of a map or a set. */
export function dropAll(collection: Map<unknown, unknown> | Set<unknown>): void {
  noteWrite(collection);
  tables.delete(collection);
  if (isMap(collection)) Map.prototype.clear.call(collection);
  else Set.prototype.clear.call(collection);
}

/** The map or set of which a record is, or was, the cell of an entry, or the object of whose private field it is. */
export const ownerOfCell = (cell: object): object | undefined => (cell as Partial<Cell>)[owner];

interface Methods {
  readonly has: (this: unknown, key: unknown) => boolean;
  /** Null for sets. */
  readonly get: ((this: unknown, key: unknown) => unknown) | null;
  readonly write: (this: unknown, key: unknown, value: unknown) => unknown;
  readonly delete: (this: unknown, key: unknown) => boolean;
}

const methodsIn = (prototype: object, get: string | null, write: string): Methods =>
  ({
    has: Reflect.get(prototype, "has") as unknown,
    get: get === null ? null : (Reflect.get(prototype, get) as unknown),
    write: Reflect.get(prototype, write) as unknown,
    delete: Reflect.get(prototype, "delete") as unknown,
  }) as Methods;

/** The language's own: a class that extends one of these may have others. */
const ofMaps = methodsIn(Map.prototype, "get", "set");
const ofSets = methodsIn(Set.prototype, null, "add");
const ofWeakMaps = methodsIn(WeakMap.prototype, "get", "set");

const methodsOf = (x: object): Methods => (isMap(x) ? ofMaps : isSet(x) ? ofSets : ofWeakMaps);

/** Whether a value has what methods of this kind need, not its prototype alone. */
function isKind(x: unknown, type: abstract new () => object, { has }: Methods): boolean {
  if (!(x instanceof type)) return false;
  try {
    has.call(x, undefined);
    return true;
  } catch {
    return false;
  }
}

export const isMap = (x: unknown): x is Map<unknown, unknown> => isKind(x, Map, ofMaps);
export const isSet = (x: unknown): x is Set<unknown> => isKind(x, Set, ofSets);
export const isWeakMap = (x: unknown): x is WeakMap<object, unknown> => isKind(x, WeakMap, ofWeakMaps);
export const emptyMap = (): unknown => new Map();
export const emptySet = (): unknown => new Set();
export const emptyWeakMap = (): unknown => new WeakMap();

/** The keys of a map or a set as the language iterates over them: entries that are added meanwhile come, too. */
export const keysOf = (collection: Map<unknown, unknown> | Set<unknown>): Iterator<unknown> =>
  isMap(collection) ? Map.prototype.keys.call(collection) : Set.prototype.keys.call(collection);

export const nextOf = (iterator: Iterator<unknown>): IteratorResult<unknown> => iterator.next();

const nativeIterators = new Map<unknown, unknown>([
  [Map, Reflect.get(Map.prototype, "entries")],
  [Set, Reflect.get(Set.prototype, "values")],
]);

/** Whether a map or a set is iterated over as the language has it. */
export function isPlainCollection(x: unknown): boolean {
  if (typeof x !== "object" || x === null) return false;
  const type = isMap(x) ? Map : isSet(x) ? Set : null;
  return type !== null && Reflect.get(x, Symbol.iterator) === nativeIterators.get(type);
}
