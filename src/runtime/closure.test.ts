import { expect, test } from "vitest";
import { keptCaptures, readCapture } from "./closure.ts";
import type { Environment } from "./factory.ts";

/** Reads as generated code does. */
const reader = (env: Environment): ((k: number) => unknown) => {
  const kept = keptCaptures(env);
  return (k) => kept[k] ?? readCapture(env, kept, k);
};

test("a variable that is initialised is read once", () => {
  let times = 0;
  const read = reader({
    get 0() {
      times++;
      return "value";
    },
    length: 1,
  });
  expect([read(0), read(0), times]).toEqual(["value", "value", 1]);
});

test("a variable is not read for good before it is initialised", () => {
  let isEarly = true;
  const read = reader({
    get 0() {
      if (isEarly) throw new ReferenceError("early");
      return 3;
    },
    length: 1,
  });
  expect(() => read(0)).toThrow("early");
  isEarly = false;
  expect(read(0)).toBe(3);
});

test("an import is read each time", () => {
  let value = 1;
  const env = {
    get 0() {
      return value;
    },
    length: 1,
    live: { 0: () => value },
  };
  const read = reader(env);
  expect(read(0)).toBe(1);
  value = 2;
  expect(read(0)).toBe(2);
});

test("the environment of a closure that compiled code made is its own store", () => {
  const env = [4, undefined];
  const read = reader(env);
  expect([read(0), read(1), env]).toEqual([4, undefined, [4, undefined]]);
});
