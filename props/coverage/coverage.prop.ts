// The measure of coverage itself: its list of constructs is that of the front end, a program exercises what it has, and
// gaps are told.

import fc from "fast-check";
import { parseSync, visitorKeys } from "oxc-parser";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { arbProgram } from "../arbitrary/index.ts";
import { binaryOperators, constructsOf, kinds, notCompiled } from "./constructs.ts";
import { entries, exercisedBy } from "./measure.ts";
import { counted, missing, noCounts, problems, printTable } from "./table.ts";

const front = new URL("../../src/front/", import.meta.url);

interface Syntax {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The values of all literal texts of the front end's modules. */
function textsOfFront(): ReadonlySet<string> {
  const texts = new Set<string>();
  const visit = (node: Syntax): void => {
    if (node.type === "Literal" && typeof node["value"] === "string") texts.add(node["value"]);
    if (node.type === "Property" && (node["key"] as Syntax).type === "Identifier")
      texts.add((node["key"] as Syntax)["name"] as string);
    for (const key of visitorKeys[node.type] ?? []) {
      for (const child of [node[key]].flat()) if (child !== null && child !== undefined) visit(child as Syntax);
    }
  };
  for (const file of readdirSync(front).filter((name) => /(?<!\.test)\.ts$/.test(name))) {
    visit(parseSync(file, readFileSync(new URL(file, front), "utf8")).program as unknown as Syntax);
  }
  return texts;
}

test("the constructs are those that the front end names", () => {
  const named = [...textsOfFront()].filter((text) => Object.hasOwn(visitorKeys, text));
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((kind) => !(kind in kinds) && !notCompiled.has(kind))).toEqual([]);
  expect(Object.keys(kinds).filter((kind) => !Object.hasOwn(visitorKeys, kind))).toEqual([]);
  expect([...notCompiled].filter((kind) => kind in kinds)).toEqual([]);
});

test("the operators are those that the front end lowers", () => {
  const texts = textsOfFront();
  expect(binaryOperators.filter((operator) => !texts.has(operator))).toEqual([]);
  const operators = [...texts].filter((text) => /^[-+*/%&|^<>=!?~]+$/.test(text) && text !== "~");
  const known = new Set(Object.values(kinds).flat());
  expect(operators.filter((operator) => !known.has(operator) && !known.has(`${operator} prefix`))).toEqual([]);
});

test("constructs are told from a text", () => {
  const text =
    "export const f = ({ a: [b = 1] }: { a: number[] }) => { for (const c of [b]) if (c) break; return b ?? 0; };";
  const found = constructsOf(text);
  for (const construct of ["Property of a pattern", "ForOfStatement const", "LogicalExpression ??", "BreakStatement"])
    expect(found).toContain(construct);
  expect(found).not.toContain("BreakStatement label");
});

test("what programs exercise is counted, and what none exercises is told", { timeout: 60_000 }, async () => {
  let counts = noCounts;
  for (const program of fc.sample(arbProgram({ size: 30 }), { numRuns: 3, seed: 1 }))
    counts = counted(counts, await exercisedBy(program, true));
  expect(counts.operations.get("get")).toBeGreaterThan(0);
  expect(counts.rules.get("add")).toBeGreaterThan(0);
  const [gap] = missing(counts, "prelude") as [string];
  const none = { operations: {}, constructs: {}, rules: {}, prelude: {} };
  expect(problems(counts, none)).toContain(`prelude: ${gap} was never exercised, and no reason is given`);
  const reasons = { ...none, prelude: { [gap]: "because" }, rules: { add: "why", nothing: "of this name" } };
  expect(problems(counts, reasons)).not.toContain(`prelude: ${gap} was never exercised, and no reason is given`);
  expect(problems(counts, reasons)).toContain("rules: add was exercised, although a reason says why it cannot be");
  expect(problems(counts, reasons)).toContain("rules: a reason is given for nothing, which does not exist");
  expect(printTable(counts, 3, reasons)).toContain(`${gap}: because`);
  expect(entries.constructs.length).toBeGreaterThan(100);
});
