// A map or a set that specialised code makes: a plain record of the list of its keys (places.ts) and, of a map, that of the values at
// the same places. The code of the program never sees it as a record.

export interface Table {
  readonly "<keys>": unknown[];
  /** Sets have none. */
  readonly "<values>": unknown[];
}

export const tableKeys: keyof Table = "<keys>";
export const tableValues: keyof Table = "<values>";

/** The names of properties of which only tables have any in specialised code. */
export const isOfTables = (key: PropertyKey): boolean => key === tableKeys || key === tableValues;

/** Whether it is a map or a set of a module, which specialised code only reads. General code reads all alike. */
export const isConstantCollection = (_x: unknown): boolean => false;

/** Whether a map or a set is a table. Specialised code knows; all others are the language's own. */
export const isTable = (_x: unknown): _x is Table => false;
