// What copies of arrays and records have besides their contents.

/**
 * Gives a new array or record the prototype of the one that it is a copy of, and an array its named properties, which are
 * constants.
 */
export function copyLooks(copy: object, like: object): void {
  const prototype = Object.getPrototypeOf(like) as object | null;
  if (prototype !== Object.getPrototypeOf(copy)) Object.setPrototypeOf(copy, prototype);
  if (!Array.isArray(like)) return;
  // Indices come first, and holes have none.
  const keys = Reflect.ownKeys(like);
  for (const key of keys.slice(keys.indexOf("length") + 1)) {
    Object.defineProperty(copy, key, Object.getOwnPropertyDescriptor(like, key) as PropertyDescriptor);
  }
}
