// The values in maps and sets, as derivatives see them: each entry has a cell, a plain record that holds its value. Cells are made
// when an entry is first read, and anew each time that it is written.

/** The value that the entry had when the cell was made, and the map or set of the entry. */
const written: unique symbol = Symbol("written");
const owner: unique symbol = Symbol("owner");

export interface Cell {
  v: unknown;
  readonly [written]: unknown;
  readonly [owner]: object;
}

type Table = Pick<Map<unknown, Cell>, "get" | "set">;
type Collection = Map<unknown, unknown> | Set<unknown> | WeakMap<object, unknown>;

const tables = new WeakMap<object, Table>();

function tableOf(collection: Collection): Table {
  let table = tables.get(collection);
  if (table === undefined) {
    table =
      collection instanceof WeakMap ? (new WeakMap<object, Cell>() as unknown as Table) : new Map<unknown, Cell>();
    tables.set(collection, table);
  }
  return table;
}

function makeCell(collection: Collection, key: unknown, value: unknown, table: Table = tableOf(collection)): Cell {
  const cell: Cell = { v: value, [written]: value, [owner]: collection };
  table.set(key, cell);
  return cell;
}

/** The cell of an entry; undefined if there is no such entry. What uncompiled code has written since has a new cell. */
export function cellOf(collection: Collection, key: unknown): Cell | undefined {
  if (!collection.has(key as object)) return undefined;
  const value = collection instanceof Set ? key : collection.get(key as object);
  const table = tableOf(collection);
  const cell = table.get(key);
  return cell !== undefined && Object.is(cell[written], value) ? cell : makeCell(collection, key, value, table);
}

/** Writes an entry, and gives it a new cell. */
export function newCell(collection: Collection, key: unknown, value: unknown): Cell {
  if (collection instanceof Set) collection.add(key);
  else collection.set(key as object, value);
  return makeCell(collection, key, value);
}

/** The map or set of which a record is, or was, the cell of an entry. */
export const ownerOfCell = (cell: object): object | undefined => (cell as Partial<Cell>)[owner];

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
  [Map, Reflect.get(Map.prototype, "entries")],
  [Set, Reflect.get(Set.prototype, "values")],
]);

/** Whether a map or a set is iterated over as the language has it. */
export function isPlainCollection(x: unknown): boolean {
  if (typeof x !== "object" || x === null) return false;
  const type = x instanceof Map ? Map : x instanceof Set ? Set : null;
  return type !== null && Reflect.get(x, Symbol.iterator) === nativeIterators.get(type);
}
