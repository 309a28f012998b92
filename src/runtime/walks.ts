// Iteration by the protocol of the language, in steps that the front end calls. The prelude has their derivatives
// (prelude/walks.ts).

/** An iteration that has begun. */
export interface Walk {
  readonly iterator: Iterator<unknown>;
  result: IteratorResult<unknown> | null;
}

type Part = "keys" | "values" | "entries";

/** Begins an iteration over `x`, or over what its method `part` returns. */
function iterate(x: Iterable<unknown>, name?: string, part?: Part): Walk {
  if (part !== undefined) return iterate((x as unknown as Record<Part, () => Iterable<unknown>>)[part]());
  const method: unknown = x === null || x === undefined ? undefined : x[Symbol.iterator];
  if (typeof method !== "function") throw notIterable(x, name);
  return { iterator: x[Symbol.iterator](), result: null };
}

/** Whether there is one more item. */
function more(walk: Walk): boolean {
  walk.result = walk.iterator.next();
  if (!isObject(walk.result)) throw new TypeError(`Iterator result ${String(walk.result)} is not an object`);
  return walk.result.done !== true;
}

const item = (walk: Walk): unknown => walk.result?.value;

/** Ends an iteration, early if there are more items. */
function finish(walk: Walk): void {
  if (walk.result?.done !== true) walk.iterator.return?.();
}

/** The items, at most `count` of them, as an array. */
function list(x: Iterable<unknown>, count: number, name?: string): unknown[] {
  const walk = iterate(x, name);
  const items: unknown[] = [];
  while (items.length < count) {
    if (!more(walk)) return items;
    items.push(item(walk));
  }
  finish(walk);
  return items;
}

export const walking: {
  readonly iterate: typeof iterate;
  readonly more: typeof more;
  readonly item: typeof item;
  readonly finish: typeof finish;
  readonly list: typeof list;
} = { iterate, more, item, finish, list };

export function notIterable(x: unknown, name?: string): TypeError {
  const shown = isObject(x) ? "object" : String(x);
  return new TypeError(`${name ?? shown} is not iterable`);
}

const isObject = (x: unknown): x is object => (typeof x === "object" && x !== null) || typeof x === "function";
