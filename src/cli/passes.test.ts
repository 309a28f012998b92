// `zeroth passes` from the text of a module to what it prints. (package.test.ts runs the command itself.)

import { expect, test } from "vitest";
import { compile } from "../index.ts";
import { explainCommand } from "./explain-command.ts";
import type { PassesOptions } from "./options.ts";
import { passesCommand } from "./passes-command.ts";

const text = `
const scale = (a: number) => (x: number): number => x * a;
export const square = (x: number): number => scale(x)(x) + 0 * scale.length;
export const loss = (ws: readonly number[]): number => {
  let total = 0;
  for (const w of ws) total += Math.exp(w);
  return total;
};
`;

const run = (options: Partial<PassesOptions>, isColoured = false): Promise<string> =>
  passesCommand(
    { file: "m.ts", name: null, derivative: null, operator: "grad", args: null, ...options },
    { text, shown: "m.ts", load: () => compile(text, { file: "m.ts" }), isColoured },
  );

const titles = (printed: string): readonly string[] =>
  [...printed.matchAll(/^── (.*)$/gmu)].map(([, title = ""]) => title);

test("a module from its text to closed functions", async () => {
  const printed = await run({});
  expect(titles(printed)).toContain("lower, @square");
  expect(titles(printed)).toContain("convert-closures, @loss");
  expect(titles(printed)).toContain("clean: infer-types, @loss");
});

test("CommonJS is read as such", async () => {
  const script =
    "if (globalThis.never) return;\nexports.twice = function twice(x) { return exports.two * x; };\nexports.two = 2;\n";
  const printed = await passesCommand(
    { file: "m.cjs", name: "twice", derivative: null, operator: "grad", args: null },
    { text: script, shown: "m.cjs", load: () => Promise.resolve({}), isColoured: false },
  );
  expect(printed).toContain("fn @twice captures(module exports)");
});

test("one function, with the lines that a pass has changed", async () => {
  const printed = await run({ name: "square" });
  expect(new Set(titles(printed).map((title) => title.split("@")[1]))).toEqual(new Set(["square"]));
  expect(printed).toContain("\n-fn @square parent @module {\n+fn @square captures(module scale) {\n");
  const coloured = await run({ name: "square" }, true);
  expect(coloured).not.toBe(printed);
  // oxlint-disable-next-line no-control-regex
  expect(coloured.replaceAll(/\u001B\[\d+m/gu, "")).toBe(printed);
});

test("a derivative of it", async () => {
  const printed = await run({ name: "loss", derivative: "J" });
  expect(titles(printed)).toContain("differentiate (J), @loss.J");
  expect(titles(printed)).toContain("differentiate (J), @loss.J*");
});

test("a call of an operator, to JavaScript", async () => {
  const printed = await run({ name: "loss", args: "[1, 2]" });
  const found = titles(printed);
  for (const title of ["specialise, @loss", "optimise: ", "relax-strong-zeros, @loss_grad", "JavaScript"])
    expect(
      found.some((one) => one.startsWith(title)),
      title,
    ).toBe(true);
  expect(printed).toMatch(/function loss_grad\([^]*Math\.exp/u);
  expect(await run({ name: "loss", args: "[1, 2]", operator: "hessian" })).toContain("JavaScript");
});

test("what a call runs", async () => {
  const asked = { file: "m.ts", name: "loss", operator: "grad", args: "[1, 2]", code: false };
  const source = { shown: "m.ts", load: () => compile(text, { file: "m.ts" }) };
  expect(await explainCommand(asked, source)).toMatch(
    /^Specialised code runs.*\n\nStored for the reverse sweep: nothing\./,
  );
  expect(await explainCommand({ ...asked, code: true }, source)).toMatch(/^What runs:[^]*Math\.exp/);
  await expect(explainCommand({ ...asked, name: "scale" }, source)).rejects.toThrow(
    "does not export a function `scale`",
  );
});

test("what is not there, and what is no argument", async () => {
  await expect(run({ name: "los" })).rejects.toThrow("no function `los` in m.ts; there are `scale`, `square`, `loss`");
  await expect(run({ name: "scale", args: "1" })).rejects.toThrow("m.ts does not export a function `scale`");
  await expect(run({ name: "loss", args: "1 2" })).rejects.toThrow("--args takes arguments of a call");
  await expect(run({ name: "loss", args: "1", operator: "slope" })).rejects.toThrow("no operator `slope`");
});
