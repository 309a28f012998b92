// All laws at length: `npm run props -- [--runs 10000] [--seed n] [--workers n]`.
//
// Program k is made from seed n + k, so a run can be split into ranges of seeds and any program be met again by its
// seed alone. Processes judge the programs in parallel; one that is silent for too long is taken for an endless run.
// Prints what was counted, every failure with its shrunk program, and exits with 1 if there was one.

import { fork, type ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Failure } from "./judge.ts";
import { nodeOptions } from "./node-options.ts";
import { createProgress } from "./progress.ts";
import { emptyTally, mergeTallies, printTally, type Tally } from "./tally.ts";
import type { Message, Task } from "./worker.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 1e9) },
    workers: { type: "string", default: String(availableParallelism()) },
  },
});
const [runs, seed, workers] = [Number(values.runs), Number(values.seed), Number(values.workers)];
if (![runs, seed, workers].every((n) => Number.isInteger(n) && n >= 0) || runs < 1 || workers < 1) {
  console.error("usage: npm run props -- [--runs n] [--seed n] [--workers n], with whole numbers");
  process.exit(2);
}

/** Programs that a process judges between two reports. */
const rangeLength = 25;
/** Ranges that a process judges before another takes over: what was compiled is never given back. */
const rangesPerProcess = 100;
/** A seed takes a fraction of a second, and shrinking twenty seconds for each law that fails. */
const longestSilence = 300_000;

/** Ranges of seeds that nobody judges yet, last first. */
const queue: Task[] = [];
for (let from = seed + runs; from > seed; from -= rangeLength) {
  const count = Math.min(rangeLength, from - seed);
  queue.push({ from: from - count, count });
}
let judged = 0;
let tally: Tally = emptyTally;
const failures: Failure[] = [];
const progress = createProgress(runs, "programs");

/** A process for ranges until none is left; when one dies, its program has failed and another goes on after it. */
async function worker(): Promise<void> {
  while (queue.length > 0) await untilDoneOrDead();
}

function untilDoneOrDead(): Promise<void> {
  const child: ChildProcess = fork(fileURLToPath(new URL("worker.ts", import.meta.url)), [], {
    execArgv: [...process.execArgv, ...nodeOptions],
  });
  let left: Task = { from: 0, count: 0 };
  let timer: NodeJS.Timeout | undefined;
  let given = 0;
  let isReady = false;
  const give = (): void => {
    const task = given++ < rangesPerProcess ? queue.pop() : undefined;
    if (task === undefined) return child.disconnect();
    left = task;
    child.send(task);
  };
  const receive = (message: Message): void => {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill("SIGKILL"), longestSilence);
    if (message.kind === "judged") {
      left = { from: message.seed + 1, count: left.count - 1 };
      judged++;
      message.failures.forEach(report);
      progress.update(judged, failures.length);
      return;
    }
    if (message.kind === "done") tally = mergeTallies(tally, message.tally);
    isReady = true;
    give();
  };
  return new Promise((resolve, reject) => {
    child.on("message", receive);
    child.on("exit", () => {
      clearTimeout(timer);
      if (!isReady) reject(new Error("a process could not start"));
      if (left.count > 0) {
        judged++;
        report({ seed: left.from, law: "ends", message: "the process was silent for too long, or died", text: "" });
        if (left.count > 1) queue.push({ from: left.from + 1, count: left.count - 1 });
      }
      resolve();
    });
  });
}

function report(failure: Failure): void {
  failures.push(failure);
  progress.interrupt(printFailure(failure));
}

const printFailure = ({ seed, law, message, text }: Failure): string =>
  `\n✗ ${law} (--seed ${seed} --runs 1)\n${message.split("\n").slice(0, 6).join("\n")}\n${text}`;

function summary(): string {
  const lines = [`${judged} programs from seed ${seed}, ${failures.length} failures`, printTally(tally)];
  const byLaw = new Map<string, number[]>();
  for (const failure of failures) byLaw.set(failure.law, [...(byLaw.get(failure.law) ?? []), failure.seed]);
  for (const [law, seeds] of byLaw) lines.push(`✗ ${law}: ${seeds.length} (seeds ${seeds.slice(0, 8).join(", ")})`);
  return lines.join("\n");
}

process.on("SIGINT", () => {
  progress.stop();
  console.log(`interrupted: ${summary()}`);
  process.exit(130);
});

await Promise.all(Array.from({ length: workers }, worker));
progress.stop();
console.log(summary());
process.exitCode = failures.length === 0 ? 0 : 1;
