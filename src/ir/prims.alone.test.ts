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
  "get-frozen": [1],
  "guard-array": [],
  "guard-numbers": [],
  "guard-element": [1],
  "guard-slot": [1],
  "keep-guard": [],
  "log-slot": [1],
  "log-end": [1],
  "log-length": [1],
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

/** What does not hold of the claims. */
const failing = (claims: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(claims).filter((claim) => claims[claim] === false);

describe("what is done to an array is said to be done to the first operand", () => {
  test.each(Object.entries(onArrays))("%s", (name, others) => {
    if (!isPrimName(name)) throw new Error(`no primitive ${name}`);
    const items: readonly unknown[] = [1, 2, 3];
    const [array, seen] = watched([...items]);
    const result = (prims[name].evaluate as (...args: readonly unknown[]) => unknown)(array, ...others);
    const { reads, writes, assumes, goes } = operandEffect(name, 0);
    const from = prims[name].effects.result;
    const claims = {
      // What is checked is taken for granted: how is no matter.
      "reads what it says": [...seen.reads].every((a) => isSaid(a, reads) || assumes.length > 0 || goes === "result"),
      "writes what it says": [...seen.writes].every((a) => writes.includes(a)),
      "gives what it says": (result === array) === (goes === "result"),
      "gives what was in there": from !== "contents" || [result].flat().every((x) => [...items, 3].includes(x)),
    };
    expect(failing(claims)).toEqual([]);
  });
});

describe("a value that is converted is asked for", () => {
  test.each(Object.keys(prims) as PrimName[])("%s", (name) => {
    const { arity, evaluate } = prims[name];
    const count = typeof arity === "number" ? arity : 2;
    for (let k = 0; k < count; k++) {
      let isConverted = false;
      const operands: unknown[] = Array.from({ length: count }, () => 1);
      operands[k] = { [Symbol.toPrimitive]: () => ((isConverted = true), 1) };
      try {
        (evaluate as (...args: readonly unknown[]) => unknown)(...operands);
      } catch {
        // It takes other operands.
      }
      expect(!isConverted || operandEffect(name, k).isAsked, `operand ${k}`).toBe(true);
    }
  });
});

test("arrays that are made hold what is said of them", () => {
  const made = {
    operands: [],
    zeros: [],
    holes: [],
  } as Record<string, string[]>;
  for (const [name, { effects }] of Object.entries(prims)) if (effects.makes !== null) made[effects.makes]?.push(name);
  const of = (name: string): unknown =>
    (prims[name as PrimName].evaluate as (...args: readonly unknown[]) => unknown)(
      ...(prims[name as PrimName].arity === 2 ? [Float64Array, 3] : [3]),
    );
  expect(made["operands"]?.map(of)).toEqual([[3]]);
  for (const name of made["zeros"] ?? []) expect(Array.from(of(name) as number[])).toEqual([0, 0, 0]);
  for (const name of made["holes"] ?? [])
    expect([Object.keys(of(name) as object), of(name)]).toEqual([[], new Array(3)]);
  expect(Object.values(made).map((names) => names.length)).toEqual([1, 2, 1]);
});

describe("effects agree with one another", () => {
  test.each(Object.entries(prims))("%s", (name, { arity, effects, effect, result }) => {
    const { operands } = effects;
    const first = operandEffect(name as PrimName, 0);
    const goes = (where: string): boolean => operands.some((operand) => operand.goes === where);
    const claims = {
      "as many operands as there are": typeof arity !== "number" || operands.length <= arity,
      "what goes into memory writes to it": !goes("into first") || first.writes.includes("value"),
      "what goes into memory that is made makes it": !goes("into fresh") || effects.result === "fresh",
      "an array that is made is new": effects.makes === null || effects.result === "fresh",
      "what comes out of memory has been read": effects.result !== "contents" || first.reads.length > 0,
      "without a result there is an effect": result !== "none" || effect === "read" || effect === "write",
      "a check that gives a value may be dropped":
        !effects.mayLeave || result === "none" || effect === "pure" || effects.memory === "frozen",
      "constant memory is read as if it were a value": effects.memory !== "constant" || effect === "pure",
    };
    expect(failing(claims)).toEqual([]);
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

test("the shadow of an array of numbers is looked up with the array's length", () => {
  expect(operandEffect("shadow-numbers", 1).reads).toEqual(["length"]);
});

test("unknown code may keep what it gets, code that only reads may not", () => {
  const places = (prim: PrimName): readonly string[] => [0, 1, 2].map((k) => operandEffect(prim, k).goes);
  expect(places("foreign-call")).toEqual(["anywhere", "anywhere", "anywhere"]);
  expect(places("passive-call")).toEqual(["nowhere", "nowhere", "nowhere"]);
  expect(prims["passive-call"].effect).toBe("read");
});
