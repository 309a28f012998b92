// Methods that copy.

/** Methods of arrays and their classes that return a new array; in a record these names may mean anything. */
export const copyingMethods: ReadonlySet<unknown> = new Set([
  "concat",
  "filter",
  "flat",
  "flatMap",
  "from",
  "map",
  "of",
  "slice",
  "splice",
  "toReversed",
  "toSorted",
  "toSpliced",
  "with",
]);
