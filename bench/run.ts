/**
 * What derivatives cost: `npm run bench -- [--quick] [--only text] [--json file] [--from file] [--write]`.
 *
 * Each row runs in a process of its own, which compares the derivative with the one by hand before it times the
 * function, its derivative by zeroth and the one by hand, in at least fifteen rounds. `--quick` takes shorter rounds,
 * `--only` rows whose title contains the text. `--json` keeps the results, which `--from` takes instead of measuring.
 * `--write` writes docs/performance.md and its picture.
 */

import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { documentOf, drawn, lineOf, titles, type Result } from "./report.ts";
import type { Times } from "./row-process.ts";
import { rows, titleOf } from "./rows/index.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    json: { type: "string" },
    from: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const [rounds, seconds] = values.quick ? [15, 0.02] : [25, 0.1];

function timesOf(index: number): Promise<Times> {
  const child = fork(fileURLToPath(new URL("row-process.ts", import.meta.url)), [index, rounds, seconds].map(String));
  return new Promise((resolve, reject) => {
    let times: Times | null = null;
    child.on("message", (message) => {
      times = message as Times;
    });
    child.on("exit", () => {
      if (times === null) reject(new Error(`no times of row ${index}`));
      else resolve(times);
    });
  });
}

const results: Result[] = values.from === undefined ? [] : (JSON.parse(readFileSync(values.from, "utf8")) as Result[]);
console.log(titles);
for (const result of results) console.log(lineOf(result));
for (const [index, row] of values.from === undefined ? rows.entries() : []) {
  if (!titleOf(row).includes(values.only)) continue;
  const { derivative, byHandOverPrimal, most } = row;
  const result: Result = { title: titleOf(row), derivative, byHandOverPrimal, most, ...(await timesOf(index)) };
  results.push(result);
  console.log(lineOf(result));
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
if (values.write) {
  const at = (path: string): URL => new URL(`../docs/${path}`, import.meta.url);
  writeFileSync(at("performance.md"), await documentOf(results, rounds));
  writeFileSync(at("performance.svg"), await drawn(results));
}
