// The page of `explain` for small programs: which line it quotes, what it says of it, and that what it tells to write helps.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { explain, grad, hessian } from "../index.ts";
import { causes } from "./causes.ts";
import { reasons } from "./reasons.ts";

type Callable = (...args: never[]) => number;

interface Case {
  readonly f: Callable;
  readonly args: readonly unknown[];
  /** A part of the line that is quoted. */
  readonly quotes: string;
  readonly says: string;
  readonly writes: string;
  /** The function as the page says to write it; "known" if nothing of it is left for the run to find out. */
  readonly instead?: readonly [f: Callable, args?: readonly unknown[]];
  readonly isKnown?: boolean;
}

const sine = (x: number): number => Math.sin(x);
const cube = (x: number): number => x ** 3;
let count = 0;
const assigned = (() => {
  let scale = 1;
  const f = (x: number): number => scale * x * x;
  scale = 3;
  return f;
})();
const declared = (
  (scale: number) =>
  (x: number): number =>
    scale * x * x
)(3);
const unknown = Symbol("unknown");

/** General code runs. */
const general: Readonly<Record<string, Case>> = {
  "deletes a property": {
    f: (xs: number[]) => {
      delete xs[1];
      return xs[0]! ** 2;
    },
    args: [[1, 2]],
    quotes: "delete xs[1];",
    says: "deletes a property of what the function did not make",
    writes: "const ys = [...xs]",
    instead: [
      (xs: number[]) => {
        const ys = [...xs];
        return ys[0]! ** 2;
      },
    ],
    isKnown: true,
  },
  "a Map that leaves": {
    f: (xs: readonly number[]) => {
      const squares = new Map<number, number>();
      for (const [k, x] of xs.entries()) squares.set(k, x * x);
      return squares.get(0)! + Object.keys(squares).length;
    },
    args: [[1, 2]],
    quotes: "Object.keys(squares)",
    says: "a Map or a Set is returned, stored where its type is not known, or given to code that is not compiled",
    writes: "[...map.values()]",
    instead: [
      (xs: readonly number[]) => {
        const squares = new Map<number, number>();
        for (const [k, x] of xs.entries()) squares.set(k, x * x);
        return [...squares.values()].reduce((sum, x) => sum + x, 0);
      },
    ],
    isKnown: true,
  },
  "a record of an argument that is written": {
    f: (r: { x: number }) => {
      r.x *= 2;
      return r.x ** 2;
    },
    args: [{ x: 2 }],
    quotes: "r.x *= 2;",
    says: "a record of an argument is written to",
    writes: "const own = { x: r.x }",
    instead: [
      (r: { x: number }) => {
        const own = { x: r.x };
        own.x *= 2;
        return own.x ** 2;
      },
    ],
    isKnown: true,
  },
  "a variable that is assigned later": {
    f: assigned,
    args: [2],
    quotes: "const f = (x: number): number => scale * x * x;",
    says: "the variable `scale` of an outer function is assigned after it was declared",
    writes: "declare it `const`",
    instead: [declared],
    isKnown: true,
  },
  "a bigint": {
    f: (x: number, n: bigint) => x * Number(n),
    args: [2, 3n],
    quotes: "x * Number(n)",
    says: "the call uses a bigint",
    writes: "pass a number",
    instead: [(x: number, n: number) => x * n, [2, 3]],
    isKnown: true,
  },
  "a symbol": {
    f: (x: number, s: symbol) => (s === unknown ? x : 2 * x),
    args: [2, unknown],
    quotes: "s === unknown",
    says: "the call uses a symbol",
    writes: "pass a number or a text",
    instead: [(x: number, s: string) => (s === "unknown" ? x : 2 * x), [2, "unknown"]],
    isKnown: true,
  },
  "a name that is a number": {
    f: (r: Record<string, number>) => r["1"]! ** 2,
    args: [{ "1": 2 }],
    quotes: 'r["1"]! ** 2',
    says: "a record has a property `1`",
    writes: "another name",
    instead: [(r: Record<string, number>) => r["one"]! ** 2, [{ one: 2 }]],
    isKnown: true,
  },
  "a property of an array": {
    f: (xs: readonly number[]) => {
      const ys = [...xs] as number[] & { first?: number };
      ys.first = xs[0]!;
      return ys.first * xs[1]!;
    },
    args: [[1, 2]],
    quotes: "ys.first = xs[0]!;",
    says: "by a name that is no index",
    writes: "a record beside the array",
    instead: [
      (xs: readonly number[]) => {
        const named = { first: xs[0]! };
        return named.first * xs[1]!;
      },
    ],
    isKnown: true,
  },
  "an inner derivative of what is held elsewhere": {
    f: (rows: readonly number[][]) => grad((ys: readonly number[][]) => ys[0]![0]! * rows[0]![1]!)(rows)[0]![0]!,
    args: [[[1, 2]]],
    quotes: "ys[0]![0]! * rows[0]![1]!",
    says: "an inner derivative is taken with respect to data that something else may hold",
    writes: "[...xs]",
    instead: [(rows: readonly number[][]) => grad((ys: readonly number[]) => ys[0]! * rows[0]![1]!)([...rows[0]!])[0]!],
    isKnown: true,
  },
  "a derivative of the function itself": {
    f: (x: number) => {
      const h = (y: number, k: number): number => (k <= 0 ? y * y : grad((z: number) => h(z, k - 1))(y) * y);
      return h(x, 2);
    },
    args: [2],
    quotes: "grad((z: number) => h(z, k - 1))(y)",
    says: "asks for its own derivative",
    writes: "differentiate outside of the recursion",
  },
};

/** Specialised code runs, but not all is known before. */
const dynamic: Readonly<Record<string, Case>> = {
  "functions in an array that grows, which are compared": {
    f: (x: number, n: number) => {
      const all: ((x: number) => number)[] = [];
      for (let k = 0; k < n; k++) all.push(k % 2 === 0 ? sine : cube);
      return all[n - 1]!(x) * all.indexOf(cube);
    },
    args: [2, 5],
    quotes: "all[n - 1]!(x)",
    says: "which function this calls is known only when it runs",
    writes: "c ? f(x) : g(x)",
    instead: [(x: number, n: number) => (n % 2 === 0 ? cube(x) : sine(x))],
    isKnown: true,
  },
  "a counter of the module": {
    f: (x: number) => {
      count++;
      return count > 0 ? x * x : x;
    },
    args: [2],
    quotes: "count++;",
    says: "`count` may be a number or something else",
    writes: "let it be a number on every path",
    instead: [(x: number) => x * x],
    isKnown: true,
  },
  output: {
    f: (x: number) => {
      console.debug(x);
      return x * x;
    },
    args: [2],
    quotes: "console.debug(x);",
    says: "output is an effect that others see",
    writes: "print outside",
    instead: [(x: number) => x * x],
    isKnown: true,
  },
  time: {
    f: (x: number) => x * Date.now(),
    args: [2],
    quotes: "x * Date.now()",
    says: "the result is another one in each call",
    writes: "pass it as an argument",
    instead: [(x: number, now: number) => x * now, [2, 3]],
    isKnown: true,
  },
  "names that are computed": {
    f: (xs: readonly number[], name: string) => {
      const squares: Record<string, number> = {};
      for (const x of xs) squares[`${name}${x}`] = x * x;
      return Object.values(squares)[0]!;
    },
    args: [[1, 2], "a"],
    quotes: "squares[`${name}${x}`] = x * x;",
    says: "is known only when it runs",
    writes: "use an array and an index",
    instead: [
      (xs: readonly number[]) => {
        const squares: number[] = [];
        for (const x of xs) squares.push(x * x);
        return squares[0]!;
      },
    ],
    isKnown: true,
  },
};

const page = (f: Callable, args: readonly unknown[]): string => explain(grad(f) as never, ...(args as never[]));
const isGeneral = (text: string): boolean => text.startsWith("General code runs, which");
const own = /\(?\S*explain-page\.test\.ts:\d+: /;

describe.each([
  [true, general],
  [false, dynamic],
])("general code: %s", (runsGeneral, cases) => {
  test.each(Object.entries(cases))("%s", (_, { f, args, quotes, says, writes, instead, isKnown }) => {
    const text = page(f, args);
    expect(isGeneral(text)).toBe(runsGeneral);
    const lines = (runsGeneral ? text : text.slice(text.indexOf("Not known"))).split("\n");
    const at = lines.findIndex((line) => own.test(line) && line.includes(quotes));
    expect(at, text).toBeGreaterThan(0);
    const said = runsGeneral ? lines[at - 1] : lines[at + 1];
    expect(said).toContain(says);
    expect(runsGeneral ? lines[at + 1] : said).toContain(writes);
    expect(text).toMatch(/\bInstead: /);
    if (instead === undefined) return;
    const better = page(instead[0], instead[1] ?? args);
    expect(isGeneral(better), better).toBe(false);
    expect(better.includes("Not known before it runs: nothing.")).toBe(isKnown === true);
  });
});

test("what loops store, by the line of the program that called the prelude", () => {
  const sums = (xs: readonly number[]): number => xs.reduce((s, x) => s + Math.sin(x * s), 0);
  expect(page(sums, [[1, 2]])).toMatch(
    /reverse sweep: \n {2}\S*explain-page\.test\.ts:\d+: .*xs\.reduce\(.*\n {4}16 bytes in each iteration: 2 numbers\n {6}`x \* s` in line \d+\n {6}a variable, which each iteration changes\n/,
  );
});

test("what making the code took", () => {
  const text = page((x: number) => x * Math.exp(x), [2]);
  const [, ...times] =
    /took ([\d.]+) ms: specialising ([\d.]+), optimising ([\d.]+), writing JavaScript ([\d.]+)\./.exec(text)!;
  const [all, ...parts] = times.map(Number);
  expect(all).toBeGreaterThan(0);
  expect(Math.abs(all! - parts.reduce((s, t) => s + t, 0))).toBeLessThan(1.5);
});

test("no place of the prelude is shown", () => {
  const texts = [...Object.values(general), ...Object.values(dynamic)].map(({ f, args }) => page(f, args));
  const hessians = explain(
    hessian((xs: readonly number[]) => xs.reduce((s, x) => s + x ** 3, 0)),
    [1, 2],
  );
  for (const text of [...texts, hessians]) expect(text).not.toContain("zeroth/src/prelude");
});

describe("sentences", () => {
  const details = ["", "name"];
  const sentences = [...Object.values(reasons), ...Object.values(causes)].flatMap(({ says, write }) => [
    ...details.map(says),
    ...(write === null ? [] : [write]),
  ]);

  test("nobody has to know how zeroth works", () => {
    const words = /\b(?:shadows?|guards?|tapes?|primitives?|cotangents?|pullbacks?|specialis\w+|prelude|SSA|IR)\b/i;
    expect(sentences.filter((one) => words.test(one))).toEqual([]);
  });

  test("each is one", () => {
    for (const { says } of [...Object.values(reasons), ...Object.values(causes)])
      expect(says("name")).toMatch(/^[\w`].*\.$/);
  });

  // What is thrown without one does not compile.
  test("each reason is thrown somewhere", () => {
    const folders = ["../specialise/", "./"];
    const text = folders.map((folder) => textsOf(fileURLToPath(new URL(folder, import.meta.url)))).join("\n");
    expect(Object.keys(reasons).filter((reason) => !text.includes(`"${reason}"`))).toEqual([]);
  });
});

function textsOf(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !/^reasons?\.ts$|\.test\.ts$/.test(name))
    .map((name) => readFileSync(folder + name, "utf8"))
    .join("\n");
}
