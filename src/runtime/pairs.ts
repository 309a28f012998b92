// Pairs in the memory of specialised code: records with a property for each element, of which the type tells what each one is. They
// stand for short arrays of unlike things, and the code of the program never sees them as records.

import { isOfTables } from "./tables.ts";

const name = /^\[\d+\]$/;

/** The name of the property for an element. */
export const pairName = (index: number): string => `[${index}]`;

/** Whether a property is one for an element. */
export const isOfPairs = (key: PropertyKey): boolean => typeof key === "string" && name.test(key);

/** Whether a property is one that only stand-ins have in specialised code. */
export const isOfStandIns = (key: PropertyKey): boolean => isOfTables(key) || isOfPairs(key);
