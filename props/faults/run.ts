// Faults that must be caught: `npm run faults -- [--count n] [--runs n] [--programs n] [--seed n] [--workers n]`.
//
// Plants each fault of the sample in a process of its own and lets the laws judge it. Goes on where an interrupted run
// stopped; `--fresh` starts anew, `--only id,…` tries some faults and prints what they do, `--list` prints the sample. Writes
// docs/faults.md, also when it is interrupted, and exits with 1 if in any folder fewer than 95 % are caught, or a survivor has
// no reason.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { createProgress } from "../progress.ts";
import { allFaults, folderOfFault, hashOfFiles, sampleOfFaults, type Fault } from "./faults.ts";
import { isEnough, isHarmless, openOf, reasonOf, reportOf, survivorsOf, type Judged } from "./report.ts";
import { appendResult, readResults, stages, type Result, type Stage } from "./results.ts";
import type { Trial } from "./trial.ts";
import { attempt, folderOf, type Outcome } from "./try-fault.ts";
import { byUnitTests } from "./unit-tests.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "120" },
    runs: { type: "string", default: "100" },
    programs: { type: "string", default: "2000" },
    seed: { type: "string", default: "20261121" },
    workers: { type: "string", default: String(availableParallelism()) },
    fresh: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const count = Number(values.count);
const sizes = { runs: Number(values.runs), programs: Number(values.programs), seed: Number(values.seed) };
const workers = Number(values.workers);
if (![count, workers, ...Object.values(sizes)].every((n) => Number.isInteger(n) && n >= 0) || workers < 1) {
  console.error("usage: npm run faults -- [--count n] [--runs n] [--programs n] [--seed n] [--workers n]");
  process.exit(2);
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const resultsFile = join(folderOf(root), "results.jsonl");

/** Of faults that are caught; a control that is slow, as on a busy machine, makes it longer. */
const leastPatience = 60_000;

const asInTests: Trial = {
  seed: sizes.seed,
  programs: 10,
  laws: "all",
  runs: sizes.runs,
  except: [],
  isVerified: true,
};
/** What catches most, soonest. */
const first: Trial = { ...asInTests, programs: 3, laws: "quick" };
/** Other programs than those before. */
const fromSeed = sizes.seed + 1_000_000;

async function main(): Promise<void> {
  const sample = sampleOfFaults(root, count);
  if (values.list) {
    for (const fault of sample) console.log(describe(fault));
    return;
  }
  if (values.fresh) rmSync(folderOf(root), { recursive: true, force: true });
  const patience = await patienceFromControl();
  if (values.only !== undefined) return showSome(values.only.split(","), patience);

  const results = new Map<string, Result>();
  for (const result of readResults(resultsFile)) results.set(`${result.stage} ${result.id}`, result);
  const sizeOf = { first: sizes.runs, beside: 0, tests: 0, laws: sizes.runs, programs: sizes.programs };
  const known = (stage: Stage, { id }: Fault): Result | undefined => {
    const result = results.get(`${stage} ${id}`);
    return result?.size === sizeOf[stage] ? result : undefined;
  };
  const keep = (stage: Stage, { id }: Fault, { how, law, message }: Outcome, started: number): void => {
    const seconds = Math.round((Date.now() - started) / 1000);
    const result: Result = { id, stage, how, law, message, size: sizeOf[stage], seconds };
    results.set(`${stage} ${id}`, result);
    appendResult(resultsFile, result);
  };

  /** Judges what has survived so far and is not judged at this stage. */
  const stage = async (name: Stage, judge: (fault: Fault) => Promise<Outcome>): Promise<void> => {
    const before = stages.slice(0, stages.indexOf(name));
    const isDone = (fault: Fault): boolean => before.includes("beside") && isHarmless(fault);
    const isLeft = (fault: Fault): boolean =>
      !isDone(fault) && before.every((earlier) => known(earlier, fault)?.how === "none");
    const left = sample.filter((fault) => isLeft(fault) && known(name, fault) === undefined);
    await inParallel(left, name, async (fault) => {
      const started = Date.now();
      const outcome = await judge(fault);
      keep(name, fault, outcome, started);
      return outcome;
    });
  };
  const judged = (): readonly Judged[] =>
    sample.map((fault): Judged => {
      const results = stages.map((name) => known(name, fault)).filter((result) => result !== undefined);
      return { fault, results };
    });
  process.on("SIGINT", () => {
    void conclude(judged()).finally(() => process.exit(130));
  });
  await stage("first", (fault) => tried(fault, first, patience));
  await stage("beside", (fault) => byTests(fault, "beside"));
  await stage("tests", (fault) => byTests(fault, "others"));
  await stage("laws", (fault) => tried(fault, asInTests, patience));
  if (sizes.programs > 0) await stage("programs", (fault) => byPrograms(fault, patience));
  process.exitCode = (await conclude(judged())) ? 0 : 1;
}

/** Writes the report; says whether enough is caught and all else explained. */
async function conclude(judged: readonly Judged[]): Promise<boolean> {
  const file = join(root, "docs/faults.md");
  writeFileSync(file, await format(reportOf(judged, sizes), { ...(await resolveConfig(file)), filepath: file }));
  const [survivors, open] = [survivorsOf(judged), openOf(judged)];
  const unexplained = survivors.filter(({ fault }) => reasonOf(fault) === null);
  const caught = judged.length - survivors.length - open.length;
  console.log(`${caught} of ${judged.length} faults caught, ${open.length} open; docs/faults.md`);
  for (const { fault } of unexplained) console.log(`survived without a reason: ${describe(fault)}`);
  return isEnough(judged) && unexplained.length === 0;
}

/** How long a trial may be silent, by a run without a fault, which must find nothing; kept for this build and these laws. */
async function patienceFromControl(): Promise<number> {
  const kept = join(folderOf(root), `control-${hashOfFiles(root, ["dist", "props"])}.json`);
  if (!existsSync(kept)) {
    const { how, law, message, silence } = await attempt(root, null, asInTests, 10 * leastPatience);
    if (how !== "none") throw new Error(`without a fault, ${how} ${law}: ${message}`);
    mkdirSync(folderOf(root), { recursive: true });
    writeFileSync(kept, JSON.stringify(silence));
  }
  return Math.max(leastPatience, 8 * (JSON.parse(readFileSync(kept, "utf8")) as number));
}

/** Tries again what died by a signal, which may have come from outside. */
async function tried(fault: Fault | null, trial: Trial, patience: number): Promise<Outcome> {
  const outcome = await attempt(root, fault, trial, patience);
  return outcome.how === "crash" && outcome.message.startsWith("exit SIG")
    ? attempt(root, fault, trial, patience)
    : outcome;
}

/** By the tests that are neither laws nor fixtures; faults of the IR have no text that these could be run on. */
function byTests(fault: Fault, which: "beside" | "others"): Promise<Outcome> {
  const folder = folderOfFault(fault);
  return folder === "IR"
    ? Promise.resolve({ how: "none", law: "", message: "", seed: null, silence: 0 })
    : byUnitTests(root, fault, folder, which);
}

/** By many programs; those that fail without the fault, too, do not count. */
async function byPrograms(fault: Fault, patience: number): Promise<Outcome> {
  const except: number[] = [];
  for (;;) {
    const trial: Trial = {
      ...asInTests,
      seed: fromSeed,
      programs: sizes.programs,
      laws: "none",
      except,
      isVerified: false,
    };
    const outcome = await tried(fault, trial, patience);
    const { seed } = outcome;
    if (outcome.how !== "law" || seed === null) return outcome;
    const control = await tried(null, { ...trial, seed, programs: 1 }, patience);
    if (control.how === "none") return outcome;
    except.push(seed);
  }
}

async function inParallel(
  faults: readonly Fault[],
  stage: Stage,
  judge: (fault: Fault) => Promise<Outcome>,
): Promise<void> {
  const queue = [...faults];
  const progress = createProgress(faults.length, `faults, ${stage}`);
  let [done, survived] = [0, 0];
  const work = async (): Promise<void> => {
    for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
      const { how } = await judge(fault);
      done++;
      if (how === "none") {
        survived++;
        if (stage !== "first") progress.interrupt(`survived (${stage}): ${describe(fault)}`);
      }
      progress.update(done, survived);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  progress.stop();
}

async function showSome(ids: readonly string[], patience: number): Promise<void> {
  const all = allFaults(root);
  for (const fault of all.filter(({ id }) => ids.includes(id))) {
    let outcome = await byTests(fault, "beside");
    if (outcome.how === "none") outcome = await byTests(fault, "others");
    const { how, law, message } = outcome.how === "none" ? await tried(fault, asInTests, patience) : outcome;
    console.log(`${describe(fault)}\n  ${how} ${law}: ${message}`);
  }
}

const describe = ({ id, file, line, operator, before, after }: Fault): string =>
  before === "" ? `${id} IR, ${after}, ${operator}` : `${id} ${file}:${line}, ${operator}\n  - ${before}\n  + ${after}`;

await main();
