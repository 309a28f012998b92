// Runs a law on random programs. `ZEROTH_RUNS` is the number of programs, `ZEROTH_SEED` the seed; a failure prints the
// shrunk program, the seed and the path that lead to it again.

import fc from "fast-check";
import { compile, grad, ZerothError } from "zeroth";
import type { ProgramOptions } from "./generate.ts";
import { arbProgram, type PrintedProgram } from "./index.ts";
import { render } from "./render.ts";
import type { Program } from "./program.ts";

export type Callable = (...args: readonly unknown[]) => unknown;

/** A program as functions that JavaScript runs, and arguments that are made anew for each run. */
export interface Subject {
  readonly program: Program;
  readonly f: Callable;
  /** All exports of the module. */
  readonly exports: { readonly [name: string]: unknown };
  readonly args: () => unknown[];
}

/** Another one each time, but for the gate, where a run must not fail by chance of what it happens to generate. */
const defaultSeed = process.env["CI"] === undefined ? Date.now() % 1e9 : 20_261_121;

export const seed: number = Number(process.env["ZEROTH_SEED"] ?? defaultSeed);

/** A law at `share` of the usual number of programs. A run that does not end within `ZEROTH_TIME` ms has failed. */
export async function holdsFor(
  options: ProgramOptions,
  share: number,
  law: (subject: Subject) => void | Promise<void>,
  extra: (program: Program) => string = () => "",
): Promise<void> {
  const numRuns = Math.max(1, Math.round(Number(process.env["ZEROTH_RUNS"] ?? 100) * share));
  const property = fc.asyncProperty(arbProgram(options), async (program: PrintedProgram) => {
    await law(await subjectOf(program, render(program) + extra(program)));
  });
  const interruptAfterTimeLimit = Number(process.env["ZEROTH_TIME"] ?? 300_000);
  await fc.assert(property, { numRuns, seed, interruptAfterTimeLimit, markInterruptAsFailure: true });
}

/** The module compiled. */
export async function subjectOf(program: Program, source: string, near?: object): Promise<Subject> {
  const exports = await compile(source, near === undefined ? {} : { imports: { near } }).catch(skipInvalid);
  const args = (): unknown[] => structuredClone(program.params.map(({ argument }) => argument));
  return { program, f: exports["f"] as Callable, exports, args };
}

/** Shrinking may make text that is no program; generated programs are checked by a test of their own. */
function skipInvalid(error: unknown): never {
  if (error instanceof ZerothError && error.kind === "invalid") fc.pre(false);
  if (error instanceof SyntaxError) fc.pre(false);
  throw error;
}

/** Ends a law that does not hold. */
export function demand(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message());
}

/** What a run gives or throws, and what it leaves of its arguments. */
export function outcome(f: Callable, args: readonly unknown[]): readonly unknown[] {
  try {
    return ["returns", f(...args), args];
  } catch (error) {
    if (error instanceof ZerothError) throw error;
    return ["throws", error instanceof Error ? error.name : error, args];
  }
}

/** The function that gives the gradients of all arguments. */
export function gradientOf({ f, program }: Subject): Callable {
  const argnums = program.params.map((_, i) => i);
  return (grad as unknown as (f: Callable, options: { readonly argnums: readonly number[] }) => Callable)(f, {
    argnums,
  });
}
