// Pullbacks that run the function again: only where nothing but the arguments decides what it does, and on the arguments of then.

import { expect, test } from "vitest";
import { customVjp, J, linearize, onCotangent, ready, vjp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { linearize as generalLinearize } from "../prelude/linearize.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { codeOf } from "./plans.ts";

type F = (...args: never[]) => unknown;
type Pair = readonly [value: unknown, of: (...args: unknown[]) => unknown];
type Operator = (f: F, ...args: unknown[]) => Pair;

/** An operator, what general code runs for it, and what its functions are given. */
interface Tested {
  readonly own: Operator;
  readonly generally: Operator;
  readonly given: (args: readonly unknown[], cotangent: unknown) => unknown[];
  /** Where general code transposes a pullback, specialised code runs forward: results are the same within rounding. */
  readonly isForward: boolean;
}

const withCotangent: Tested["given"] = (_, cotangent) => [structuredClone(cotangent)];
/** Arguments are tangents, too. */
const withTangents: Tested["given"] = (args) => structuredClone([...args]);

const operators = [
  { own: vjp, generally: general.vjp, given: withCotangent, isForward: false },
  { own: J, generally: general.J, given: withCotangent, isForward: false },
  { own: linearize, generally: generalLinearize, given: withTangents, isForward: true },
] as unknown as readonly Tested[];
const prepare = ready as unknown as (...given: unknown[]) => Promise<unknown>;

const table = [0.5, 2];
const settings = { scale: 2 };
let factor = 3;
let way = Math.sin;

/** Whether the pullback that specialised code returns runs the function again: its code copies the arguments. */
const runsAgain = (own: Operator, f: F, ...args: unknown[]): boolean => codeOf(own, f, ...args).includes("copyOfData");

interface Case {
  readonly f: F;
  readonly args: readonly unknown[];
  readonly cotangent: unknown;
  readonly isAgain: boolean;
  /** What happens between the call and its pullback. */
  readonly meanwhile?: (args: readonly unknown[], value: unknown) => void;
}

const sum = (xs: readonly number[]): number => {
  let s = 1;
  for (const x of xs) s += Math.sin(s * x);
  return s;
};

const cases: Readonly<Record<string, Case>> = {
  "an array that is written later": {
    f: sum,
    args: [[1, 2, 3]],
    cotangent: 2,
    isAgain: true,
    meanwhile: ([xs]) => (xs as number[]).fill(9).push(4),
  },
  "rows, records and typed arrays that are written later": {
    f: (m: readonly (readonly number[])[], bs: readonly { readonly a: number }[], w: Float64Array) => {
      let s = 0;
      for (const [i, row] of m.entries()) for (const x of row) s += Math.sin(x * s + bs[i % bs.length]!.a * w[i]!);
      return [s, s * s];
    },
    args: [
      [
        [1, 2],
        [3, 4],
      ],
      [{ a: 0.5 }, { a: 0.25 }],
      Float64Array.of(1, 2),
    ],
    cotangent: [1, 0.5],
    isAgain: true,
    meanwhile: ([m, bs, w], value) => {
      (m as number[][]).reverse()[0]![0] = 7;
      (bs as { a: number }[])[1]!.a = 3;
      (w as Float64Array)[0] = 5;
      (value as number[]).push(8);
    },
  },
  "an argument that is returned": {
    f: (xs: number[]) => {
      let s = 0;
      for (let i = 0; i < 3; i++) s += xs[0]! * i;
      return s > -1 ? xs : [s];
    },
    args: [[1, 2]],
    cotangent: [1, 2],
    isAgain: true,
    meanwhile: ([xs]) => (xs as number[]).reverse(),
  },
  "an array of the module": {
    f: (xs: readonly number[]) => sum(xs.map((x) => x * table[0]!)),
    args: [[1, 2, 3]],
    cotangent: 2,
    isAgain: false,
    meanwhile: () => table.reverse(),
  },
  "a record of the module": {
    f: (xs: readonly number[]) => sum(xs) * settings.scale,
    args: [[1, 2, 3]],
    cotangent: 2,
    isAgain: false,
    meanwhile: () => (settings.scale *= 2),
  },
  "a variable of the module": {
    f: (xs: readonly number[]) => sum(xs) * factor,
    args: [[1, 2, 3]],
    cotangent: 2,
    isAgain: false,
    meanwhile: () => (factor *= 2),
  },
  "a variable of the module that holds a function": {
    f: (xs: readonly number[]) => xs.reduce((s, x) => s + way(x), 0),
    args: [[1, 2, 3]],
    cotangent: 2,
    isAgain: false,
    meanwhile: () => (way = way === Math.sin ? Math.cos : Math.sin),
  },
  "the names of an array's properties": {
    f: (xs: readonly number[]) => sum(xs) * Object.keys(xs).length,
    args: [[1, 2, 3]],
    cotangent: 2,
    isAgain: false,
    meanwhile: ([xs]) => (xs as number[]).push(1),
  },
  "an array that the function writes": {
    f: (xs: number[]) => {
      for (let i = 1; i < xs.length; i++) xs[i]! *= Math.sin(xs[i - 1]!);
      return xs[2]!;
    },
    args: [[1, 2, 3]],
    cotangent: 2,
    isAgain: false,
  },
};

/** Calls whose arguments share memory, or hold what copies lack: general code, or code that keeps what it needs, answers them. */
const shared = [3];
const record = { x: 3 };
const hidden = Object.defineProperty({ x: 3 }, "k", { value: 7, configurable: true });
const unusual: Readonly<
  Record<string, readonly [f: F, plain: readonly unknown[], args: readonly unknown[], cotangent: unknown]>
> = {
  "one array twice, compared": [
    (a: number[], b: number[]) => (a === b ? 5 : 1) * a[0]! * a[0]!,
    [[1], [1]],
    [shared, shared],
    1,
  ],
  "one record twice in an array, compared": [
    (ps: { x: number }[]) => {
      let s = 0;
      for (const p of ps) for (const q of ps) if (p !== q) s += p.x * q.x;
      return s;
    },
    [[{ x: 1 }, { x: 2 }]],
    [[record, record]],
    1,
  ],
  "a row that is searched for": [
    (m: number[][], r: number[]) => (m.includes(r) ? 3 : 1) * r[0]!,
    [[[1]], [1]],
    [[shared], shared],
    1,
  ],
  "one array twice, returned": [(a: number[], b: number[]) => [a, b], [[1], [1]], [shared, shared], [[1], [2]]],
  "a property that is not enumerable": [(o: { x: number; k?: number }) => o.x * (o.k ?? 2), [{ x: 1 }], [hidden], 1],
  "records in an array with such a property": [
    (os: { x: number; k?: number }[]) => {
      let s = 0;
      for (const o of os) s += o.x * (o.k ?? 2);
      return s;
    },
    [[{ x: 1, k: 3 }]],
    [[hidden]],
    1,
  ],
};

const helper = Object.assign((x: number): number => x, { weight: 2, table: [2] });
class Config {
  static scale = 2;
}
const globals = globalThis as unknown as { weight: number };
globals.weight = 2;

/** What may change where no object of the module is named: each program, and how it is changed. */
const elsewhere: Readonly<Record<string, readonly [f: F, set: (to: number) => void]>> = {
  "a property of a function": [(xs: number[]) => xs[0]! * helper.weight, (to) => (helper.weight = to)],
  "an array in a function": [(xs: number[]) => xs[0]! * helper.table[0]!, (to) => (helper.table[0] = to)],
  "a static": [(xs: number[]) => xs[0]! * Config.scale, (to) => (Config.scale = to)],
  "a global": [(xs: number[]) => xs[0]! * globals.weight, (to) => (globals.weight = to)],
  "a property of a native": [
    (xs: number[]) => xs[0]! * ((Math.sin as unknown as { weight?: number }).weight ?? 2),
    (to) => Reflect.set(Math.sin, "weight", to),
  ],
  "an inherited property": [
    (xs: number[]) => xs[0]! * ({ a: 1 } as unknown as { protoWeight?: number }).protoWeight!,
    (to) => {
      Reflect.defineProperty(Object.prototype, "protoWeight", { value: to, configurable: true, writable: true });
    },
  ],
};

/** Reverse mode and forward mode need not agree about them. */
const doubled = customVjp(
  (x: number) => x * x,
  (x: number) => [x * x, (g: number) => [g * x * 7]],
  ([x], [dx]) => [x * x, dx * x * 5],
);
const withRules: Readonly<Record<string, F>> = {
  "a hook on a cotangent": (xs: number[]) => sum(onCotangent(xs, (g) => g.map((x) => 3 * x))),
  "a derivative given by hand": (xs: readonly number[]) => sum(xs.map((x) => doubled(x))),
};

const closures: Readonly<Record<string, (data: number[]) => F>> = {
  "a captured array": (data) => (xs: readonly number[]) => sum(xs) * sum(data),
  "a captured function with an array": (data) => {
    const inner = (x: number): number => x * data[0]!;
    return (xs: readonly number[]) => sum(xs.map((x) => inner(x)));
  },
};

for (const { own, generally, given, isForward } of operators) {
  const expectSame = (result: unknown, expected: unknown): void => {
    if (isForward) expectClose(result, expected, 1e-13, "result");
    else expect(result).toEqual(expected);
  };

  test.each(Object.entries(cases))(`${(own as unknown as F).name} of a function of %s`, async (_, one) => {
    const { f, args, cotangent, isAgain, meanwhile } = one;
    const made = (): unknown[] => structuredClone([...args]);
    await prepare(own, f, ...made());
    for (let k = 0; k < 3; k++) {
      expect(runsAgain(own, f, ...made())).toBe(isAgain);
      const [mine, theirs] = [made(), made()];
      const [[value, of], [expected, other]] = [own(f, ...mine), generally(f, ...theirs)];
      expect([value, mine]).toEqual([expected, theirs]);
      // A value that is an argument is that one.
      expect(mine.includes(value)).toBe(theirs.includes(expected));
      meanwhile?.(mine, value);
      if (k === 0) await prepare(of, ...given(args, cotangent));
      const result = of(...given(args, cotangent));
      expect(!isAgain || isAnswered(of, ...given(args, cotangent))).toBe(true);
      meanwhile?.(theirs, expected);
      expectSame(result, other(...given(args, cotangent)));
      expect(of(...given(args, cotangent))).toEqual(result);
    }
  });

  test.each(Object.entries(unusual))(`${(own as unknown as F).name} of %s`, async (_, [f, plain, args, cotangent]) => {
    await prepare(own, f, ...plain);
    for (let k = 0; k < 3; k++) {
      const [[value, of], [expected, other]] = [own(f, ...args), generally(f, ...args)];
      expect(value).toEqual(expected);
      expect(value === args[0]).toBe(expected === args[0]);
      expectSame(of(...given(args, cotangent)), other(...given(args, cotangent)));
    }
  });

  test.each(Object.entries(elsewhere))(
    `${(own as unknown as F).name} of a function that reads %s`,
    async (_, [f, set]) => {
      set(2);
      await prepare(own, f, [3]);
      for (let k = 0; k < 3; k++) {
        set(2);
        const [[, of], [, other]] = [own(f, [3]), generally(f, [3])];
        set(5);
        const one = given(
          [3.5].map((x) => [x]),
          1,
        );
        expectSame([of(...one), of(...one)], [other(...one), other(...one)]);
      }
      Reflect.deleteProperty(Object.prototype, "protoWeight");
      Reflect.deleteProperty(Math.sin, "weight");
    },
  );

  test(`${(own as unknown as F).name} of rows whose last elements are no numbers`, async () => {
    const f = (m: number[][]): number => m.reduce((s, row) => s + row[0]! * row[0]!, 0);
    await prepare(own, f, [[1, 2], [3]]);
    const made = (): [[number, number[]], number[]] => [[1, [2]], [3]];
    const [mine, theirs, one] = [made(), made(), given([made()], 1)];
    const [[, of], [, other]] = [own(f, mine), generally(f, theirs)];
    for (const of of [mine, theirs]) of[0][1].push(5);
    expectSame(of(...one), other(...one));
  });

  test(`${(own as unknown as F).name} of functions that are made in each call`, async () => {
    const inner = (k: number) => (x: number) => Math.sin(k * x);
    const made = (k: number): F => {
      const [one, other] = [inner(k), inner(k + 1)];
      return (xs: readonly number[]) => sum(xs.map((x) => one(x) * other(x))) * k;
    };
    await prepare(own, made(1), [1, 2, 3]);
    for (let k = 0; k < 4; k++) {
      const [f, later] = [made(k), made(k + 0.5)];
      expect(runsAgain(own, f, [1, 2, 3])).toBe(true);
      const [[, of], [, ofLater]] = [own(f, [1, 2, 3]), own(later, [3, 2])];
      const [[, other], [, otherLater]] = [generally(f, [1, 2, 3]), generally(later, [3, 2])];
      const [one, two] = [given([[1, 2, 3]], 2), given([[1, 4]], 0.5)];
      expect(isAnswered(of, ...one)).toBe(true);
      expectSame([of(...one), ofLater(...two), of(...one)], [other(...one), otherLater(...two), other(...one)]);
      // General code differentiates the function: it makes it of its parts.
      const again = general.vjp as unknown as Operator;
      const [[value, back], [expected, expectedBack]] = [again(of, ...one), again(other, ...one)];
      expectSame([value, back(expected)], [expected, expectedBack(expected)]);
    }
  });

  test(`${(own as unknown as F).name} of functions that sort by what they capture`, async () => {
    const made = (k: number): F => {
      const by = (a: number, b: number): number => (a - b) * k;
      return (xs: readonly number[]) => [...xs].sort(by)[0]! * sum(xs);
    };
    await prepare(own, made(1), [1, 3, 2]);
    for (const k of [1, -1, 2]) {
      const f = made(k);
      const [[, of], [, other]] = [own(f, [1, 3, 2]), generally(f, [1, 3, 2])];
      const one = given([[1, 5, 2]], 2);
      for (let j = 0; j < 3; j++) expectSame(of(...one), other(...one));
      // What sorts is not run again.
      expect(isForward || isAnswered(of, ...one)).toBe(true);
    }
  });

  test(`${(own as unknown as F).name} of functions that return functions they capture`, async () => {
    const made = (k: number): F => {
      const [one, other] = [(x: number): number => x * k, (x: number): number => x + k];
      return (xs: readonly number[]) => ({ y: sum(xs) * k, of: xs.length > 2 ? one : other });
    };
    await prepare(own, made(2), [1, 2, 3]);
    for (let k = 0; k < 3; k++) {
      const f = made(k);
      const [[value, of], [expected, other]] = [own(f, [1, 2, 3]), generally(f, [1, 2, 3])];
      expect((value as { of: unknown }).of).toBe((expected as { of: unknown }).of);
      const one = given([[1, 2, 5]], { y: 2 });
      expectSame(of(...one), other(...one));
    }
  });

  test.each(Object.entries(closures))(`${(own as unknown as F).name} of a function with %s`, async (_, made) => {
    const [mine, theirs] = [
      [1, 2],
      [1, 2],
    ];
    await prepare(own, made(mine), [1, 2, 3]);
    expect(runsAgain(own, made(mine), [1, 2, 3])).toBe(false);
    const [[, of], [, other]] = [own(made(mine), [1, 2, 3]), generally(made(theirs), [1, 2, 3])];
    mine[0] = theirs[0] = 5;
    const one = given([[1, 2, 5]], 1);
    expectSame(of(...one), other(...one));
  });

  test.each(Object.entries(withRules))(`${(own as unknown as F).name} of a function with %s`, async (_, f) => {
    await prepare(own, f, [1, 2, 3]);
    const one = given([[1, 2, 5]], 1);
    for (let k = 0; k < 3; k++) {
      const [[value, of], [expected, other]] = [own(f, [1, 2, 3]), generally(f, [1, 2, 3])];
      expect(value).toEqual(expected);
      expectSame(of(...one), other(...one));
    }
  });
}

test("a map that runs the function again takes no more tangents than there are arguments", async () => {
  const f = (xs: readonly number[], y: number): number => sum(xs) * y;
  await prepare(linearize, f, [1, 2], 3);
  const [[, map], [, expected]] = [linearize, generalLinearize].map((one) => (one as Operator)(f, [1, 2], 3)) as [
    Pair,
    Pair,
  ];
  expect(runsAgain(linearize as Operator, f, [1, 2], 3)).toBe(true);
  const lists: readonly (readonly unknown[])[] = [[], [null, 2], [undefined], [[1, null]], [[1, 2], 1, null]];
  for (const given of lists) {
    const [mine, theirs] = [map, expected].map((of) => {
      try {
        return of(...given);
      } catch (error) {
        return String(error);
      }
    });
    expectClose(mine, theirs, 1e-13, JSON.stringify(given));
  }
});

/** Where a function has a kink, a pole, or results of several kinds, or rounds: its arguments, and tangents of them. */
const edges: Readonly<Record<string, readonly [f: F, args: readonly unknown[], tangents: readonly unknown[]]>> = {
  Float32Arrays: [
    (x: Float32Array) => x.map((v, i) => (v * v * x[(i + 1) % x.length]!) / 3),
    [Float32Array.of(0.1, 0.7, 1.3)],
    [Float32Array.of(0.3, 0.2, 0.9)],
  ],
  "numbers stored in a Float32Array": [
    (x: number[]) => {
      const y = new Float32Array(3);
      for (let i = 0; i < 3; i++) y[i] = x[i]! * 0.1 + (i > 0 ? y[i - 1]! : 0);
      return y[2]! * 3;
    },
    [[1, 2, 3]],
    [[0.3, 0.1, 0.7]],
  ],
  kinks: [
    ([a, b]: number[]) => [Math.abs(a!), Math.max(a!, b!), Math.min(a!, 0), Math.hypot(a!, b!), Math.sign(a!)],
    [[0, 0]],
    [[0.5, 2]],
  ],
  poles: [([a, b]: number[]) => [Math.sqrt(a!), Math.log(a!), a! ** 0.5, Math.sqrt(a! * b!)], [[0, 4]], [[1, 1]]],
  "poles that nothing moves": [([a, b]: number[]) => [Math.sqrt(a!) + b!, Math.sqrt(a! * b!)], [[0, 4]], [[0, 1]]],
  "poles that nothing uses": [([a, b]: number[]) => b! + (Math.log(a!) > 0 ? 1 / a! : 0), [[0, 1]], [[1, 1]]],
  powers: [([a, b]: number[]) => [a! ** 0, 0 ** b!, a! ** b!, (-2) ** b!], [[0, 2]], [[1, 1]]],
  steps: [(x: number[]) => x.map((v) => Math.round(v) * v + (v | 0) * v + (v % 1)), [[1.5, -2.5]], [[1, 1]]],
  "results of several kinds": [
    (x: number[], s: string) => ({
      a: x[0]! * 2,
      s,
      n: null,
      u: undefined,
      b: x[0]! > 0,
      nested: [x, [x[1]! * x[0]!]],
    }),
    [[1.5, 2.5], "k"],
    [[1, 2], null],
  ],
  "results in several places": [(x: number[], y: number[]) => [x, y, x], [[2, 3], [4]], [[1, 5], [7]]],
  "a result that does not move": [(x: number) => (x > 9 ? x : 7), [2], [1]],
};

test.each(Object.entries(edges))("a map that runs the function again: %s", async (_, [f, args, tangents]) => {
  const made = (): unknown[] => structuredClone([...args]);
  await prepare(linearize, f, ...made());
  expect(codeOf(linearize as never, f, ...made())).not.toMatch(/^not special/);
  for (let k = 0; k < 3; k++) {
    const [found, expected] = [linearize, generalLinearize].map((one) => {
      const [value, map] = (one as unknown as Operator)(f, ...made());
      return [value, map(...tangents), map(null, ...tangents.slice(1))];
    });
    expect(found).toEqual(expected);
  }
});
