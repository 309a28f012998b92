// Finds the properties that reading options by name could find.

/** The enumerable properties of an object, inherited ones included. */
export function optionNames(options: object): readonly PropertyKey[] {
  const names: PropertyKey[] = [];
  for (const name in options) names.push(name);
  for (let o: object | null = options; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    for (const symbol of Object.getOwnPropertySymbols(o)) {
      if (Object.prototype.propertyIsEnumerable.call(o, symbol)) names.push(symbol);
    }
  }
  return names;
}
