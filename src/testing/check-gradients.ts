// The public check of derivatives: at a point, or at random inputs with shrinking.
//
// It throws an error whose message is the report, so it works in any test runner. A random check in which nothing could be judged
// also fails: it has shown nothing.

import fc from "fast-check";
import { requireOptions } from "../prelude/options.ts";
import { checkPoint, totalOf, type PointOptions, type PointResult } from "./check-point.ts";
import { failureFor } from "./failures.ts";
import { describeFunction } from "./function-place.ts";
import { allModes, type Mode } from "./modes.ts";
import { reasonOf } from "./oracles.ts";
import type { Callable } from "./point.ts";
import { CheckError, type RandomRun } from "./report.ts";
import { showValue } from "../host/show.ts";

/** The extent of a check. */
export interface CheckOptions {
  /** The name of the function in reports; its own name if absent. */
  readonly name?: string;
  /** 2 also checks second derivatives; 1 if absent. */
  readonly order?: 1 | 2;
  /** The modes of differentiation to check; all that exist if absent. */
  readonly modes?: readonly Mode[];
  /**
   * Handwritten derivatives are checked against what their functions compute, unless they are meant to differ: `trust` accepts
   * them as given.
   */
  readonly rules?: "check" | "trust";
  /**
   * Whether specialised code, for the function and the types of its arguments, is also compared with general code
   * (`checkSpecialised`): for `valueAndGrad`, and for `hvp` if `order` is 2.
   */
  readonly specialised?: boolean;
}

/** Random inputs: one arbitrary for each argument. */
export interface RandomInputs<A extends readonly unknown[] = readonly unknown[]> extends CheckOptions {
  readonly inputs: { readonly [K in keyof A]: fc.Arbitrary<A[K]> };
  /** The number of inputs; 100 if absent. */
  readonly runs?: number;
  /** Printed in reports; a new one each time if absent. */
  readonly seed?: number;
  /** Leads directly to a failing input; printed in reports. */
  readonly path?: string;
}

/** What a check has compared; everything was right. */
export interface CheckSummary {
  /** The number of inputs. */
  readonly runs: number;
  /** For each oracle, by name, how many numbers it has judged. */
  readonly judged: { readonly [oracle: string]: number };
  /** How many numbers no oracle could judge. */
  readonly open: number;
  /** How many numbers differences could not judge: at kinks and at borders of branches. */
  readonly rough: number;
  /** The largest relative error among the numbers that agreed. */
  readonly worst: number;
  /** The seed of a random check. */
  readonly seed: number | null;
}

/**
 * Checks the derivatives that zeroth computes for `f` against independent means: dual numbers, the complex step, and finite
 * differences with an estimate of their error. `at` is a list of arguments, or describes random ones. Arguments and results may
 * be any trees of numbers, arrays, typed arrays, records and closures. Throws a `CheckError` whose message names the argument,
 * the path in it, the expected number, the number found, and how to reproduce the failure.
 *
 * @example
 * ```ts
 * const norm = (x: readonly number[]) => Math.sqrt(x.reduce((sum, v) => sum + v * v, 0));
 * checkGradients(norm, [[3, 4]]);
 * checkGradients(norm, { inputs: [vectors({ length: 3, min: 0.1, max: 10 })], order: 2 });
 * ```
 */
export function checkGradients<A extends readonly unknown[]>(
  f: (...args: A) => unknown,
  at: A | RandomInputs<A>,
  options: CheckOptions = {},
): CheckSummary {
  requireOptions(options, optionNames, "checkGradients");
  if (!isPoint(at)) requireOptions(at, [...optionNames, "inputs", "runs", "seed", "path"], "checkGradients");
  const callable = f as unknown as Callable;
  if (isPoint(at)) return atPoint(callable, at, options);
  const random = { ...options, ...at } as unknown as RandomInputs;
  const run = createRandomCheck(callable, random);
  return run.conclude(fc.check(fc.property(fc.tuple(...random.inputs), run.check), run.parameters));
}

const optionNames = ["name", "order", "modes", "rules", "specialised"] as const;

const isPoint = (at: object): at is readonly unknown[] => Array.isArray(at);

function atPoint(f: Callable, args: readonly unknown[], options: CheckOptions): CheckSummary {
  const { refusals, ...result } = checkPoint(f, args, withDefaults(options));
  const summary = { runs: 1, ...result, seed: null };
  if (isVacuous(summary)) throw nothingJudged(f, options, showValue(args), refusals);
  return summary;
}

const isVacuous = ({ judged }: Pick<CheckSummary, "judged">): boolean => Object.keys(judged).length === 0;

function nothingJudged(f: Callable, { name }: CheckOptions, input: string, refusals: readonly string[]): CheckError {
  const notes = ["no oracle could judge a single number here", ...refusals];
  const about = { described: describeFunction(f, name), rules: [], input };
  return failureFor(about, { law: "nothing judged", notes });
}

const withDefaults = ({
  name,
  order = 1,
  modes = allModes,
  rules = "check",
  specialised = false,
}: CheckOptions): PointOptions => ({
  name,
  order,
  modes,
  rules,
  specialised,
  blames: true,
});

/** A random check in parts, for runners that observe every run. */
export interface RandomCheck {
  readonly check: (args: readonly unknown[]) => void;
  readonly parameters: fc.Parameters<[readonly unknown[]]>;
  /** Throws the failure that the runs have found; otherwise returns a summary. */
  readonly conclude: (details: fc.RunDetails<[readonly unknown[]]>) => CheckSummary;
  /** What has been compared so far. */
  readonly sofar: () => PointResult & { readonly runs: number };
}

/** Shrinking ends after this many attempts. */
const mostAttempts = 400;

export function createRandomCheck(f: Callable, options: RandomInputs): RandomCheck {
  const { runs = 100, seed = Math.floor(Math.random() * 2 ** 31), path } = options;
  const point = { ...withDefaults(options), blames: false };
  const results: PointResult[] = [];
  let attempts = 0;
  let found: unknown = null;
  const check = (args: readonly unknown[]): void => {
    if (found !== null && ++attempts > mostAttempts) return;
    try {
      results.push(checkPoint(f, args, point));
    } catch (error) {
      found ??= error;
      throw error;
    }
  };
  const sofar = (): ReturnType<RandomCheck["sofar"]> => ({ ...totalOf(results), runs: results.length });
  const conclude: RandomCheck["conclude"] = (details) => {
    if (details.failed) throw failureOfRun(f, options, details);
    const { refusals, ...result } = sofar();
    if (isVacuous(result)) throw nothingJudged(f, options, "(random)", refusals);
    return { ...result, seed };
  };
  return { check, parameters: { numRuns: runs, seed, ...(path === undefined ? {} : { path }) }, conclude, sofar };
}

/** The same failure, with the rule to blame: looking for the rule at each step of shrinking would take too long. */
function blamedAgain(f: Callable, args: readonly unknown[], options: CheckOptions, found: CheckError): CheckError {
  try {
    checkPoint(f, args, withDefaults(options));
  } catch (error) {
    if (error instanceof CheckError && error.failure.law === found.failure.law) return error;
  }
  return found;
}

/** The failure at the shrunk input, with how to reproduce it. */
function failureOfRun(
  f: Callable,
  options: RandomInputs,
  { counterexample, counterexamplePath, seed, numRuns, numShrinks, errorInstance }: fc.RunDetails<[readonly unknown[]]>,
): CheckError {
  const [args = []] = counterexample ?? [];
  const input = showValue(args);
  const random: RandomRun = { seed, path: counterexamplePath ?? "", runs: numRuns, shrinks: numShrinks };
  const error =
    errorInstance instanceof CheckError
      ? blamedAgain(f, args, options, errorInstance)
      : failureFor(
          { described: describeFunction(f, options.name), rules: [], input },
          { law: "exception", notes: [reasonOf(errorInstance)], cause: errorInstance },
        );
  const { name } = error.failure.subject;
  const again = `checkGradients(${name}, { inputs, seed: ${seed}, path: "${random.path}"${options.order === 2 ? ", order: 2" : ""} })`;
  const reproduce = /\(a function\)|\(an instance of/.test(input) ? again : `${error.failure.reproduce}\n${again}`;
  return new CheckError({ ...error.failure, random, reproduce }, { cause: error.cause });
}
