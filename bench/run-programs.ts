/**
 * What derivatives of programs cost that people write: `npm run bench:programs -- [--only text] [--small] [--json file]
 * [--from file] [--against file] [--write]`.
 *
 * For each program of bench/programs, each of its derivatives and both sizes: the result is compared with differences; then CPU of
 * the first call in a process that has compiled others, CPU of all compiling, and the warm derivative as a multiple of the
 * function. `--only` takes programs and derivatives whose title contains the text, `--small` the smaller size alone. `--json` keeps
 * the results, `--from` takes them instead of measuring, `--against` compares them with others. `--write` writes docs/programs.md
 * and its picture.
 */

import { fork, type ChildProcess } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { comparisonLines, documentOf, drawn, lineOf, summaryLines, titles } from "./corpus/report.ts";
import { titleOf, type Question, type Result } from "./corpus/result.ts";
import type { Program } from "./programs/program.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    small: { type: "boolean", default: false },
    json: { type: "string" },
    from: { type: "string" },
    against: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

/** The most seconds that one question may take. */
const patience = 120;
/** A process answers this many questions; the first are asked so that it has compiled others, and are not counted. */
const share = 40;
const first: readonly Question[] = ["recursion", "fit", "walk"].map((name) => ({
  name: `../corpus/warm-up/${name}`,
  derivative: "grad",
  n: 10,
}));

const folder = new URL("programs/", import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /.+\/.+\.ts$/.test(file))
  .map((file) => file.replace(/\.ts$/, ""))
  .sort();

async function questions(): Promise<readonly Question[]> {
  const all: Question[] = [];
  for (const name of names) {
    const { program } = (await import(new URL(`${name}.ts`, folder).href)) as { readonly program: Program };
    for (const n of values.small ? program.sizes.slice(0, 1) : program.sizes)
      for (const derivative of program.derivatives) all.push({ name, derivative, n });
  }
  const wanted = all.filter((question) => titleOf(question).includes(values.only));
  if (wanted.length === 0) {
    console.error(
      `no program, derivative and size has "${values.only}" in its title, as "ode/pendulum grad 12" is one`,
    );
    process.exit(2);
  }
  return wanted;
}

/** A process, and the answers that it gives. */
class Worker {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL("program-process.ts", import.meta.url)));

  ask(question: Question): Promise<Result> {
    return new Promise((resolve) => {
      const done = (result: Result): void => {
        clearTimeout(timer);
        this.#child.removeAllListeners();
        resolve(result);
      };
      const lost = (message: string): void => {
        this.end();
        done({ ...question, kind: "lost", message });
      };
      const timer = setTimeout(() => {
        lost(`no answer after ${patience} s`);
      }, patience * 1000);
      this.#child.once("message", (result) => {
        done(result as Result);
      });
      this.#child.once("exit", (code, signal) => {
        lost(`the process ended: ${signal ?? code}`);
      });
      this.#child.send(question);
    });
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }
}

async function started(): Promise<Worker> {
  const worker = new Worker();
  for (const question of first) {
    const result = await worker.ask(question);
    if (result.kind !== "measured") throw new Error(`${titleOf(result)}: ${result.message}`);
  }
  return worker;
}

async function measured(): Promise<readonly Result[]> {
  const results: Result[] = [];
  const asked = await questions();
  let worker = await started();
  for (const [k, question] of asked.entries()) {
    const before = results.at(-1);
    if (k > 0 && (k % share === 0 || before?.kind === "lost")) {
      worker.end();
      worker = await started();
    }
    const result = await worker.ask(question);
    results.push(result);
    console.log(lineOf(result));
  }
  worker.end();
  return results;
}

const resultsIn = (file: string): readonly Result[] => JSON.parse(readFileSync(file, "utf8")) as readonly Result[];

console.log(titles);
const results = values.from === undefined ? await measured() : resultsIn(values.from);
if (values.from !== undefined) for (const result of results) console.log(lineOf(result));
for (const line of summaryLines(results)) console.log(line);
if (values.against !== undefined)
  for (const line of comparisonLines(resultsIn(values.against), results)) console.log(line);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
if (values.write) {
  const at = (path: string): URL => new URL(`../docs/${path}`, import.meta.url);
  writeFileSync(at("programs.md"), await documentOf(results));
  writeFileSync(at("programs.svg"), await drawn(results));
}
if (results.some(({ kind }) => kind !== "measured")) process.exitCode = 1;
