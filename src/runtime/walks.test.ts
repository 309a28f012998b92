import { expect, test } from "vitest";
import { walking } from "./walks.ts";

/** An iterable of what `next` gives, and how often an iterator of it was told that it ended early. */
function iterable(next: () => IteratorResult<unknown>): {
  readonly items: Iterable<unknown>;
  readonly told: () => number;
} {
  let told = 0;
  const items: Iterable<unknown> = {
    [Symbol.iterator]: () => ({
      next,
      return() {
        told++;
        return { done: true, value: undefined };
      },
    }),
  };
  return { items, told: () => told };
}

test("an iterator is told once that it ends early", () => {
  const { items, told } = iterable(() => ({ done: false, value: 1 }));
  const walk = walking.iterate(items);
  expect(walking.more(walk)).toBe(true);
  walking.finish(walk);
  walking.finish(walk);
  expect(told()).toBe(1);
});

test("an iterator that has ended, or has thrown, is not told", () => {
  const ended = iterable(() => ({ done: true, value: undefined }));
  const walk = walking.iterate(ended.items);
  expect(walking.more(walk)).toBe(false);
  walking.finish(walk);
  expect(ended.told()).toBe(0);
  const failing = iterable(() => {
    throw new RangeError("no more");
  });
  const failed = walking.iterate(failing.items);
  expect(() => walking.more(failed)).toThrow(RangeError);
  walking.finish(failed);
  expect(failing.told()).toBe(0);
});
