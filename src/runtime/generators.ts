// Generators that differentiated code makes (src/generators), and delegation to other iterators. The prelude has the derivatives
// (prelude/generators.ts).

import { walking, type Walk } from "./walks.ts";

/** Goes on with a generator until it stops: by `next` (0), `throw` (1) or `return` (2), with a value. */
type Resume = (mode: number, value: unknown) => IteratorResult<unknown>;

const generator = (resume: Resume): object => ({
  next: (value: unknown) => resume(0, value),
  return: (value: unknown) => resume(2, value),
  throw: (error: unknown) => resume(1, error),
  [Symbol.iterator]() {
    return this;
  },
});

/** `yield*`: passes on what a generator is resumed with; whether the other iterator stops with one more item. */
function pass(walk: Walk, mode: number, value: unknown): boolean {
  const { iterator } = walk;
  /* oxlint-disable typescript/unbound-method -- called with a receiver */
  const method = mode === 0 ? iterator.next : mode === 1 ? iterator.throw : iterator.return;
  /* oxlint-enable typescript/unbound-method */
  if (method === undefined && mode === 1) {
    walking.finish(walk);
    throw new TypeError("The iterator does not provide a 'throw' method");
  }
  walk.result = method === undefined ? { done: true, value } : method.call(iterator, value as undefined);
  return walk.result.done !== true;
}

/** What an iterator gives that is done. */
const ended = (walk: Walk): unknown => walk.result?.value;

export const generators: {
  readonly generator: typeof generator;
  readonly pass: typeof pass;
  readonly ended: typeof ended;
} = { generator, pass, ended };
