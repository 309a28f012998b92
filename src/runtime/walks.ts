// Iteration by the protocol of the language, in steps that the front end calls. The prelude has their derivatives
// (prelude/walks.ts).

/** An iteration that has begun. */
export interface Walk {
  readonly iterator: Iterator<unknown>;
  result: IteratorResult<unknown> | null;
}

const ended: IteratorResult<unknown> = { done: true, value: undefined };

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
  // An iterator that throws has ended: it is not told of the error.
  walk.result = ended;
  walk.result = walk.iterator.next();
  if (!isObject(walk.result)) throw new TypeError(`Iterator result ${String(walk.result)} is not an object`);
  return walk.result.done !== true;
}

const item = (walk: Walk): unknown => walk.result?.value;

/** Ends an iteration, early if there are more items. After that nothing ends it once more. */
function finish(walk: Walk): void {
  if (walk.result?.done === true) return;
  walk.result = ended;
  const result = walk.iterator.return?.() ?? walk;
  if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`);
}

/** The next item; undefined if there is none. */
const next = (walk: Walk): unknown => (walk.result?.done !== true && more(walk) ? item(walk) : undefined);

/** All further items, as an array. */
function rest(walk: Walk): unknown[] {
  const items: unknown[] = [];
  while (walk.result?.done !== true && more(walk)) items.push(item(walk));
  return items;
}

/** The items, as an array. */
const list = (x: Iterable<unknown>, name?: string): unknown[] => rest(iterate(x, name));

export const walking: {
  readonly iterate: typeof iterate;
  readonly more: typeof more;
  readonly item: typeof item;
  readonly finish: typeof finish;
  readonly next: typeof next;
  readonly rest: typeof rest;
  readonly list: typeof list;
} = { iterate, more, item, finish, next, rest, list };

export function notIterable(x: unknown, name?: string): TypeError {
  const shown = isObject(x) ? "object" : String(x);
  return new TypeError(`${name ?? shown} is not iterable`);
}

const isObject = (x: unknown): x is object => (typeof x === "object" && x !== null) || typeof x === "function";
