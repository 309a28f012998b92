// The prelude's functions, run as plain JavaScript, do exactly what the natives that they replace do.

import { describe, expect, it } from "vitest";
import { arrayReplacements } from "./arrays.ts";

type Callable = (this: unknown, ...args: readonly unknown[]) => unknown;
type Make = () => unknown;

/** What a call did: its result or error, its receiver after the call, and the log of its callback. */
function outcome(f: Callable, receiver: unknown, args: readonly unknown[], log: readonly unknown[]): unknown {
  try {
    const result = Reflect.apply(f, receiver, args);
    return { result, same: result === receiver, receiver, log, holes: holesOf(result), left: holesOf(receiver) };
  } catch (error) {
    return { error: (error as Error).constructor.name, receiver, log };
  }
}

const holesOf = (x: unknown): unknown => (Array.isArray(x) ? [x.length, ...Object.keys(x)] : null);

function compare(name: string, native: Callable, make: Make, args: (log: unknown[]) => readonly unknown[]): void {
  const replacement = new Map(arrayReplacements).get(native) as Callable | undefined;
  if (replacement === undefined) throw new Error(`no replacement of ${name}`);
  const logs: unknown[][] = [[], []];
  const expected = outcome(native, make(), args(logs[0] as unknown[]), logs[0] as unknown[]);
  const actual = outcome(replacement, make(), args(logs[1] as unknown[]), logs[1] as unknown[]);
  expect(actual, name).toEqual(expected);
}

// eslint-disable-next-line no-sparse-arrays
const arrays: readonly Make[] = [
  () => [],
  () => [1],
  () => [3, -1, 2, -0, NaN],
  () => [1, , 3, undefined, , 6, ,],
  () => [, , 1],
  () => [1, [2, [3, , [4]]], , [], "ab"],
  () => new Array<unknown>(5),
  () => ["b", "a", 10, 9, undefined, "a"],
  () => Array.from({ length: 40 }, (_, i) => (i * 37) % 17),
];
const typed: readonly Make[] = [
  () => new Float64Array(),
  () => new Float64Array([3, -1, 2, -0, 0, NaN, Infinity]),
  () => new Float32Array([1.5, 0.1, -3]),
  () => new Int32Array([5, 2, 9, 2]),
  () => new Uint8ClampedArray([250, 3, 7]),
  () => new Float64Array([1, 2, 3, 4, 5, 6]).subarray(2, 5),
];
const indices: readonly unknown[] = [undefined, 0, 1, 2, -1, -2, 100, -100, 1.7, NaN, "1", Infinity, -Infinity, null];

const rank = (x: unknown): number => (Number.isFinite(Number(x)) ? Number(x) : 50);

const visitors: readonly ((log: unknown[], subject: unknown) => Callable)[] = [
  (log) => (x, i, a) => {
    log.push([x, i, Array.isArray(a) ? a.length : (a as Float64Array).length]);
    return (x as number) > 1;
  },
  (log) =>
    function (this: unknown, x) {
      log.push(this);
      return x;
    },
  () => (x) => [x, [x]],
  (log) => (x, i, a) => {
    log.push(x);
    if (i === 0 && Array.isArray(a)) {
      delete a[1];
      a.push(7);
    }
    return 1;
  },
  (log) => (x, i, a) => {
    log.push(x);
    if (i === 1 && Array.isArray(a)) a.length = 2;
    return x;
  },
];

const prototypeOf = (subject: unknown): Record<string, Callable> =>
  (Array.isArray(subject) ? Array.prototype : Object.getPrototypeOf(Float64Array.prototype)) as Record<
    string,
    Callable
  >;

describe.each([
  ["arrays", arrays],
  ["typed arrays", typed],
] as const)("%s", (kind, subjects) => {
  const method = (name: string): Callable | undefined => prototypeOf(subjects[0]?.())[name];
  const each = (names: readonly string[], check: (name: string, native: Callable, make: Make) => void): void => {
    describe.each(names)("%s", (name) => {
      const native = method(name);
      it.skipIf(native === undefined).each(subjects.map((make, i) => [i, make] as const))("%i", (_, make) => {
        check(name, native as Callable, make);
      });
    });
  };

  const visiting = [
    "map",
    "forEach",
    "filter",
    "some",
    "every",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flatMap",
  ];
  each(visiting, (name, native, make) => {
    for (const visitor of visitors) {
      compare(name, native, make, (log) => [visitor(log, null)]);
      compare(name, native, make, (log) => [visitor(log, null), "receiver"]);
    }
    compare(name, native, make, () => []);
    compare(name, native, make, () => ["text"]);
    compare(name, native, make, () => [{}]);
  });

  each(["reduce", "reduceRight"], (name, native, make) => {
    const reducer =
      (log: unknown[]): Callable =>
      (...args) => {
        log.push(args.slice(0, 3));
        return `${String(args[0])},${String(args[1])}`;
      };
    compare(name, native, make, (log) => [reducer(log)]);
    compare(name, native, make, (log) => [reducer(log), undefined]);
    compare(name, native, make, (log) => [reducer(log), 10]);
    compare(name, native, make, (log) => [
      (r: unknown, x: unknown, i: unknown, a: unknown) => {
        log.push([r, x, i]);
        if (Array.isArray(a)) delete a[2];
        return x;
      },
      0,
    ]);
    compare(name, native, make, () => []);
  });

  each(["at", "includes", "indexOf", "lastIndexOf"], (name, native, make) => {
    for (const a of indices) {
      compare(name, native, make, () => [a]);
      for (const b of indices) compare(name, native, make, () => [a, b]);
    }
    compare(name, native, make, () => []);
  });

  each(["slice", "copyWithin", "fill", "subarray", "splice", "toSpliced", "with"], (name, native, make) => {
    for (const a of indices) {
      compare(name, native, make, () => [a]);
      for (const b of indices) {
        compare(name, native, make, () => [a, b]);
        // V8 ignores the end in `typed.fill(value, undefined, end)`; the language does not.
        const ends = name === "fill" && b === undefined ? [] : indices;
        for (const c of ends) compare(name, native, make, () => [a, b, c]);
        if (ends.length > 0) compare(name, native, make, () => [a, b, 1, 2, 3]);
      }
    }
    compare(name, native, make, () => []);
  });

  each(["reverse", "toReversed", "sort", "toSorted", "pop", "shift"], (name, native, make) => {
    compare(name, native, make, () => []);
    compare(name, native, make, () => [undefined]);
  });

  each(["sort", "toSorted"], (name, native, make) => {
    compare(name, native, make, () => [(a: unknown, b: unknown) => rank(b) - rank(a)]);
    compare(name, native, make, () => [3]);
  });

  each(kind === "arrays" ? ["push", "unshift", "concat"] : [], (name, native, make) => {
    compare(name, native, make, () => []);
    compare(name, native, make, () => [1]);
    compare(name, native, make, () => [1, undefined, [2, , 3], , ...Array<unknown>(20).fill(4)]);
    compare(name, native, make, () => [[1, ,], new Float64Array(2)]);
  });

  each(kind === "arrays" ? ["flat"] : [], (name, native, make) => {
    for (const depth of indices) compare(name, native, make, () => [depth]);
    compare(name, native, make, () => []);
  });

  each(kind === "arrays" ? [] : ["set"], (name, native, make) => {
    for (const source of [
      [1, 2],
      [1, , "3"],
      new Float64Array([7, 8, 9]),
      new Int8Array(2),
      "12",
      5,
      null,
      { length: 1, 0: 6 },
    ]) {
      compare(name, native, make, () => [source]);
      for (const offset of indices) compare(name, native, make, () => [source, offset]);
    }
  });
});

describe("construction", () => {
  const sources: readonly Make[] = [
    ...arrays,
    ...typed,
    () => "a𝒥b",
    () => ({ length: 3, 1: 5 }),
    () => ({ length: -2 }),
    () => ({ length: "2" }),
    () => 7,
    () => null,
    () => undefined,
  ];
  it.each(sources.map((make, i) => [i, make] as const))("from, of source %i", (_, make) => {
    const mapper = (log: unknown[]): Callable =>
      function (this: unknown, ...args) {
        log.push([this, ...args]);
        return args[1];
      };
    for (const type of [Array, Float64Array, Float32Array, Uint8Array]) {
      const from = type.from as unknown as Callable;
      compare(
        "from",
        from,
        () => type,
        () => [make()],
      );
      compare(
        "from",
        from,
        () => type,
        (log) => [make(), mapper(log)],
      );
      compare(
        "from",
        from,
        () => type,
        (log) => [make(), mapper(log), "receiver"],
      );
      compare(
        "from",
        from,
        () => type,
        () => [make(), 3],
      );
      compare(
        "of",
        type.of as unknown as Callable,
        () => type,
        () => [1, 2, 3],
      );
      compare(
        "of",
        type.of as unknown as Callable,
        () => type,
        () => [],
      );
    }
  });

  const constructing = (type: unknown, args: readonly unknown[]): void => {
    const replacement = new Map(arrayReplacements).get(type) as Callable;
    const construct: Callable = (...given) => Reflect.construct(type as new () => unknown, given) as unknown;
    expect(outcome(replacement, undefined, args, [])).toEqual(outcome(construct, undefined, args, []));
  };
  it("new Array", () => {
    for (const args of [[], [3], [0], ["3"], [1, 2], [undefined]]) constructing(Array, args);
    for (const n of [-1, 1.5, 2 ** 32])
      expect(() => (new Map(arrayReplacements).get(Array) as Callable)(n)).toThrow("Invalid array length");
  });
  it("new typed array", () => {
    const buffer = new Float64Array([1, 2, 3, 4]).buffer;
    for (const type of [Float64Array, Float32Array, Int16Array]) {
      for (const args of [
        [],
        [3],
        ["2"],
        [null],
        [[1, , 3]],
        [new Float64Array([1.25, 2])],
        [{ length: 2, 0: 4 }],
        [buffer],
        [buffer, 8],
        [buffer, 8, 2],
      ]) {
        constructing(type, args);
      }
    }
    const view = (new Map(arrayReplacements).get(Float64Array) as Callable)(buffer, 8, 2) as Float64Array;
    expect(view.buffer).toBe(buffer);
  });
});

describe("numbers", () => {
  const values: readonly unknown[] = [0, -0, 1, 2.5, -3, NaN, Infinity, -Infinity, "4", null, undefined, true];
  const names = Object.getOwnPropertyNames(Math).filter(
    (name) => typeof Math[name as "sin"] === "function" && !["random", "f16round", "sumPrecise"].includes(name),
  );
  it.each(names)("Math.%s", (name) => {
    const native = Math[name as "sin"] as unknown as Callable;
    compare(
      name,
      native,
      () => undefined,
      () => [],
    );
    for (const a of values) {
      compare(
        name,
        native,
        () => undefined,
        () => [a],
      );
      for (const b of values)
        compare(
          name,
          native,
          () => undefined,
          () => [a, b],
        );
      compare(
        name,
        native,
        () => undefined,
        () => [a, 1, "2", 5, 5],
      );
    }
  });
  it("Number", () => {
    compare(
      "Number",
      Number as Callable,
      () => undefined,
      () => [],
    );
    for (const x of [...values, 5n, "x", {}, [2]])
      compare(
        "Number",
        Number as Callable,
        () => undefined,
        () => [x],
      );
  });
});

describe("records and calls", () => {
  it("values, entries, assign, fromEntries", () => {
    for (const object of [{}, { b: 1, a: 2, 3: 4 }, [5, , 6], "ab", 7]) {
      compare(
        "values",
        Object.values as Callable,
        () => Object,
        () => [object],
      );
      compare(
        "entries",
        Object.entries as Callable,
        () => Object,
        () => [object],
      );
      compare(
        "assign",
        Object.assign as Callable,
        () => Object,
        () => [{ a: 0, z: 1 }, object, null, undefined, { q: 1 }],
      );
    }
    compare(
      "fromEntries",
      Object.fromEntries as unknown as Callable,
      () => Object,
      () => [
        [
          ["a", 1],
          ["b", [2]],
        ],
      ],
    );
    compare(
      "assign",
      Object.assign as Callable,
      () => Object,
      () => [null],
    );
  });
  it("call, apply, bind", () => {
    const f = function (this: unknown, ...args: unknown[]): unknown {
      return [this, args];
    };
    compare(
      "call",
      Function.prototype.call as Callable,
      () => f,
      () => [],
    );
    compare(
      "call",
      Function.prototype.call as Callable,
      () => f,
      () => ["t", 1, 2],
    );
    compare(
      "apply",
      Function.prototype.apply as Callable,
      () => f,
      () => ["t"],
    );
    compare(
      "apply",
      Function.prototype.apply as Callable,
      () => f,
      () => ["t", [1, 2]],
    );
    const bind = new Map(arrayReplacements).get(Function.prototype.bind) as Callable;
    expect((Reflect.apply(bind, f, ["t", 1]) as Callable)(2, 3)).toEqual(["t", [1, 2, 3]]);
  });
});

it("sort is applied to objects like arrays, and to arrays whose methods are others", () => {
  class Own extends Array<number> {
    override includes(): never {
      throw new TypeError("of its own");
    }
  }
  const makes: readonly Make[] = [
    () => ({ length: 3, 0: 5, 1: 2, 2: 4 }),
    () => ({ length: 3, 0: 5, 2: 4 }),
    () => Own.from([3, 1, 2]),
  ];
  for (const make of makes) {
    // oxlint-disable-next-line typescript/unbound-method
    compare("sort", Array.prototype.sort as Callable, make, () => [(a: unknown, b: unknown) => rank(a) - rank(b)]);
  }
});
