// Generators (src/generators), and `yield*` in them.

import { callWith } from "../host/intrinsics.ts";
import { finish, more, type Walk } from "./walks.ts";

type Resume = (mode: number, value: unknown) => unknown;

/** A generator as an object: `resume` goes on with its code until it stops. */
export function generator(resume: Resume): object {
  return {
    next: (value: unknown) => resume(0, value),
    return: (value: unknown) => resume(2, value),
    throw: (error: unknown) => resume(1, error),
    [Symbol.iterator]() {
      return this;
    },
  };
}

interface Methods {
  readonly throw?: unknown;
  readonly return?: unknown;
}

/** Passes on what a generator is resumed with; whether the other iterator stops with one more item. */
export function pass(walk: Walk, mode: number, value: unknown): boolean {
  const isOwn = walk.items !== null || walk.collection !== null;
  if (mode === 0 && isOwn) return more(walk);
  const own = isOwn ? undefined : (walk.iterator as Methods);
  const method = mode === 0 ? walk.next : mode === 1 ? own?.throw : own?.return;
  if ((method === undefined || method === null) && mode !== 0) {
    if (mode === 1) {
      finish(walk);
      throw new TypeError("The iterator does not provide a 'throw' method");
    }
    walk.step = { done: true, value };
    return false;
  }
  const step = callWith(method, walk.iterator, value);
  if ((typeof step !== "object" && typeof step !== "function") || step === null)
    throw new TypeError(`Iterator result ${String(step)} is not an object`);
  walk.step = step;
  if (walk.step.done) walk.isDone = true;
  return !walk.isDone;
}

/** What an iterator gives that is done. */
export const ended = (walk: Walk): unknown => walk.step.value;
