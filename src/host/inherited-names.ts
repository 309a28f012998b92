// The names that every object has.

/** Whether a plain object inherits a property of that name. */
export const isInheritedName = (name: unknown): boolean => typeof name === "string" && name in Object.prototype;
