// Checks the derivatives of a function at one point by all available means.
//
// First come properties that do not depend on the derivative: taking it changes neither the value nor what the function does to
// its arguments, and its pullback obeys the laws of laws.ts. Then the numbers: each is compared with every oracle that can judge
// it. Second derivatives are first derivatives of the gradient, which is a function like any other. All runs but one use copies,
// so none sees what another has written; the one uses the function's own memory.

import { byGeneralCode } from "../host/code-modes.ts";
import { compareSlopes, type Comparison } from "./compare-slopes.ts";
import { cotangentOf, genericWeights, resultLeaves, unitWeights, weighted, type ResultLeaf } from "./cotangents.ts";
import { failureFor, numbersFailure, type About } from "./failures.ts";
import { describeFunction, traceCalls, type Trace, type TracedRule } from "./function-place.ts";
import { gradientFunction } from "./gradient-function.ts";
import { breachOfPullback } from "./laws.ts";
import type { Differentiated } from "./differentiated.ts";
import { modes, type Mode } from "./modes.ts";
import { gradientOf, judgesFor, reasonOf, type Problem, type Variable } from "./oracles.ts";
import { leavesOfPoint, moved, type Callable, type Situation } from "./point.ts";
import { CheckError, type Mismatch } from "./report.ts";
import { firstDifference } from "./same-tree.ts";
import { showNumber, showPath, showValue } from "../host/show.ts";
import { compareSpecialised } from "./specialised-calls.ts";

export interface PointOptions {
  readonly name: string | undefined;
  readonly order: 1 | 2;
  readonly modes: readonly Mode[];
  readonly rules: "check" | "trust";
  readonly specialised: boolean;
  /** Whether to look for the rule to blame for a failure. */
  readonly blames: boolean;
}

/** What was compared at a point; everything was right. */
export interface PointResult extends Omit<Comparison, "wrong"> {
  /** Which oracles could not judge, and why. */
  readonly refusals: readonly string[];
}

/** A function to differentiate once: the user's, or its gradient. */
interface Level {
  readonly order: 1 | 2;
  readonly situation: Situation;
  /** The numbers with respect to which to differentiate. */
  readonly variables: readonly Variable[];
  /** The name of a number of the result. */
  readonly nameOf: (leaf: ResultLeaf) => string;
}

const nothingMoved: ReadonlyMap<number, number> = new Map();
const copyOf = ({ f, args }: Situation): Situation => moved(f, args, nothingMoved);

/** Throws a `CheckError` if anything is wrong. */
export function checkPoint(f: Callable, args: readonly unknown[], options: PointOptions): PointResult {
  const template = moved(f, args, nothingMoved);
  const traced = copyOf(template);
  const trace = traceCalls(traced.f, traced.args);
  const about: About = {
    described: describeFunction(f, options.name),
    rules: trace.rules.map(({ place }) => place),
    input: showValue(args),
  };
  try {
    return checkLevels(f, template, trace, about, options);
  } catch (error) {
    if (!options.blames || !(error instanceof CheckError) || error.failure.mismatch === undefined) throw error;
    const blamed = blame(f, trace, options);
    throw blamed === null ? error : withBlame(error, blamed);
  }
}

function checkLevels(f: Callable, template: Situation, trace: Trace, about: About, options: PointOptions): PointResult {
  const own = primalRun(about, f, copyOf(template).args);
  const again = copyOf(template);
  const change = firstDifference(own, primalRun(about, again.f, again.args));
  if (change !== null) {
    throw failureFor(about, {
      law: "another value at the same point",
      notes: [
        `${showPath("result", change.keys)} is ${showValue(change.left)} first, then ${showValue(change.right)}`,
        "derivatives are of functions that return the same for the same arguments",
      ],
    });
  }
  const variables = leavesOfPoint(template.f, template.args).map((leaf, place) => ({ ...leaf, place }));
  if (variables.length === 0)
    throw failureFor(about, { law: "no number to differentiate in the arguments", notes: [] });
  if (options.specialised) checkSpecialisedCode(template, own, variables, options.order, about);
  const trusting = trace.stops || (options.rules === "trust" && trace.rules.length > 0);
  const results = options.modes.flatMap((mode) => {
    const first: Level = { order: 1, situation: template, variables, nameOf: ({ keys }) => showPath("result", keys) };
    const results = [checkLevel(first, again.args, own, mode, trusting, about)];
    if (options.order === 2) results.push(checkSecond(first, own, mode, trusting, about));
    return results;
  });
  return totalOf(results);
}

/** Checks that specialised code does what general code does, which the oracles judge. */
function checkSpecialisedCode(
  template: Situation,
  value: unknown,
  variables: readonly Variable[],
  order: 1 | 2,
  about: About,
): void {
  const argnums = [...new Set(variables.flatMap(({ argument }) => (argument === null ? [] : [argument])))];
  try {
    compareSpecialised(() => copyOf(template), value, argnums, order);
  } catch (error) {
    const notes = [error instanceof Error ? error.message : String(error)];
    throw failureFor(about, { law: "another derivative by specialised code", notes, cause: error });
  }
}

interface Blamed {
  readonly rule: TracedRule;
  readonly mismatch: Mismatch;
  readonly input: string;
}

/** Finds a rule that is wrong by itself, at the arguments of a call of it. */
function blame(f: Callable, { rules }: Trace, options: PointOptions): Blamed | null {
  for (const rule of rules) {
    if (rule.custom === f) continue;
    for (const call of rule.calls) {
      try {
        checkPoint(rule.custom, call, { ...options, name: rule.name, rules: "check", blames: false });
      } catch (error) {
        const { mismatch, input } = error instanceof CheckError ? error.failure : { mismatch: undefined, input: "" };
        if (mismatch !== undefined) return { rule, mismatch, input };
      }
    }
  }
  return null;
}

function withBlame({ failure, cause }: CheckError, { rule, mismatch, input }: Blamed): CheckError {
  const { path, expected, got } = mismatch;
  const numbers = `${path} (expected ${showNumber(expected)}, got ${showNumber(got)})`;
  const note = `the rule of \`${rule.name}\` is wrong by itself: ${numbers}${input.length < 60 ? ` at ${input}` : ""}`;
  const others = failure.rules.filter((other) => other !== rule.place);
  return new CheckError({ ...failure, rules: [rule.place, ...others], notes: [note, ...failure.notes] }, { cause });
}

function primalRun(about: About, f: Callable, args: readonly unknown[]): unknown {
  try {
    return f(...args);
  } catch (error) {
    throw failureFor(about, {
      law: "exception",
      notes: [`the function itself throws: ${reasonOf(error)}`],
      cause: error,
    });
  }
}

/** Checks the gradient as a function. */
function checkSecond(first: Level, value: unknown, mode: Mode, trusting: boolean, about: About): PointResult {
  const leaves = resultLeaves(value);
  const weights = leaves.length === 1 ? [1] : genericWeights(leaves.length, 5);
  const { f, args } = copyOf(first.situation);
  const gradient = gradientFunction(f, cotangentOf(value, weights));
  const second: Level = {
    order: 2,
    situation: { f: gradient, args },
    variables: leavesOfPoint(gradient, args)
      .map((leaf, place) => ({ ...leaf, place }))
      .filter(({ argument, keys }) => argument !== null || keys[0] === "f")
      .map((leaf) => (leaf.argument === null ? { ...leaf, shown: leaf.keys.slice(1) } : leaf)),
    nameOf: ({ keys }) => showPath("args", keys),
  };
  const own = copyOf(second.situation);
  // What specialised code gives may differ in the last digit: it is compared elsewhere.
  const gradients = byGeneralCode(() => primalRun(about, own.f, own.args));
  return checkLevel(second, own.args, gradients, mode, trusting, about);
}

/** `left`: the arguments as a run of the primal left them; `value`: the result of that run. */
function checkLevel(
  level: Level,
  left: readonly unknown[],
  value: unknown,
  mode: Mode,
  trusting: boolean,
  about: About,
): PointResult {
  const { order, situation, variables } = level;
  const used = copyOf(situation);
  const derived = differentiated(about, order, mode, used);
  const changed = firstDifference(value, derived.value);
  if (changed !== null) {
    const { keys, left: expected, right: got } = changed;
    throw failureFor(about, {
      law: order === 1 ? "another value when it is differentiated" : "another gradient when that is differentiated",
      notes: [`${showPath("result", keys)} is ${showValue(expected)}; with the derivative it is ${showValue(got)}`],
    });
  }
  const written = firstDifference(left, used.args);
  if (written !== null) {
    const { keys, left: expected, right: got } = written;
    throw failureFor(about, {
      law: "other arguments left behind when it is differentiated",
      notes: [
        `${showPath("args", keys)} is ${showValue(expected)} after a call; with the derivative ${showValue(got)}`,
      ],
    });
  }
  const breach = breachOfPullback({ derived, used, given: situation.args, variables });
  if (breach !== null)
    throw failureFor(about, { ...breach, law: order === 1 ? breach.law : `gradient's ${breach.law}` });

  const leaves = resultLeaves(value);
  const compare = (
    weights: readonly number[],
  ): { readonly comparison: Comparison; readonly refusals: readonly string[] } => {
    const cotangents = derived.pull(cotangentOf(value, weights));
    const { f, args } = copyOf(situation);
    const problem: Problem = { f, args, variables, value, weights, order, trusting };
    // If the value is not a finite number, nothing can be said about its derivative.
    const bench = Number.isFinite(weighted(value, weights))
      ? judgesFor(problem)
      : { judges: [], refusals: [notFinite] };
    return { comparison: compareSlopes(problem, bench, gradientOf(cotangents, variables)), refusals: bench.refusals };
  };
  const weights = leaves.length === 1 ? [1] : genericWeights(leaves.length, order);
  const { comparison, refusals } = compare(weights);
  if (comparison.wrong.length > 0) {
    const { wrong, number } = singleNumber(leaves, compare) ?? { wrong: comparison.wrong, number: null };
    throw numbersFailure(about, {
      order,
      variables,
      wrong,
      refusals,
      of: number === null ? null : level.nameOf(number),
    });
  }
  return { ...comparison, refusals };
}

function differentiated(about: About, order: 1 | 2, mode: Mode, { f, args }: Situation): Differentiated {
  try {
    return modes[mode](f, args);
  } catch (error) {
    const law = order === 1 ? "exception in the derivative" : "exception in the second derivative";
    throw failureFor(about, { law, notes: [error instanceof Error ? error.message : String(error)], cause: error });
  }
}

const notFinite = "the value is not a finite number";

/** At most this many numbers of a result are tried individually. */
const mostTried = 32;

/** The first number of the result whose own gradient is wrong: easier to understand than the gradient of a sum. */
function singleNumber(
  leaves: readonly ResultLeaf[],
  compare: (weights: readonly number[]) => { readonly comparison: Comparison },
): { readonly wrong: Comparison["wrong"]; readonly number: ResultLeaf } | null {
  if (leaves.length === 1) return null;
  for (const [k, number] of leaves.slice(0, mostTried).entries()) {
    const { wrong } = compare(unitWeights(leaves.length, k)).comparison;
    if (wrong.length > 0) return { wrong, number };
  }
  return null;
}

/** Combines several results. */
export function totalOf(results: readonly PointResult[]): PointResult {
  const judged: Record<string, number> = {};
  for (const result of results) {
    for (const [oracle, count] of Object.entries(result.judged)) judged[oracle] = (judged[oracle] ?? 0) + count;
  }
  return {
    judged,
    open: results.reduce((total, { open }) => total + open, 0),
    rough: results.reduce((total, { rough }) => total + rough, 0),
    worst: Math.max(0, ...results.map(({ worst }) => worst)),
    refusals: [...new Set(results.flatMap(({ refusals }) => refusals))],
  };
}
