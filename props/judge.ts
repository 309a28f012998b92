// Judges the program of a seed by all laws that are about it.

import fc from "fast-check";
import { arbProgram, render, renderExample, smallerPrograms, unrestricted, type Program } from "./arbitrary/index.ts";
import { isAbout, type Law, type ProgramLaw } from "./law.ts";
import { subjectOf, type Subject } from "./subject.ts";
import { Counter } from "./tally.ts";

export interface Failure {
  readonly seed: number;
  readonly law: string;
  readonly message: string;
  /** The shrunk program; empty for laws of seeds. */
  readonly text: string;
}

/** Most programs are small, so that many are judged; some have all that programs can have. */
const sizeOf = (seed: number): number => 8 + 52 * ((seed * 0.618_033_988_749_895) % 1) ** 4;

/**
 * The program that a seed stands for; every third may do what not all laws can judge, and two of seven are about recursion
 * over data, aliases, kept functions and changing types. Seven has no factor in common with the laws' turns.
 */
export function programOf(seed: number): Program {
  const weights = { ...(seed % 3 === 0 ? unrestricted : { rules: 1 }), ...(seed % 7 < 2 ? { structures: 15 } : {}) };
  return fc.sample(arbProgram({ size: sizeOf(seed), weights }), { seed, numRuns: 1 })[0] as Program;
}

const isSkip = (error: unknown): boolean => fc.PreconditionFailure.isFailure(error);

/** What a check throws; null if it holds or has nothing to say. */
async function errorOf(check: () => void | Promise<void>): Promise<unknown> {
  try {
    await check();
    return null;
  } catch (error) {
    return isSkip(error) ? null : (error ?? new Error("thrown"));
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

export interface JudgeOptions {
  /** How long a failure is made smaller, in ms. */
  readonly shrinking: number;
  /** Whether to stop at the first failure. */
  readonly isHasty: boolean;
  /** Is told before each law. */
  readonly alive?: () => void;
}

/** The failures of a seed. */
export async function judge(
  seed: number,
  laws: readonly Law[],
  counter: Counter,
  { shrinking, isHasty, alive }: JudgeOptions,
): Promise<readonly Failure[]> {
  const program = programOf(seed);
  const about = laws.filter((law, k) => (seed + k) % law.turns === 0 && (law.kind === "seed" || isAbout(law, program)));
  const texts = about.map((law) => (law.kind === "program" ? law.extra(program) : ""));
  const failures: Failure[] = [];
  let subject: Subject | undefined;
  const compiling = await errorOf(async () => {
    subject = await subjectOf(program, render(program) + [...new Set(texts)].join(""));
  });
  if (subject === undefined) {
    return [{ seed, law: "compiles", message: messageOf(compiling), text: renderExample(program) }];
  }
  const compiled = subject;
  for (const law of about) {
    alive?.();
    // Whatever divides the turns, laws of seeds meet every remainder.
    const turn = Math.floor(seed / law.turns);
    const error = await errorOf(() => (law.kind === "seed" ? law.check(turn) : law.check(compiled, counter)));
    if (error === null) continue;
    const smallest = law.kind === "seed" ? null : await shrink(program, law, Date.now() + shrinking);
    const text = smallest === null ? "" : renderExample(smallest);
    failures.push({ seed, law: law.name, message: messageOf(error), text });
    if (isHasty) break;
  }
  return failures;
}

/** The smallest program found in time that breaks the law. */
async function shrink(program: Program, law: ProgramLaw, until: number): Promise<Program> {
  for (const smaller of smallerPrograms(program)) {
    if (Date.now() > until) return program;
    const fails = async (): Promise<void> =>
      law.check(await subjectOf(smaller, render(smaller) + law.extra(smaller)), new Counter());
    if (isAbout(law, smaller) && (await errorOf(fails)) !== null) return shrink(smaller, law, until);
  }
  return program;
}
