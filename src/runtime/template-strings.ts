// The strings of tagged templates: one frozen array for each place in the source, as JavaScript has it, with the texts as they are
// written in `raw`.

const made = new Map<string, readonly unknown[]>();

/** The strings of the tagged template at a place. `texts` are the strings, then the same as they are written. */
export function templateStrings(place: string, ...texts: readonly (string | undefined)[]): readonly unknown[] {
  // A module that is loaded again may have another template at the same place.
  const key = JSON.stringify([place, ...texts]);
  let strings = made.get(key);
  if (strings === undefined) {
    const count = texts.length / 2;
    const cooked = texts.slice(0, count);
    Object.defineProperty(cooked, "raw", { value: Object.freeze(texts.slice(count)) });
    strings = Object.freeze(cooked);
    made.set(key, strings);
  }
  return strings;
}
