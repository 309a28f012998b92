// Runs the planned checks one after the other, and never throws for what a check finds.
//
// Between runs the event loop gets a turn, so interrupts are noticed. Time is shared: each check may take an equal part of what
// is left; then it ends with what it has covered. Checks that got no time are left out, and reported as such.

import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { checkGradients, createRandomCheck, type RandomCheck } from "../testing/check-gradients.ts";
import { CheckError, type Failure } from "../testing/report.ts";
import type { Check, Planned } from "./plan.ts";

export interface Settings {
  readonly seed: number;
  /** Overrides the number in files. */
  readonly runs: number | undefined;
  /** Milliseconds for all checks together. */
  readonly time: number | undefined;
}

export interface Result {
  readonly file: string;
  readonly name: string;
  readonly inputs: string;
  readonly order: number;
  readonly runs: number;
  readonly planned: number;
  readonly judged: { readonly [oracle: string]: number };
  readonly open: number;
  readonly rough: number;
  readonly worst: number;
  /** `partial`: right as far as it got before it was interrupted. */
  readonly verdict: "right" | "wrong" | "problem" | "left out" | "partial";
  readonly failure: Failure | null;
  /** The report of a failure, or a description of the problem. */
  readonly message: string | null;
}

/** The state while checks run. */
export interface Session {
  readonly results: readonly Result[];
  /** The result so far of the check that is running. */
  readonly current: () => Result | null;
}

export interface Observer {
  readonly started?: (planned: Planned, index: number) => void;
  readonly ran?: () => void;
}

export interface Running {
  readonly session: Session;
  readonly finished: Promise<readonly Result[]>;
}

export const runsOf = (planned: Planned, { runs }: Settings): number =>
  planned.kind === "problem" || "point" in planned.at ? 1 : (runs ?? planned.runs ?? 100);

/** Starts the checks; the session can be inspected meanwhile. */
export function startChecks(all: readonly Planned[], settings: Settings, observer: Observer = {}): Running {
  const results: Result[] = [];
  let current: () => Result | null = () => null;
  const run = async (): Promise<readonly Result[]> => {
    const end = settings.time === undefined ? Infinity : performance.now() + settings.time;
    for (const [i, planned] of all.entries()) {
      observer.started?.(planned, i);
      const budget = (end - performance.now()) / (all.length - i);
      if (planned.kind === "problem") results.push(problemResult(planned));
      else if (budget <= 0) results.push({ ...emptyResult(planned, settings), verdict: "left out" });
      else results.push(await runCheck(planned, settings, budget, observer, (look) => (current = look)));
      current = () => null;
      await setImmediate();
    }
    return results;
  };
  return { session: { results, current: () => current() }, finished: run() };
}

function emptyResult(check: Check, settings: Settings): Omit<Result, "verdict"> {
  const { file, name, inputs, options } = check;
  const counts = { runs: 0, planned: runsOf(check, settings), judged: {}, open: 0, rough: 0, worst: 0 };
  return { file, name, inputs, order: options.order ?? 1, ...counts, failure: null, message: null };
}

function problemResult({ file, name, message }: Extract<Planned, { readonly kind: "problem" }>): Result {
  const counts = { order: 0, runs: 0, planned: 0, judged: {}, open: 0, rough: 0, worst: 0 };
  return { file, name, inputs: "", ...counts, verdict: "problem", failure: null, message };
}

async function runCheck(
  check: Check,
  settings: Settings,
  budget: number,
  observer: Observer,
  setCurrent: (look: () => Result) => void,
): Promise<Result> {
  const empty = emptyResult(check, settings);
  try {
    if ("point" in check.at) {
      const { seed: _, ...summary } = checkGradients(check.f, check.at.point, check.options);
      observer.ran?.();
      return { ...empty, ...summary, verdict: "right" };
    }
    const random = createRandomCheck(check.f, {
      ...check.options,
      seed: settings.seed,
      runs: empty.planned,
      inputs: [],
    });
    const soFar = (): Omit<Result, "verdict"> => {
      const { refusals: _, ...counts } = random.sofar();
      return { ...empty, ...counts };
    };
    setCurrent(() => ({ ...soFar(), verdict: "partial" }));
    const details = await runRandom(random, check.at.random, budget, observer);
    if (!details.failed && random.sofar().runs === 0) return { ...empty, verdict: "left out" };
    const { seed: _, ...summary } = random.conclude(details);
    return { ...empty, ...summary, verdict: "right" };
  } catch (error) {
    return failedResult(check, empty, error, settings);
  }
}

/** The longest time without a turn of the event loop, if single runs are short. */
const mostBusy = 20;

async function runRandom(
  random: RandomCheck,
  inputs: fc.Arbitrary<readonly unknown[]>,
  budget: number,
  { ran }: Observer,
): Promise<fc.RunDetails<[readonly unknown[]]>> {
  let turn = performance.now();
  const property = fc.asyncProperty(inputs, async (args) => {
    if (performance.now() - turn > mostBusy) {
      await setImmediate();
      turn = performance.now();
    }
    random.check(args);
    ran?.();
  });
  const limit = Number.isFinite(budget) ? { interruptAfterTimeLimit: Math.max(1, Math.ceil(budget)) } : {};
  return fc.check(property, { ...random.parameters, ...limit });
}

function failedResult(check: Check, empty: Omit<Result, "verdict">, error: unknown, { seed, runs }: Settings): Result {
  if (!(error instanceof CheckError)) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...empty, verdict: "wrong", message };
  }
  const [line = ""] = error.failure.reproduce.split("\n");
  const again = `npx zeroth check ${check.file} --seed ${seed}${runs === undefined ? "" : ` --runs ${runs}`}`;
  const failure = { ...error.failure, reproduce: "random" in error.failure ? `${line}\n${again}` : line };
  const { message } = new CheckError(failure);
  return { ...empty, runs: failure.random?.runs ?? 1, verdict: "wrong", failure, message };
}
