/**
 * What derivatives cost: `npm run bench -- [--quick] [--only text] [--json file] [--from file] [--write]`.
 *
 * Each row runs in a process of its own, which compares the derivative with the one by hand before it times the
 * function, its derivative by zeroth and the one by hand, in at least fifteen rounds. `--quick` takes shorter rounds,
 * `--only` rows whose title contains the text. Without either, the cost of calls, time and memory of many sizes and first
 * derivatives are measured, too, and other libraries where they are installed (`npm install --prefix bench/peers`) and can express a row. `--json` keeps
 * the results, which `--from` takes instead of measuring.
 * `--write` writes docs/performance.md and its picture.
 */

import { fork } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { calls } from "./calls.ts";
import type { CompileResult } from "./compile-process.ts";
import type { PeerTimes } from "./peer-process.ts";
import { peerNames } from "./peers/peer.ts";
import {
  callLines,
  documentOf,
  drawn,
  lineOf,
  peerLines,
  scaleLineOf,
  scaleTitles,
  startLines,
  titles,
  type Result,
  type Results,
} from "./report.ts";
import type { Times } from "./row-process.ts";
import { rows, titleOf } from "./rows/index.ts";
import type { ScalePoint } from "./scale-process.ts";
import { scaled } from "./scale.ts";
import { startTimes } from "./start.ts";

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

/** What a process says of itself. */
function answerOf<T>(file: string, given: readonly (number | string)[]): Promise<T> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, given.map(String), { execArgv: [...process.execArgv, "--expose-gc"] });
  return new Promise((resolve, reject) => {
    let answer: T | null = null;
    child.on("message", (message) => {
      answer = message as T;
    });
    child.on("exit", () => {
      if (answer === null) reject(new Error(`${file} ${given.join(" ")} gave no answer`));
      else resolve(answer);
    });
  });
}

const kept = values.from === undefined ? null : (JSON.parse(readFileSync(values.from, "utf8")) as Results);
// What was kept by an earlier version may lack a table.
const results: Results = { rows: [], peers: [], calls: [], scale: [], starts: [], compiled: [], ...kept };
console.log(titles);
for (const result of results.rows) console.log(lineOf(result));
for (const [index, row] of kept === null ? rows.entries() : []) {
  if (!titleOf(row).includes(values.only)) continue;
  const { derivative, byHandOverPrimal, most } = row;
  const times = await answerOf<Times>("row-process.ts", [index, rounds, seconds]);
  const result: Result = { title: titleOf(row), derivative, byHandOverPrimal, most, ...times };
  results.rows.push(result);
  console.log(lineOf(result));
}
const isWhole = kept === null && !values.quick && values.only === "";
const hasPeers = existsSync(new URL("peers/node_modules", import.meta.url));
for (const [index, row] of isWhole && hasPeers ? rows.entries() : []) {
  if (row.data === undefined || row.arrays === "number[]") continue;
  for (const name of peerNames) {
    const { peer, byHand } = await answerOf<PeerTimes>("peer-process.ts", [name, index, rounds, seconds]);
    if (peer !== null) results.peers.push({ title: titleOf(row), name, peer, byHand });
  }
}
if (isWhole && !hasPeers) console.log("\nOther libraries are not installed: npm install --prefix bench/peers");
for (const line of peerLines(results)) console.log(line);
for (const [index, { title, unit, most }] of isWhole ? calls.entries() : []) {
  results.calls.push({ title, unit, most, measured: await answerOf<number>("calls-process.ts", [index]) });
}
for (const line of callLines(results)) console.log(line);
for (const [index, { title, sizes }] of isWhole ? scaled.entries() : []) {
  for (const n of sizes)
    results.scale.push({ title, n, ...(await answerOf<ScalePoint>("scale-process.ts", [index, n])) });
}
if (results.scale.length > 0) console.log(`\n${scaleTitles}`);
for (const point of results.scale) console.log(scaleLineOf(point));
if (isWhole) {
  results.starts.push(...(await startTimes()));
  results.compiled.push(...(await answerOf<readonly CompileResult[]>("compile-process.ts", [])));
}
for (const line of startLines(results)) console.log(line);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
if (values.write) {
  const at = (path: string): URL => new URL(`../docs/${path}`, import.meta.url);
  writeFileSync(at("performance.md"), await documentOf(results, rounds));
  writeFileSync(at("performance.svg"), await drawn(results.rows));
}
