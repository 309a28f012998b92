// Makes data an own property of a record, whatever its key. Assignment to the key `__proto__`, which JSON treats like any other,
// would change the prototype.

/** Gives an object a property as a literal would. */
export function defineProperty(object: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
