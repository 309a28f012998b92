// The values in maps and sets, as derivatives see them: each entry has a cell, a plain record that holds its value. Cells are made
// when an entry is first read, and anew each time that it is written.

export interface Cell {
  v: unknown;
}

/** The cell of an entry, and the value that the entry had when the cell was made. */
interface Entry {
  readonly cell: Cell;
  readonly value: unknown;
}

type Table = Pick<Map<unknown, Entry>, "get" | "set">;
type Collection = Map<unknown, unknown> | Set<unknown> | WeakMap<object, unknown>;

/** Of which collection a cell is, or was. */
const owners = new WeakMap<object, object>();
const tables = new WeakMap<object, Table>();

function tableOf(collection: Collection): Table {
  let table = tables.get(collection);
  if (table === undefined) {
    table =
      collection instanceof WeakMap ? (new WeakMap<object, Entry>() as unknown as Table) : new Map<unknown, Entry>();
    tables.set(collection, table);
  }
  return table;
}

const valueOf = (collection: Collection, key: unknown): unknown =>
  collection instanceof Set ? key : Map.prototype.get.call(collection, key);

function cellIn(collection: Collection, value: unknown): Cell {
  const cell = { v: value };
  owners.set(cell, collection);
  return cell;
}

/** The map or set of which a record is, or was, the cell of an entry. */
export const ownerOfCell = (cell: object): object | undefined => owners.get(cell);

/** The cell of an entry; undefined if there is no such entry. What uncompiled code has written since has a new cell. */
export function cellOf(collection: Collection, key: unknown): Cell | undefined {
  if (!collection.has(key as object)) return undefined;
  const value = collection instanceof WeakMap ? collection.get(key as object) : valueOf(collection, key);
  const table = tableOf(collection);
  let entry = table.get(key);
  if (entry === undefined || !Object.is(entry.value, value)) {
    entry = { cell: cellIn(collection, value), value };
    table.set(key, entry);
  }
  return entry.cell;
}

/** Writes an entry, and gives it a new cell. */
export function newCell(collection: Collection, key: unknown, value: unknown): Cell {
  if (collection instanceof Set) collection.add(key);
  else collection.set(key as object, value);
  const cell = cellIn(collection, value);
  tableOf(collection).set(key, { cell, value });
  return cell;
}

export const isMap = (x: unknown): boolean => x instanceof Map;
export const isSet = (x: unknown): boolean => x instanceof Set;
export const isWeakMap = (x: unknown): boolean => x instanceof WeakMap;
export const emptyMap = (): unknown => new Map();
export const emptySet = (): unknown => new Set();
export const emptyWeakMap = (): unknown => new WeakMap();

/** The keys of a map or a set as the language iterates over them: entries that are added meanwhile come, too. */
export const keysOf = (collection: Map<unknown, unknown> | Set<unknown>): Iterator<unknown> =>
  collection instanceof Map ? Map.prototype.keys.call(collection) : Set.prototype.keys.call(collection);

export const nextOf = (iterator: Iterator<unknown>): IteratorResult<unknown> => iterator.next();

const nativeIterators = new Map<unknown, unknown>([
  [Map, Map.prototype.entries],
  [Set, Set.prototype.values],
]);

/** Whether a map or a set is iterated over as the language has it. */
export function isPlainCollection(x: unknown): boolean {
  if (typeof x !== "object" || x === null) return false;
  const type = x instanceof Map ? Map : x instanceof Set ? Set : null;
  return type !== null && Reflect.get(x, Symbol.iterator) === nativeIterators.get(type);
}
