/**
 * What the README shows is what happens: its example runs and prints what it says, its table is what the fits give.
 */

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { readProblems } from "./nist/problems.ts";
import { row } from "./nist/table.ts";

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8");
const readme = read("../README.md");
const block = (language: string): string => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "su").exec(readme)?.[1] ?? "";
const rounded = (text: string): readonly number[] =>
  [...text.matchAll(/: (-?[\d.]+)/gu)].map(([, digits]) => Math.round(Number(digits) * 100) / 100);

test("the README's example prints what its comments say", async () => {
  expect(block("ts")).toBe(read("readme.ts"));
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await import("./readme.ts");
  const printed = log.mock.calls.map(([value]) => rounded(JSON.stringify(value).replaceAll('":', ": ")));
  log.mockRestore();
  const said = [...block("ts").matchAll(/ \/\/ (\{.*?\})/gu)].map(([, comment]) => rounded(comment ?? ""));
  expect(said).toHaveLength(2);
  expect(printed).toEqual(said);
});

const problems = readProblems();

test.skipIf(problems.length === 0)(
  "the README's table has every problem, with the digits that come out",
  { timeout: 60_000 },
  () => {
    const shown = block("text");
    for (const problem of problems) {
      const line = shown.split("\n").find((text) => text.startsWith(`${problem.name} `)) ?? "";
      const cells = line.split(/ +/u).slice(2);
      const computed = row(problem).split(/ +/u).slice(2);
      expect(cells, problem.name).toHaveLength(computed.length);
      // Counts of steps and last digits depend on the machine's Math functions.
      const lost = cells.filter((cell, k) => k % 4 > 0 && cell !== "–" && Number(computed[k]) < Number(cell) - 0.5);
      expect(lost, line).toEqual([]);
    }
  },
);
