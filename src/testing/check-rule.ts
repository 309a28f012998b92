// The public check of handwritten derivatives: at a point, or at random inputs with shrinking.

import fc from "fast-check";
import { requireOptions } from "../prelude/options.ts";
import type { CustomPullback } from "../operators/types.ts";
import type { CheckSummary } from "./check-gradients.ts";
import { totalOf, type PointResult } from "./check-point.ts";
import { failureFor } from "./failures.ts";
import { reasonOf } from "./oracles.ts";
import type { Callable } from "./point.ts";
import { CheckError } from "./report.ts";
import { aboutRule, checkRuleAt, type RulePointOptions } from "./rule-point.ts";
import { showValue } from "../host/show.ts";

/** The extent of the check of a rule. */
export interface RuleOptions<A extends readonly unknown[] = readonly unknown[]> {
  /** The name of the function in reports; its own name if absent. */
  readonly name?: string;
  /** 2 if absent: the rule itself is differentiated, and that derivative must be right too. */
  readonly order?: 1 | 2;
  /** How many units in the last place the rule's value may differ from the function's; 0 if absent. */
  readonly ulps?: number;
  /** Points where only shape, value and the laws of pullbacks are checked: kinks, borders, infinities, NaN. */
  readonly edges?: readonly A[];
}

/** Random inputs for a rule: one arbitrary for each argument. */
export interface RuleInputs<A extends readonly unknown[] = readonly unknown[]> {
  readonly inputs: { readonly [K in keyof A]: fc.Arbitrary<A[K]> };
  /** The number of inputs; 100 if absent. */
  readonly runs?: number;
  /** Printed in reports; a new one each time if absent. */
  readonly seed?: number;
  /** Leads directly to a failing input; printed in reports. */
  readonly path?: string;
}

/**
 * Checks a handwritten derivative, as passed to `customVjp` and `defineRule`, against its function, which may be foreign. What
 * the rule returns has the right shape and the function's value. Its pullback is linear, returns the same when it is called
 * again, and writes to nothing. Its numbers agree with differences and other independent means, and so do the numbers of its own
 * derivative, for which the rule is differentiated. Throws a `CheckError` whose message names the argument, the path in it, the
 * expected number and the number found. A foreign function without a rule has this rule from then on.
 *
 * @example
 * ```ts
 * checkRule(Math.sin, (x) => [Math.sin(x), (g) => [g * Math.cos(x)]], [0.5]);
 * checkRule(native.erf, erfRule, { inputs: [fc.double({ min: -3, max: 3, noNaN: true })] }, { edges: [[Infinity]] });
 * ```
 */
export function checkRule<A extends readonly unknown[], R>(
  f: (...args: A) => R,
  rule: (...args: A) => CustomPullback<A, R>,
  at: A | RuleInputs<A>,
  options: RuleOptions<A> = {},
): CheckSummary {
  requireOptions(options, ["name", "order", "ulps", "edges"], "checkRule");
  if (!isPoint(at)) requireOptions(at, ["inputs", "runs", "seed", "path"], "checkRule");
  const [callable, by] = [f, rule] as unknown as [Callable, Callable];
  const { name, order = 2, ulps = 0, edges = [] } = options;
  const point: RulePointOptions = { name, order, ulps, isEdge: false };
  for (const edge of edges) checkRuleAt(callable, by, edge, { ...point, isEdge: true });
  if (isPoint(at)) return summary(callable, by, point, [checkRuleAt(callable, by, at, point)], null);
  const results: PointResult[] = [];
  const seed = at.seed ?? Math.floor(Math.random() * 2 ** 31);
  const property = fc.property(fc.tuple(...(at.inputs as readonly fc.Arbitrary<unknown>[])), (args) => {
    results.push(checkRuleAt(callable, by, args, point));
  });
  const { path } = at;
  const found = fc.check(property, { numRuns: at.runs ?? 100, seed, ...(path === undefined ? {} : { path }) });
  if (found.failed) throw failureOfRun(callable, by, point, found);
  return summary(callable, by, point, results, seed);
}

const isPoint = (at: object): at is readonly unknown[] => Array.isArray(at);

/** A check in which nothing could be judged has shown nothing. */
function summary(
  f: Callable,
  rule: Callable,
  { name }: RulePointOptions,
  results: readonly PointResult[],
  seed: number | null,
): CheckSummary {
  const { refusals, ...total } = totalOf(results);
  if (Object.keys(total.judged).length > 0) return { runs: results.length, ...total, seed };
  const notes = ["no oracle could judge a single number here", ...refusals];
  throw failureFor(aboutRule(f, rule, [], name), { law: "nothing judged", notes });
}

/** The failure at the shrunk input, with how to reproduce it. */
function failureOfRun(
  f: Callable,
  rule: Callable,
  { name, order }: RulePointOptions,
  { counterexample, counterexamplePath, seed, numRuns, numShrinks, errorInstance }: fc.RunDetails<[unknown[]]>,
): CheckError {
  const [args = []] = counterexample ?? [];
  const path = counterexamplePath ?? "";
  const { failure, cause } =
    errorInstance instanceof CheckError
      ? errorInstance
      : failureFor(aboutRule(f, rule, args, name), {
          law: "exception",
          notes: [reasonOf(errorInstance)],
          cause: errorInstance,
        });
  const again = `checkRule(${failure.subject.name}, rule, { inputs, seed: ${seed}, path: "${path}" }${order === 1 ? ", { order: 1 }" : ""})`;
  const canPaste = !/\(a function\)|\(an instance of/.test(showValue(args));
  const reproduce = canPaste ? `${failure.reproduce}\n${again}` : again;
  const random = { seed, path, runs: numRuns, shrinks: numShrinks };
  return new CheckError({ ...failure, random, reproduce }, { cause });
}
