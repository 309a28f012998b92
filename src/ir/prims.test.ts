// What the table of primitives says of effects is what their meanings do: watched through proxies, on arrays and records.

import { describe, expect, test } from "vitest";
import { isPrimName, operandEffect, prims, type Aspect, type PrimName } from "./prims.ts";

interface Seen {
  readonly reads: Set<Aspect>;
  readonly writes: Set<Aspect>;
}

/** The object, and what is done to it. */
function watched<T extends object>(object: T): readonly [proxy: T, seen: Seen] {
  const seen: Seen = { reads: new Set(), writes: new Set() };
  const aspectOf = (key: PropertyKey): Aspect | undefined =>
    key === "length" ? "length" : typeof key === "string" && !(key in Array.prototype) ? "value" : undefined;
  const note = (set: Set<Aspect>, aspect: Aspect | undefined): void => {
    if (aspect !== undefined) set.add(aspect);
  };
  const proxy = new Proxy(object, {
    get: (target, key) => {
      note(seen.reads, aspectOf(key));
      return Reflect.get(target, key) as unknown;
    },
    has: (target, key) => {
      seen.reads.add("presence");
      return Reflect.has(target, key);
    },
    ownKeys: (target) => {
      seen.reads.add("all");
      return Reflect.ownKeys(target);
    },
    set: (target, key, value) => {
      note(seen.writes, aspectOf(key));
      return Reflect.set(target, key, value);
    },
    defineProperty: (target, key, descriptor) => {
      note(seen.writes, aspectOf(key));
      return Reflect.defineProperty(target, key, descriptor);
    },
    deleteProperty: (target, key) => {
      note(seen.writes, aspectOf(key));
      return Reflect.deleteProperty(target, key);
    },
  });
  return [proxy, seen];
}

/** Everything that is read stands for any part of it. */
const isSaid = (seen: Aspect, said: readonly Aspect[]): boolean => said.includes(seen) || said.includes("all");

/** Primitives on arrays, with what follows the array. */
const onArrays: Partial<Record<PrimName, readonly unknown[]>> = {
  get: [1],
  load: [1],
  "expect-array": [],
  "expect-numbers": [],
  "expect-element": [1],
  "expect-slot": [1],
  "expect-anyway": [],
  set: [1, 7],
  "own-slot": ["__proto__"],
  delete: [1],
  has: [1],
  keys: [],
  "property-keys": [],
  length: [],
  "array-length": [],
  "set-length": [1],
  push: [7],
  pop: [],
  gather: [2],
  "is-nullish": [],
  typeof: [],
  eq: [null],
};

describe("what is done to an array is said to be done to the first operand", () => {
  test.each(Object.entries(onArrays))("%s", (name, others) => {
    if (!isPrimName(name)) throw new Error(`no primitive ${name}`);
    const [array, seen] = watched([1, 2, 3]);
    const result = (prims[name].evaluate as (...args: readonly unknown[]) => unknown)(array, ...others);
    const { reads, writes, assumes, goes } = operandEffect(name, 0);
    for (const aspect of seen.reads)
      // What is checked is taken for granted: how is no matter.
      expect(isSaid(aspect, reads) || assumes.length > 0 || goes === "result", `reads ${aspect}`).toBe(true);
    for (const aspect of seen.writes) expect(writes, `writes ${aspect}`).toContain(aspect);
    expect(result === array).toBe(goes === "result");
    if (prims[name].effects.result === "fresh") expect(result).not.toBe(array);
    if (prims[name].effects.result === "contents") expect([1, 2, 3]).toEqual(expect.arrayContaining([result].flat()));
  });
});

describe("effects agree with one another", () => {
  test.each(Object.entries(prims))("%s", (name, { arity, effects, effect, result }) => {
    const { operands } = effects;
    const first = operandEffect(name as PrimName, 0);
    if (typeof arity === "number") expect(operands.length).toBeLessThanOrEqual(arity);
    // What goes into memory writes to it, and what comes out of it has been read.
    if (operands.some(({ goes }) => goes === "into first")) expect(first.writes).toContain("value");
    if (operands.some(({ goes }) => goes === "into fresh")) expect(effects.result).toBe("fresh");
    if (effects.result === "contents") expect([...first.reads, effects.isSettled]).not.toEqual([false]);
    if (result === "none") expect(["read", "write"]).toContain(effect);
    if (effects.mayLeave && result !== "none") expect(effect).toBe("pure");
  });

  test("entries of records alternate", () => {
    expect([0, 1, 2, 3, 4, 5].map((k) => operandEffect("object", k).goes)).toEqual([
      "nowhere",
      "into fresh",
      "nowhere",
      "into fresh",
      "nowhere",
      "into fresh",
    ]);
    expect(operandEffect("tuple", 9).goes).toBe("result");
    expect(operandEffect("random", 0).goes).toBe("nowhere");
  });
});
