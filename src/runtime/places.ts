// Where the keys of a map or a set are, if specialised code has made it: a list has the keys in the order in which they came, and
// knows the place of each. A key that is deleted leaves its place, which nobody gets again: iteration goes by the place, so it does
// what that of the language does while entries come and go.

interface Places {
  readonly of: Map<unknown, number>;
  /** How many places there have been. */
  count: number;
  /** No key is at a place before this one. */
  first: number;
  /** Places from `first` on whose keys were deleted. */
  readonly left: Set<number>;
}

const places: unique symbol = Symbol("places");

type Keys = readonly unknown[] & { [places]?: Places };

const placesOf = (keys: Keys): Places => (keys[places] ??= { of: new Map(), count: 0, first: 0, left: new Set() });

/** The place of a key; -1 if it has none. */
export const placeOf = (keys: Keys, key: unknown): number => keys[places]?.of.get(key) ?? -1;

/** Gives a key that has no place the next one. */
export function placeAdd(keys: Keys, key: unknown): void {
  const own = placesOf(keys);
  own.of.set(key, own.count++);
}

/** Takes the place of a key, and gives it; -1 if it has none. */
export function placeRemove(keys: Keys, key: unknown): number {
  const own = placesOf(keys);
  const place = own.of.get(key);
  if (place === undefined) return -1;
  own.of.delete(key);
  own.left.add(place);
  while (own.left.delete(own.first)) own.first++;
  return place;
}

/** Takes the places of all keys. */
export function placeClear(keys: Keys): void {
  const own = placesOf(keys);
  own.of.clear();
  own.left.clear();
  own.first = own.count;
}

/** The first place from `from` on that a key has; -1 if there is none. */
export function placeNext(keys: Keys, from: number): number {
  const own = placesOf(keys);
  let place = Math.max(from, own.first);
  while (own.left.has(place)) place++;
  return place < own.count ? place : -1;
}

/** How many keys have a place. */
export const placeCount = (keys: Keys): number => keys[places]?.of.size ?? 0;
