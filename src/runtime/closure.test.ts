import { expect, test } from "vitest";
import { CapturedVariables } from "./captured-variables.ts";
import { keptCaptures, readCapture } from "./closure.ts";
import type { Environment } from "./factory.ts";

/** Reads as generated code does. */
const reader = (env: Environment): ((k: number) => unknown) => {
  const kept = keptCaptures(env);
  return (k) => kept[k] ?? readCapture(env, kept, k);
};

test("a variable that is initialised is read once", () => {
  let times = 0;
  const count = (): string => {
    times++;
    return "value";
  };
  const read = reader(new CapturedVariables([count]));
  expect([read(0), read(0), times]).toEqual(["value", "value", 1]);
});

test("a variable is not read for good before it is initialised", () => {
  let isEarly = true;
  const late = (): number => {
    if (isEarly) throw new ReferenceError("early");
    return 3;
  };
  const read = reader(new CapturedVariables([late]));
  expect(() => read(0)).toThrow("early");
  isEarly = false;
  expect(read(0)).toBe(3);
});

test("an import is read each time", () => {
  let value = 1;
  const read = reader(new CapturedVariables([() => value], [0]));
  expect(read(0)).toBe(1);
  value = 2;
  expect(read(0)).toBe(2);
});

test("the environment of a closure that compiled code made is its own store", () => {
  const env = [4, undefined];
  const read = reader(env);
  expect([read(0), read(1), env]).toEqual([4, undefined, [4, undefined]]);
});

test("the environment may be made by another copy of the package", () => {
  let value = 1;
  const { reads, live } = new CapturedVariables([() => value, () => "kept"], [0]);
  const read = reader({ reads, live, length: 2 });
  expect([read(0), read(1)]).toEqual([1, "kept"]);
  value = 2;
  expect(read(0)).toBe(2);
});
