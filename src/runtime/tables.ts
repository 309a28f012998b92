// A map or a set that specialised code makes: a plain record of the list of its keys (places.ts) and, of a map, that of the values at
// the same places. The code of the program never sees it as a record.

import { keysOf } from "./collections.ts";

export interface Table {
  readonly "<keys>": unknown[];
  /** Sets have none. */
  readonly "<values>": unknown[];
}

export const tableKeys: keyof Table = "<keys>";
export const tableValues: keyof Table = "<values>";

/** The names of properties of which only tables have any in specialised code. */
export const isOfTables = (key: PropertyKey): boolean => key === tableKeys || key === tableValues;

/** The lists of a table. Specialised code knows them. */
export const keysOfTable = (table: Table): unknown[] => table["<keys>"];
export const valuesOfTable = (table: Table): unknown[] => table["<values>"];

/** The language's own, not what a program may have put in its place. */
const get: unknown = Reflect.get(Map.prototype, "get");

export const mapGet = (map: unknown, key: unknown): unknown =>
  Reflect.apply(get as (key: unknown) => unknown, map, [key]);

/** The keys of a map or of a set that nobody changes meanwhile. */
export const keysAsList = (collection: Map<unknown, unknown> | Set<unknown>): readonly unknown[] => [
  ...(keysOf(collection) as IterableIterator<unknown>),
];

/** Whether it is a map or a set of a module, which specialised code only reads. General code reads all alike. */
export const isConstantCollection = (_x: unknown): boolean => false;

/** Whether a map or a set is a table. Specialised code knows; all others are the language's own. */
export const isTable = (_x: unknown): _x is Table => false;
