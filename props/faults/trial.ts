// A process that judges the compiler it runs on, with or without a planted fault, and says what found it guilty.
//
// Its argument is a `Trial`. Programs first, each by all laws at once, since most faults spoil everything; then the laws
// one by one, as they are tests; or programs alone. The first failure ends it. While it lives it says so.

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
  /** The number of programs of each law afterwards; 0 to leave this out. */
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
const firstLines = (message: string): string => message.split("\n").slice(0, 3).join("\n").slice(0, 400);

const { seed, programs, runs, except } = JSON.parse(process.argv[2] ?? "") as Trial;

async function judged(): Promise<Verdict> {
  const counter = new Counter();
  for (let each = seed; each < seed + programs; each++) {
    send({ kind: "alive" });
    if (except.includes(each)) continue;
    const [failure] = await judge(each, laws, counter, { shrinking: 0, isHasty: true });
    if (failure !== undefined) return { law: failure.law, message: firstLines(failure.message), seed: each };
  }
  if (runs > 0) {
    // What needs no program is quick.
    for (const law of [...laws].sort((a, b) => Number(a.kind === "program") - Number(b.kind === "program"))) {
      const message = await brokenBy(law);
      if (message !== null) return { law: law.name, message, seed: null };
    }
  }
  return { law: null, message: "", seed: null };
}

/** What a law says at the size of a test; null if it holds. */
async function brokenBy(law: Law): Promise<string | null> {
  const counter = new Counter();
  const parameters = { numRuns: Math.max(1, Math.round(runs * law.share)), seed, endOnFailure: true };
  const details =
    law.kind === "seed"
      ? fc.check(
          fc.property(fc.nat(), (n) => {
            send({ kind: "alive" });
            law.check(n);
          }),
          parameters,
        )
      : await fc.check(
          fc.asyncProperty(arbProgram(law.options), async (program: PrintedProgram) => {
            send({ kind: "alive" });
            fc.pre(isAbout(law, program));
            await law.check(await subjectOf(program, render(program) + law.extra(program)), counter);
          }),
          parameters,
        );
  if (!details.failed) return null;
  const error: unknown = details.errorInstance;
  return firstLines(error instanceof Error ? error.message : String(error));
}

const verdict = await judged();
// The process ends when the verdict is delivered, whatever the judged code has left running.
process.send?.({ kind: "verdict", verdict } satisfies Report, () => process.exit());
