// A process that judges the compiler it runs on, with or without a planted fault, and says what found it guilty.
//
// Its argument is a `Trial`: programs, each by all laws at once, since most faults spoil everything; and the laws one by one,
// as they are tests, those that need no program sooner, since they are quick. The first failure ends it. While it lives it
// says so.

import fc from "fast-check";
import { laws } from "../all.ts";
import { arbProgram, render, type PrintedProgram } from "../arbitrary/index.ts";
import { judge } from "../judge.ts";
import { isAbout, type Law } from "../law.ts";
import { subjectOf } from "../subject.ts";
import { Counter } from "../tally.ts";

export interface Trial {
  readonly seed: number;
  /** How many programs are judged by all laws. */
  readonly programs: number;
  /** Which laws are run one by one: those that need no program, at a tenth of their size; all; or none. */
  readonly laws: "quick" | "all" | "none";
  /** The number of runs of a law that is run by itself, or it is a share of it. */
  readonly runs: number;
  /** Seeds whose programs fail without any fault. */
  readonly except: readonly number[];
  /** Whether the IR is verified between passes, as it is in tests. */
  readonly isVerified: boolean;
}

export interface Verdict {
  /** What failed; null if nothing did. */
  readonly law: string | null;
  readonly message: string;
  /** The seed of the program that failed; null if it was no such program. */
  readonly seed: number | null;
}

export type Report = { readonly kind: "alive" } | { readonly kind: "verdict"; readonly verdict: Verdict };

const send = (report: Report): void => {
  process.send?.(report);
};
const alive = (): void => send({ kind: "alive" });
const firstLines = (message: string): string => message.split("\n").slice(0, 3).join("\n").slice(0, 400);

const { seed, programs, laws: chosen, runs, except } = JSON.parse(process.argv[2] ?? "") as Trial;

const nothing: Verdict = { law: null, message: "", seed: null };

type Step = () => Promise<Verdict>;

const steps: Readonly<Record<Trial["laws"], readonly Step[]>> = {
  quick: [() => byLaws("seed", runs / 10), byPrograms],
  all: [() => byLaws("seed", runs), byPrograms, () => byLaws("program", runs)],
  none: [byPrograms],
};

async function judged(): Promise<Verdict> {
  for (const step of steps[chosen]) {
    const verdict = await step();
    if (verdict.law !== null) return verdict;
  }
  return nothing;
}

async function byPrograms(): Promise<Verdict> {
  const counter = new Counter();
  for (let each = seed; each < seed + programs; each++) {
    if (except.includes(each)) continue;
    const [failure] = await judge(each, laws, counter, { shrinking: 0, isHasty: true, alive });
    if (failure !== undefined) return { law: failure.law, message: firstLines(failure.message), seed: each };
  }
  return nothing;
}

async function byLaws(kind: Law["kind"], times: number): Promise<Verdict> {
  for (const law of laws.filter((each) => each.kind === kind)) {
    const message = await brokenBy(law, times);
    if (message !== null) return { law: law.name, message, seed: null };
  }
  return nothing;
}

/** What a law says after so many runs, or its share of them; null if it holds. */
async function brokenBy(law: Law, times: number): Promise<string | null> {
  const counter = new Counter();
  const parameters = { numRuns: Math.max(1, Math.round(times * law.share)), seed, endOnFailure: true };
  const property =
    law.kind === "seed"
      ? fc.asyncProperty(fc.nat(), async (n) => {
          alive();
          await law.check(n);
        })
      : fc.asyncProperty(arbProgram(law.options), async (program: PrintedProgram) => {
          alive();
          fc.pre(isAbout(law, program));
          await law.check(await subjectOf(program, render(program) + law.extra(program)), counter);
        });
  const details = await fc.check(property as fc.IAsyncProperty<unknown>, parameters);
  if (!details.failed) return null;
  const error: unknown = details.errorInstance;
  return firstLines(error instanceof Error ? error.message : String(error));
}

const verdict = await judged();
// The process ends when the verdict is delivered, whatever the judged code has left running.
process.send?.({ kind: "verdict", verdict } satisfies Report, () => process.exit());
