// Gives copies of arrays and records what the originals have besides their contents.

/**
 * Gives a new array or record the prototype of the original, and an array the original's named properties, which are constants.
 */
export function copyLooks(copy: object, like: object): void {
  const prototype = Object.getPrototypeOf(like) as object | null;
  if (prototype !== Object.getPrototypeOf(copy)) Object.setPrototypeOf(copy, prototype);
  if (!Array.isArray(like)) {
    copyHidden(copy, like);
    return;
  }
  // The indices come first; holes have no keys.
  const keys = Reflect.ownKeys(like);
  for (const key of keys.slice(keys.indexOf("length") + 1)) {
    Object.defineProperty(copy, key, Object.getOwnPropertyDescriptor(like, key) as PropertyDescriptor);
  }
}

/** Properties that are no part of a structure: those that are not enumerable; and whether the record may change. */
function copyHidden(copy: object, like: object): void {
  const keys = Reflect.ownKeys(like);
  for (const key of keys.length === Reflect.ownKeys(copy).length ? [] : keys) {
    const property = Object.getOwnPropertyDescriptor(like, key) as PropertyDescriptor;
    if (property.enumerable !== true && !Object.hasOwn(copy, key)) Object.defineProperty(copy, key, property);
  }
  if (Object.isFrozen(like)) Object.freeze(copy);
  else if (Object.isSealed(like)) Object.seal(copy);
  else if (!Object.isExtensible(like)) Object.preventExtensions(copy);
}

/** An instance of the same class, whose properties are still to be written; those that are no part of a structure it has already. */
export function instanceLike(x: object): object {
  const made = Object.create(Object.getPrototypeOf(x) as object | null) as object;
  for (const key of Reflect.ownKeys(x)) {
    const property = Object.getOwnPropertyDescriptor(x, key) as PropertyDescriptor;
    const isData = "value" in property;
    if (isData || property.enumerable !== true)
      Object.defineProperty(made, key, { ...property, configurable: true, ...(isData ? { writable: true } : {}) });
  }
  return made;
}
