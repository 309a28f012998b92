// How data becomes a property of a record: as its own, whatever its key is. Assignment under the key `__proto__`, which
// JSON has like any other, would change the prototype.

/** Gives an object a property as a literal would. */
export function defineProperty(object: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
