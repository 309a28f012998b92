// What is compiled in place of natives.

/** A native function or class, and the function that is compiled in its place. */
export type Replacement = readonly [native: unknown, replacement: unknown];

/** Replacements of the properties of an object, by name, where the engine has them. */
export const named = (owner: object, replacements: Readonly<Record<string, unknown>>): readonly Replacement[] =>
  Object.entries(replacements).flatMap(([name, replacement]): readonly Replacement[] => {
    const native = (owner as Readonly<Record<string, unknown>>)[name];
    return native === undefined ? [] : [[native, replacement]];
  });
