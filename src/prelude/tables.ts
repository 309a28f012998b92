// Maps and sets as specialised code has them: tables, which it makes, and those of modules, which it only reads. General code has
// neither: the answers are those of the specialiser (specialise/tables.ts, specialise/constant-collections.ts).

import { foreignCall, tuple } from "../host/intrinsics.ts";
import {
  isConstantCollection,
  isMap,
  isTable,
  keysAsList,
  keysOfTable,
  mapGet,
  valuesOfTable,
  type Table,
} from "../runtime/index.ts";

/** Aliases: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const [forTable, forConstant, forMap, keyList, valueList, keyCopy, held] = [
  isTable,
  isConstantCollection,
  isMap,
  keysOfTable,
  valuesOfTable,
  keysAsList,
  mapGet,
];

export const isHere = (x: unknown): x is Table => foreignCall(forTable, undefined, tuple(x)) === true;
export const keysIn = (table: Table): unknown[] => foreignCall(keyList, undefined, tuple(table)) as unknown[];
export const valuesIn = (table: Table): unknown[] => foreignCall(valueList, undefined, tuple(table)) as unknown[];

/** Whether it is a map or a set of a module. */
export const isConstant = (x: unknown): boolean => foreignCall(forConstant, undefined, tuple(x)) === true;
export const keysOfConstant = (x: unknown): ArrayLike<unknown> =>
  foreignCall(keyCopy, undefined, tuple(x)) as ArrayLike<unknown>;
/** What a map of a module holds. */
export const heldByConstant = (map: unknown, key: unknown): unknown => foreignCall(held, undefined, tuple(map, key));

/** What a table, or a map or set of a module, has under a key: a set the key itself. */
export function valueUnder(collection: unknown, key: unknown, place: number): unknown {
  if (foreignCall(forMap, undefined, tuple(collection)) !== true) return key;
  return isHere(collection) ? valuesIn(collection)[place] : heldByConstant(collection, key);
}
