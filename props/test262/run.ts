// The language's conformance tests: `ZEROTH_TEST262=… npm run test262 [-- --only folder --workers n --write]`.
//
// Processes judge the tests. One that is silent for too long has met a test that does not end, or that only the engine ends.
// Prints the table, the refusals by reason and the tests that differ; `--write` writes docs/test262.md. Exits with 1 if a test
// differs without a reason in differences.ts.

import { fork, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nodeOptions } from "../node-options.ts";
import { createProgress } from "../progress.ts";
import type { Verdict } from "./judge.ts";
import { checkout, filesIn, folders } from "./read-tests.ts";
import { page, summary, unexplained, type Judged } from "./report.ts";
import type { Message, Task } from "./worker.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    workers: { type: "string", default: String(availableParallelism()) },
    write: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const root = checkout();
if (root === null) {
  console.log("skipped: ZEROTH_TEST262 names no checkout of github.com/tc39/test262");
  process.exit(0);
}

const filesPerTask = 50;
/** What was compiled is never given back. */
const tasksPerProcess = 8;
const longestSilence = 20_000;

const files = folders.flatMap((folder) => filesIn(root, folder)).filter((file) => file.includes(values.only));
const queue: (readonly string[])[] = [];
for (let k = 0; k < files.length; k += filesPerTask) queue.unshift(files.slice(k, k + filesPerTask));
const judged: Judged[] = [];
const progress = createProgress(files.length, "tests");

async function worker(): Promise<void> {
  while (queue.length > 0) await untilDoneOrDead(root as string);
}

function untilDoneOrDead(root: string): Promise<void> {
  const child: ChildProcess = fork(fileURLToPath(new URL("worker.ts", import.meta.url)), [], {
    execArgv: [...process.execArgv, ...nodeOptions],
    stdio: ["ignore", "ignore", process.env["ZEROTH_STACKS"] === undefined ? "ignore" : "inherit", "ipc"],
  });
  let left: readonly string[] = [];
  let given = 0;
  let hasBegun = false;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  const note = (verdict: Verdict): void => {
    judged.push({ file: left[0] as string, verdict });
    left = left.slice(1);
    hasBegun = false;
    progress.update(judged.length, judged.filter(({ verdict }) => verdict.kind === "differs").length);
  };
  child.on("message", (message: Message) => {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill("SIGKILL"), longestSilence);
    if (message.kind === "began") hasBegun = true;
    else if (message.kind === "judged") note(message.verdict);
    else {
      isReady = true;
      const task = given++ < tasksPerProcess ? queue.pop() : undefined;
      if (task === undefined) return child.disconnect();
      left = task;
      child.send({ root, files: task } satisfies Task);
    }
  });
  return new Promise((resolve, reject) => {
    child.on("exit", (_code, signal) => {
      clearTimeout(timer);
      if (!isReady) reject(new Error("a process could not start"));
      if (left.length > 0 && signal !== null) {
        note(
          hasBegun
            ? { kind: "differs", by: "in one of the ways", what: "does not end in time", isTampering: false }
            : { kind: "left out" },
        );
      }
      if (left.length > 0) queue.push(left);
      resolve();
    });
  });
}

await Promise.all(Array.from({ length: Number(values.workers) }, worker));
progress.stop();
judged.sort((a, b) => (a.file < b.file ? -1 : 1));
console.log(summary(judged));
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(judged));
if (values.write) {
  const path = join(fileURLToPath(new URL("../../docs/", import.meta.url)), "test262.md");
  writeFileSync(path, await page(judged, path));
}
process.exitCode = unexplained(judged).length === 0 ? 0 : 1;
