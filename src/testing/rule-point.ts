// Checks a handwritten rule at one point.
//
// First come properties that do not depend on the derivative: the shape of what the rule returns, the value of the function, and
// the laws of pullbacks. Then the numbers. The numbers of the pullback are compared with the oracles for the function itself,
// which do not use the rule. The derivative of the pullback, for which the rule is differentiated (J of J), is compared with
// differences of the pullback's own numbers and with the oracles for second derivatives.

import { customVjp } from "../index.ts";
import { registerRule, resolve } from "../host/resolve.ts";
import { noSpan, ZerothError } from "../ir/index.ts";
import { type AnyFunction } from "../runtime/index.ts";
import { totalOf, type PointResult } from "./check-point.ts";
import { compareSlopes } from "./compare-slopes.ts";
import { cotangentOf, genericWeights, resultLeaves } from "./cotangents.ts";
import { customFor } from "./custom.ts";
import { failureFor, numbersFailure, type About } from "./failures.ts";
import { describeFunction } from "./function-place.ts";
import { gradientFunction } from "./gradient-function.ts";
import { breachOfPullback, type Breach } from "./laws.ts";
import { modes } from "./modes.ts";
import { gradientOf, judgesFor, reasonOf, type Problem, type Variable } from "./oracles.ts";
import { leavesOfPoint, moved, type Callable, type Situation } from "./point.ts";
import { CheckError } from "./report.ts";
import { isBreach, mirrored, pairOf } from "./rule-shape.ts";
import { firstDifference } from "./same-tree.ts";
import { showPath, showValue } from "../host/show.ts";

export interface RulePointOptions {
  readonly name: string | undefined;
  readonly order: 1 | 2;
  /** How many units in the last place the rule's value may differ from the function's. */
  readonly ulps: number;
  /** Whether only properties that hold at any point are checked, not the derivative. */
  readonly isEdge: boolean;
}

const nothingJudged: PointResult = totalOf([]);
const copyOf = (f: Callable, args: readonly unknown[]): Situation => moved(f, args, new Map());

/** Throws a `CheckError` if anything is wrong. */
export function checkRuleAt(
  f: Callable,
  rule: Callable,
  args: readonly unknown[],
  options: RulePointOptions,
): PointResult {
  const about = aboutRule(f, rule, args, options.name);
  try {
    const variables = argumentLeaves(f, args);
    const given: Given = { f, rule, args, variables, about };
    const value = checkLaws(given, options);
    if (options.isEdge || variables.length === 0) return nothingJudged;
    const first = checkNumbers(given, value);
    return options.order === 1 ? first : totalOf([first, checkSecond(given, value)]);
  } catch (error) {
    throw error instanceof CheckError ? inWordsOfRules(error, options) : error;
  }
}

interface Given {
  readonly f: Callable;
  readonly rule: Callable;
  readonly args: readonly unknown[];
  readonly variables: readonly Variable[];
  readonly about: About;
}

export function aboutRule(f: Callable, rule: Callable, args: readonly unknown[], name: string | undefined): About {
  const described = describeFunction(f, name);
  const { place, frame, params } = describeFunction(rule);
  return {
    described: { ...described, params: described.params.length === 0 ? params : described.params },
    rules: [{ name: "the rule", place, frame }],
    input: showValue(args),
  };
}

/** Rewords failures: general checks describe how to reproduce them in terms of gradients. */
function inWordsOfRules({ failure, cause }: CheckError, { order }: RulePointOptions): CheckError {
  const { subject, input } = failure;
  const law = failure.law === "wrong second derivative" ? "wrong second derivative (J of J)" : failure.law;
  const reproduce = `checkRule(${subject.name}, rule, ${input}${order === 1 ? ", { order: 1 }" : ""})`;
  return new CheckError({ ...failure, law: law.replace("wrong gradient", "wrong derivative"), reproduce }, { cause });
}

function fail(about: About, breach: Breach): never {
  throw failureFor(about, breach);
}

function run<T>(about: About, what: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    return fail(about, { law: "exception", notes: [`${what} throws: ${reasonOf(error)}`], cause: error });
  }
}

/** Checks shape, value and the laws of pullbacks; returns the function's value. */
function checkLaws(given: Given, { ulps }: RulePointOptions): unknown {
  const { f, rule, args, variables, about } = given;
  const own = copyOf(f, args);
  const value = run(about, "the function", () => f(...own.args));
  const used = copyOf(f, args);
  const pair = pairOf(run(about, "the rule", () => rule(...used.args)));
  if (isBreach(pair)) return fail(about, pair);
  const change = firstChange(value, pair.value, ulps);
  if (change !== null) {
    const { keys, left, right } = change;
    fail(about, {
      law: "another value by the rule",
      notes: [`${showPath("result", keys)} is ${showValue(left)}; the rule returns ${showValue(right)}`],
    });
  }
  const left = firstDifference(own.args, used.args);
  if (left !== null) {
    fail(about, {
      law: "other arguments left behind by the rule",
      notes: [
        `${showPath("args", left.keys)} is ${showValue(left.left)} after a call, ${showValue(left.right)} by the rule`,
      ],
    });
  }
  // On its own arguments, and before the laws, which need the right shape.
  cotangentsOf(given, value);
  const pull = (cotangent: unknown): readonly unknown[] => {
    const cotangents = mirrored(args, pair.pull(cotangent));
    return isBreach(cotangents) ? fail(about, cotangents) : [null, ...cotangents];
  };
  const breach = breachOfPullback({ derived: { value: pair.value, pull }, used, given: args, variables });
  return breach === null ? value : fail(about, breach);
}

interface Pulled {
  readonly weights: readonly number[];
  readonly cotangents: readonly unknown[];
}

/** The result of the pullback of a new run for a generic cotangent, which is 1 for a single number. */
function cotangentsOf({ f, rule, args, about }: Given, value: unknown): Pulled {
  const { length } = resultLeaves(value);
  const weights = length === 1 ? [1] : genericWeights(length, 1);
  const pair = pairOf(rule(...copyOf(f, args).args));
  if (isBreach(pair)) return fail(about, pair);
  const returned = run(about, "the pullback", () => pair.pull(cotangentOf(value, weights)));
  const cotangents = mirrored(args, returned);
  return isBreach(cotangents) ? fail(about, cotangents) : { weights, cotangents };
}

interface Change {
  readonly keys: readonly PropertyKey[];
  readonly left: unknown;
  readonly right: unknown;
}

/** Where two values differ by more than the allowed rounding. */
function firstChange(left: unknown, right: unknown, ulps: number): Change | null {
  const found = firstDifference(left, right);
  if (found === null || ulps === 0) return found;
  const [a, b] = [resultLeaves(left), resultLeaves(right)];
  const far = a.findIndex(({ value }, i) => !isWithin(value, b[i]?.value ?? NaN, ulps));
  if (a.length !== b.length || a.length === 0) return found;
  return far < 0 ? null : { keys: a[far]?.keys ?? [], left: a[far]?.value, right: b[far]?.value };
}

function isWithin(a: number, b: number, ulps: number): boolean {
  const size = Math.max(Math.abs(a), Math.abs(b), 2 ** -1022);
  return Object.is(a, b) || (size < Infinity && Math.abs(a - b) <= ulps * Number.EPSILON * size);
}

/** Compares the pullback's numbers with oracles that do not use the rule. */
function checkNumbers(given: Given, value: unknown): PointResult {
  const { f, args, variables, about } = given;
  const { weights, cotangents } = cotangentsOf(given, value);
  const problem: Problem = { f, args, variables, value, weights, order: 1, trusting: false };
  return compared(about, problem, gradientOf([null, ...cotangents], variables));
}

/** Checks the derivative of the pullback as a function of the arguments. */
function checkSecond({ f, rule, args, about }: Given, value: unknown): PointResult {
  const custom = (customVjp as unknown as Callable)(f, rule) as AnyFunction;
  return withRule(f, custom, () => {
    const leaves = resultLeaves(value);
    const weights = leaves.length === 1 ? [1] : genericWeights(leaves.length, 5);
    const gradient = gradientFunction(custom as unknown as Callable, cotangentOf(value, weights));
    const what = "the derivative of the rule (J of J)";
    const gradients = run(about, "the pullback", () => gradient(...copyOf(f, args).args));
    const derived = run(about, what, () => modes.reverse(gradient, copyOf(f, args).args));
    const { length } = resultLeaves(gradients);
    const salt = length === 1 ? [1] : genericWeights(length, 2);
    const cotangents = run(about, what, () => derived.pull(cotangentOf(gradients, salt)));
    const variables = argumentLeaves(gradient, args);
    const problem = {
      f: gradient,
      args,
      variables,
      value: gradients,
      weights: salt,
      order: 2,
      trusting: false,
    } as const;
    return compared(about, problem, gradientOf(cotangents, variables));
  });
}

/** The numbers of the arguments: captures of a rule's function have no cotangent. */
function argumentLeaves(f: Callable, args: readonly unknown[]): readonly Variable[] {
  const leaves = leavesOfPoint(f, args).map((leaf, place) => ({ ...leaf, place }));
  return leaves.filter(({ argument }) => argument !== null);
}

function compared(about: About, problem: Problem, gradient: readonly number[]): PointResult {
  const bench = judgesFor(problem);
  // The rule must not judge itself.
  const judges = bench.judges.filter(({ oracle }) => !oracle.name.includes("as given"));
  const { wrong, ...result } = compareSlopes(problem, { ...bench, judges }, gradient);
  if (wrong.length === 0) return { ...result, refusals: bench.refusals };
  const { order, variables } = problem;
  throw numbersFailure(about, { order, variables, wrong, refusals: [], of: null });
}

/** Inside its own rule, a foreign function has a derivative only by that rule: the rule is registered while `call` runs. */
function withRule<T>(f: Callable, custom: AnyFunction, call: () => T): T {
  const before = customFor(f);
  if (before === null && hasDerivative(f)) return call();
  registerRule(f, custom);
  try {
    return call();
  } finally {
    if (before !== null) registerRule(f, before as AnyFunction);
  }
}

function hasDerivative(f: Callable): boolean {
  try {
    return resolve(f, "J", noSpan, undefined) !== null;
  } catch (error) {
    if (error instanceof ZerothError) return false;
    throw error;
  }
}
