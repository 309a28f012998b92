// `zeroth check` from texts of files to what it prints and its exit code. (package.test.ts runs the command itself.)

import { describe, expect, test } from "vitest";
import type { Failure } from "zeroth/testing";
import { checkTexts as run } from "../test-support/check-texts.ts";
import { taggedFunctions } from "./tagged-functions.ts";

const wrong = `
import { customVjp } from "zeroth";

const scaled = customVjp(
  (x: number, p: { w: readonly number[] }) => x * p.w[0]!,
  (x, p) => [x * p.w[0]!, (g) => [g * p.w[0]!, { w: p.w.map((_, i) => (i === 0 ? -g * x : 0)) }]],
);

/** @check x in [1, 2], length 2 */
export const f = (x: number, p: { readonly w: readonly number[] }): number => scaled(x, p) + x;
`;

const right = `
/**
 * Something smooth.
 *
 * @check order 2
 */
export function g(x: number, y = 2): number {
  return Math.sin(x) * y;
}
`;

describe("tagged functions", () => {
  test("a wrong rule is found: argument, path, expected, got, places", async () => {
    const { code, text } = await run({ "wrong.ts": wrong, "right.ts": right });
    expect(code).toBe(1);
    expect(text).toMatch(/wrong gradient of `f`: argument 1 \(`p`\), args\[1\]\.w\[0\]/);
    expect(text).toMatch(/function {3}f, wrong\.ts:10:18/);
    expect(text).toMatch(/rule {7}the derivative of `scaled` given by hand, wrong\.ts:6:3/);
    expect(text).toMatch(/expected {3}1 by dual numbers; complex step; finite differences/);
    expect(text).toMatch(/got {8}-1, relative error 2/);
    expect(text).toMatch(/npx zeroth check wrong\.ts --seed 1 --runs 10/);
    expect(text).toMatch(/^wrong\.ts f +number, \{ readonly w: readonly number\[\]… +1 of 10 .* wrong$/m);
    expect(text).toMatch(/^right\.ts g +number, number +10 +\S+ +2 +\S+ +right$/m);
    expect(text.split("\n").at(-1)).toBe("1 right, 1 wrong (seed 1)");
  });

  test("all right is success", async () => {
    expect(await run({ "right.ts": right })).toMatchObject({ code: 0, errors: "" });
  });

  test("default exports, lists of exports, declared types of functions", async () => {
    const text = `
      /** @check */
      export default (x: number): number => x * x;
      /** @check */
      const cube = (x: number): number => x ** 3;
      export { cube, cube as third };
      /** @check */
      export const h: (x: number) => number = Math.sin;
      // @check is no JSDoc here
      export const left = (x: string): string => x;
    `;
    expect(taggedFunctions(text, "a.ts").map(({ name }) => name)).toEqual(["default", "cube", "third", "h"]);
    expect((await run({ "a.ts": text })).text).toMatch(/^4 right/m);
  });

  test("what cannot be derived is a failure with place and remedy", async () => {
    const { code, text } = await run({
      "m.ts":
        "/** @check */\nexport const f = (m: Map<string, number>): number => m.size;\n/** @check */\nexport const g = (x: number): number => x;",
    });
    expect(code).toBe(1);
    expect(text).toContain("m.ts:2:19: no inputs for `f` can be derived from the type `Map<string, number>`");
    expect(text).toContain("remedy: say how to make its inputs in a companion file (name.check.ts)");
    expect(text).toMatch(/^1 right, 1 could not be checked/m);
  });

  test("a tag that is not understood, or names no parameter", async () => {
    const texts = {
      "a.ts": "/** @check x between 1 and 2 */\nexport const f = (x: number): number => x;",
      "b.ts": "/** @check y in [0, 1] */\nexport const f = (x: number): number => x;",
      "c.ts": "/** @check */\nexport const f = 3;",
    };
    const { text } = await run(texts);
    expect(text).toContain("a.ts:1:5: @check of `f`: `x between 1 and 2` is not understood");
    expect(text).toContain("b.ts:1:5: @check of `f`: there is no number at `y`");
    expect(text).toContain("c.ts:1:5: the parameters of `f` cannot be seen here");
  });
});

describe("companion files", () => {
  const softmax =
    "export const softmax = (x: readonly number[]) => { const w = x.map(Math.exp); const s = w.reduce((a, b) => a + b, 0); return w.map((v) => v / s); };";
  const companion = `import { vectors } from "zeroth/testing";\nexport const softmax = { inputs: [vectors({ length: 2, min: -1, max: 1 })], order: 2, runs: 3 };`;

  test("beside the file, by themselves, and both: once", async () => {
    const texts = { "s.ts": softmax, "s.check.ts": companion };
    for (const files of [["s.ts"], ["s.check.ts"], ["s.ts", "s.check.ts"]]) {
      const { code, text } = await run(texts, { files, runs: undefined });
      expect(code).toBe(0);
      expect(text).toMatch(/^s\.ts softmax +by s\.check\.ts +3 +duals\+complex\+differences +2/m);
      expect(text).toMatch(/^1 right/m);
    }
  });

  test("their word counts, and they may bring functions and points of their own", async () => {
    const own = "export const g = { at: [3, 1] };\nexport const square = { f: (x: number) => x * x, at: [3] };";
    const { text } = await run({ "right.ts": right, "right.check.ts": own }, { files: ["right.ts"] });
    expect(text).toMatch(/^right\.ts g +3, 1 +1 /m);
    expect(text).toMatch(/^right\.ts square +3 +1 /m);
    expect((await run({ "alone.check.ts": own.slice(own.indexOf("\n")) })).code).toBe(0);
  });

  const mistakes: readonly (readonly [string, string])[] = [
    ["export const g = 3;", "`g` is no record"],
    ["export const h = { at: [1] };", "`h` is not exported by right.ts"],
    ["export const g = { at: [1], orders: 2 };", "`orders` of `g` is not understood"],
    ["export const g = {};", "not both"],
    ["export const g = { inputs: [3] };", "import them from zeroth/testing"],
    ["export const g = { at: [1 };", "syntax error"],
    ["throw new RangeError('no luck');", "RangeError: no luck"],
  ];
  test.each(mistakes)("%s", async (text, message) => {
    const ran = await run({ "right.ts": right, "right.check.ts": text }, { files: ["right.ts"] });
    expect(ran.code).toBe(1);
    expect(ran.text).toContain(message);
  });
});

test("a file that cannot be read or has nothing to check is a failure; the others are checked", async () => {
  const texts = { "a.ts": "export const f = (x: number) => x +;", "b.ts": "export const f = 1;", "c.ts": right };
  const { code, text } = await run(texts);
  expect(code).toBe(1);
  expect(text).toMatch(/a\.ts:1:36: syntax error: .*\n +1 \| export const f = \(x: number\) => x \+;\n/);
  expect(text).toContain("nothing to check: no exported function has a JSDoc @check tag");
  expect(text).toMatch(/^1 right, 2 could not be checked/m);
});

test("one document of JSON", async () => {
  const { text } = await run({ "wrong.ts": wrong, "right.ts": right, "none.ts": "" }, { json: true });
  const document = JSON.parse(text) as { checks: { failure: Failure | null }[] };
  expect(document).toMatchObject({
    ok: false,
    interrupted: false,
    seed: 1,
    checks: [
      { file: "wrong.ts", name: "f", verdict: "wrong" },
      { file: "right.ts", name: "g", verdict: "right", runs: 10, order: 2, failure: null },
      { file: "none.ts", name: "", verdict: "problem" },
    ],
  });
  expect(document.checks[0]?.failure).toMatchObject({
    law: "wrong gradient",
    mismatch: { argument: { index: 1, name: "p" }, path: "args[1].w[0]", expected: 1, got: -1 },
    random: { seed: 1 },
  });
});

test("an interrupt prints what was covered", async () => {
  const interrupt = { call: (): void => undefined };
  const text = `
    import { interrupt } from "test";
    import { reals } from "zeroth/testing";
    let calls = 0;
    export const f = { at: [1], f: (x: number) => x };
    export const g = { inputs: [reals()], f: (x: number) => { if (calls++ > 300) interrupt.call(); return x; } };
  `;
  const ran = await run({ "slow.check.ts": text }, { runs: 1_000_000 }, interrupt);
  expect(ran.code).toBe(130);
  expect(ran.text).toMatch(/^slow\.check\.ts f +1 +1 .* right$/m);
  expect(ran.text).toMatch(/^slow\.check\.ts g .* \d+ of 1000000 .* partial$/m);
  expect(ran.text).toMatch(/^interrupted, 1 right, 1 in part/m);
});

test("what there is no time for is left out, and said to be", async () => {
  const { code, text } = await run({ "right.ts": right }, { time: Number.MIN_VALUE });
  expect(code).toBe(0);
  expect(text).toMatch(/^right\.ts g .* 0 of 10 .* left out$/m);
  expect(text).toMatch(/^0 right, 1 left out: no time/m);
});

test("missing files are a mistake of the command line", async () => {
  expect(await run({}, { files: ["none.ts"] })).toMatchObject({
    code: 2,
    errors: "zeroth: no file `none.ts`\n",
    text: "",
  });
});
