// Laws: what must hold of every random program, or of every seed of something smaller.
//
// Each `*.prop.ts` defines laws, which are tests under Vitest and are checked at length by props/run.ts. Under Vitest
// `ZEROTH_RUNS` is the number of programs (40; `npm run test:laws` takes 100), `ZEROTH_SEED` the seed; a run that does not end within `ZEROTH_TIME`
// ms has failed. A failure prints the shrunk program, the seed and the path that lead to it again.

import fc from "fast-check";
import type { ProgramOptions } from "./arbitrary/generate.ts";
import { arbProgram, hasTrait, render, type PrintedProgram, type Program } from "./arbitrary/index.ts";
import type { Trait } from "./arbitrary/program.ts";
import { subjectOf, type Subject } from "./subject.ts";
import { Counter, printTally } from "./tally.ts";

interface Shape {
  readonly name: string;
  /** At which part of the usual number of programs the law is a test. */
  readonly share: number;
  /** A long run asks it about one of so many programs or seeds. */
  readonly turns: number;
}

export interface ProgramLaw extends Shape {
  readonly kind: "program";
  readonly options: ProgramOptions;
  /** What programs must not do for the law to be about them. */
  readonly except: readonly Trait[];
  /** What the module of the program needs besides it. */
  readonly extra: (program: Program) => string;
  readonly check: (subject: Subject, counter: Counter) => void | Promise<void>;
}

export interface SeedLaw extends Shape {
  readonly kind: "seed";
  readonly check: (seed: number) => void | Promise<void>;
}

export type Law = ProgramLaw | SeedLaw;

/** All that were defined, in order. */
export const laws: Law[] = [];

/** Another one each time, but for the gate, where a run must not fail by chance of what it happens to generate. */
const defaultSeed = process.env["CI"] === undefined ? Date.now() % 1e9 : 20_261_121;

export const seed: number = Number(process.env["ZEROTH_SEED"] ?? defaultSeed);

const isTesting = process.env["VITEST"] !== undefined;
const vitest = isTesting ? await import("vitest") : null;

/** Of how many programs a law is a test, if it takes no share of them. */
const runs = Number(process.env["ZEROTH_RUNS"] ?? 40);

/** Whether tests of long tables try all of them; else they take turns, by the seed. */
export const isWhole: boolean = runs >= 100;

interface Runs {
  readonly numRuns: number;
  readonly seed: number;
  readonly interruptAfterTimeLimit: number;
  readonly markInterruptAsFailure: boolean;
}

const runsFor = (share: number): Runs => ({
  numRuns: Math.max(1, Math.round(runs * share)),
  seed,
  interruptAfterTimeLimit: Number(process.env["ZEROTH_TIME"] ?? 300_000),
  markInterruptAsFailure: true,
});

type LawOptions = Partial<Pick<ProgramLaw, "share" | "turns" | "options" | "except" | "extra">>;

/** The families of constructs that not every law can judge. */
const weightsFor = (except: readonly Trait[]): ProgramOptions["weights"] => ({
  rules: 1,
  stops: except.includes("stops") ? 0 : 1,
  rounding: except.includes("rounds") ? 0 : 1,
  edges: except.includes("edges") ? 0 : 1,
  exceptions: except.includes("throws") ? 0 : 1,
});

/** Defines a law of random programs. */
export function law(name: string, given: LawOptions, check: ProgramLaw["check"]): void {
  const { share = 1, turns = 1, except = ["throws"], extra = () => "" } = given;
  const options = { ...given.options, weights: { ...weightsFor(except), ...given.options?.weights } };
  const defined: ProgramLaw = { kind: "program", name, share, turns, options, except, extra, check };
  laws.push(defined);
  vitest?.test(name, { timeout: 600_000 }, async () => {
    const counter = new Counter();
    const property = fc.asyncProperty(arbProgram(defined.options), async (program: PrintedProgram) => {
      fc.pre(isAbout(defined, program));
      await check(await subjectOf(program, render(program) + defined.extra(program)), counter);
    });
    await fc.assert(property, runsFor(defined.share));
    const text = printTally(counter.tally);
    if (text !== "") console.log(`${name} (seed ${seed})\n${text}`);
  });
}

/** Defines a law of what a seed stands for; counterexamples are printed as seeds, which do not shrink. */
export function seedLaw(name: string, { share = 1, turns = 8 }: Partial<Shape>, check: SeedLaw["check"]): void {
  laws.push({ kind: "seed", name, share, turns, check });
  vitest?.test(name, { timeout: 600_000 }, async () => {
    const property = fc.asyncProperty(fc.noShrink(fc.nat()), async (n) => check(n));
    await fc.assert<[number]>(property, runsFor(share));
  });
}

/** Whether a program is one that the law is about. */
export const isAbout = ({ options, except }: ProgramLaw, program: Program): boolean =>
  (options.isSmooth === undefined || options.isSmooth === program.isSmooth) &&
  !except.some((trait) => hasTrait(program, trait));
