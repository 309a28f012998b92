// Gives copies of arrays and records what the originals have besides their contents.

/**
 * Gives a new array or record the prototype of the original, and an array the original's named properties, which are constants.
 */
export function copyLooks(copy: object, like: object): void {
  const prototype = Object.getPrototypeOf(like) as object | null;
  if (prototype !== Object.getPrototypeOf(copy)) Object.setPrototypeOf(copy, prototype);
  if (!Array.isArray(like)) return;
  // The indices come first; holes have no keys.
  const keys = Reflect.ownKeys(like);
  for (const key of keys.slice(keys.indexOf("length") + 1)) {
    Object.defineProperty(copy, key, Object.getOwnPropertyDescriptor(like, key) as PropertyDescriptor);
  }
}
