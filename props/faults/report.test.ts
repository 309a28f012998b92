// What the report counts: of what can be caught, at least 95 % in each folder, and harmless faults for nothing.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Fault } from "./faults.ts";
import { reasons, type Reason } from "./reasons.ts";
import { isEnough, type Judged } from "./report.ts";
import { stages, type Result } from "./results.ts";

const harmless = reasons.find(({ file, harm }) => harm === "none" && file.startsWith("src/opt/")) as Reason;

const judged = (how: Result["how"], reason: Partial<Reason> = {}): Judged => {
  const { file = "src/opt/a.ts", before = "a;", after = "b;" } = reason;
  const fault: Fault = { id: "", file, line: 1, group: file, operator: "", before, after, text: "" };
  const results = stages.map((stage): Result => ({ id: "", stage, how, law: "", message: "", size: 0, seconds: 0 }));
  return { fault, results };
};
const times = (count: number, one: Judged): readonly Judged[] => Array.from({ length: count }, () => one);

test("one of twenty may survive in a folder, two may not", () => {
  expect(isEnough([...times(19, judged("law")), judged("none")])).toBe(true);
  expect(isEnough([...times(19, judged("law")), ...times(2, judged("none"))])).toBe(false);
  expect(isEnough([...times(38, judged("law")), ...times(2, judged("none", { file: "src/ad/a.ts" }))])).toBe(false);
});

test("harmless faults are not counted, neither for nor against", () => {
  expect(isEnough([...times(19, judged("law")), judged("none"), judged("none", harmless)])).toBe(true);
  expect(isEnough([...times(18, judged("law")), judged("none"), judged("none", harmless)])).toBe(false);
});

test("what waits to be judged is not enough", () => {
  const { fault, results } = judged("none");
  expect(isEnough([...times(99, judged("law")), { fault, results: results.slice(0, 1) }])).toBe(false);
});

test("reasons are about lines that are there", () => {
  const squeezed = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
  const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const stale = reasons.filter(({ file, before }) => !squeezed(textOf(file)).includes(before));
  expect(stale.map(({ file, before }) => `${file}: ${before}`)).toEqual([]);
});
