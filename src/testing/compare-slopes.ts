// Compares a gradient with the oracles: every number of it, or, for very long ones, many numbers and a direction that changes
// all.
//
// An exact oracle is right to rounding, so almost no deviation is allowed. Differences count within their own error estimate, and
// not at all if that is large. Numbers that no oracle can judge (at a kink, at the border of a branch) are counted as open.

import { genericWeights, hasSingles, resultLeaves } from "./cotangents.ts";
import {
  differencesName,
  type Bench,
  type Direction,
  type Judge,
  type Oracle,
  type Problem,
  type Slope,
  type Variable,
} from "./oracles.ts";
import type { Verdict } from "./report.ts";

/** A number of the gradient that at least one oracle contradicts. */
export interface WrongNumber {
  readonly variable: number;
  readonly expected: number;
  readonly got: number;
  readonly verdicts: readonly Verdict[];
}

export interface Comparison {
  readonly wrong: readonly WrongNumber[];
  /** For each oracle, by name, how many numbers or directions it has judged. */
  readonly judged: { readonly [oracle: string]: number };
  /** How many no oracle could judge. */
  readonly open: number;
  /** How many differences could not judge: at kinks, at borders of branches, and where there is only rounding. */
  readonly rough: number;
  /** The largest relative distance of a number to its nearest oracle. */
  readonly worst: number;
}

/** Up to this many numbers are all compared individually; of more, `someSingle` are. */
const mostSingle = 64;
const someSingle = 24;

export function compareSlopes(problem: Problem, { judges }: Bench, gradient: readonly number[]): Comparison {
  const tolerances = tolerancesFor(problem, gradient);
  const judged: Record<string, number> = {};
  const wrong: WrongNumber[] = [];
  let open = 0;
  let rough = 0;
  let worst = 0;
  const hasDifferences = judges.some(({ oracle }) => oracle.name === differencesName);
  const look = (direction: Direction): WrongNumber | null => {
    const got = slopeOf(gradient, direction);
    const verdicts = verdictsOn(got, direction, judges, tolerances);
    if (hasDifferences && verdicts.every(({ oracle }) => oracle !== differencesName)) rough++;
    for (const { oracle } of verdicts) judged[oracle] = (judged[oracle] ?? 0) + 1;
    if (verdicts.length === 0) open++;
    else worst = Math.max(worst, Math.min(...verdicts.map(({ value }) => relativeError(got, value, tolerances.scale))));
    const against = verdicts.filter(({ agrees }) => !agrees);
    if (against.length === 0) return null;
    const best = against.reduce((a, b) => (b.error < a.error ? b : a));
    return { variable: direction[0]?.variable ?? 0, expected: best.value, got, verdicts };
  };
  for (const variable of chosen(gradient.length)) {
    const found = look([{ variable, speed: 1 }]);
    if (found !== null) wrong.push(found);
  }
  if (gradient.length > mostSingle && wrong.length === 0) {
    const all = genericWeights(gradient.length, 3).map((speed, variable) => ({ variable, speed }));
    const found = narrowed(all, look);
    if (found !== null) wrong.push(found);
  }
  return { wrong, judged, open, rough, worst };
}

/** All variables, or some that are spread over all. */
function chosen(n: number): readonly number[] {
  if (n <= mostSingle) return Array.from({ length: n }, (_, i) => i);
  return Array.from({ length: someSingle }, (_, i) => Math.floor(((i + 0.5) * n) / someSingle));
}

/** A single variable of a direction along which the gradient is wrong, if one can be found. */
function narrowed(direction: Direction, look: (direction: Direction) => WrongNumber | null): WrongNumber | null {
  const found = look(direction);
  if (found === null || direction.length === 1) return found;
  const middle = direction.length >> 1;
  return narrowed(direction.slice(0, middle), look) ?? narrowed(direction.slice(middle), look) ?? found;
}

const slopeOf = (gradient: readonly number[], direction: Direction): number =>
  direction.reduce((total, { variable, speed }) => total + speed * (gradient[variable] as number), 0);

interface Tolerances {
  /** The size of the gradient's largest number. */
  readonly scale: number;
  /** How much rounding may change an exact value, relatively and absolutely. */
  readonly relative: number;
  readonly absolute: number;
  /** The largest error with which differences are still meaningful. */
  readonly telling: number;
}

function tolerancesFor({ variables, value }: Problem, gradient: readonly number[]): Tolerances {
  const scale = largest(gradient);
  const quotient = quotientOf(value, variables, 1);
  const rounded = quotientOf(value, variables, 1e-3);
  // The error of the complex step is the square of its step, 1e-200.
  const least = 1e-150;
  const single = hasSingles(value) || variables.some(({ isSingle }) => isSingle);
  return {
    scale,
    relative: single ? 1e-4 : 1e-8,
    absolute: (single ? 1e-6 : 1e-12) * scale + (single ? 1e-6 : 1e-12) * rounded + least,
    telling: 1e-2 * Math.max(scale, quotient),
  };
}

/** A derivative has the size of the value divided by the argument (at least `least`), and so has the effect of rounding on it. */
export function quotientOf(value: unknown, variables: readonly Variable[], least: number): number {
  const values = resultLeaves(value).map((leaf) => leaf.value);
  return largest(values) / Math.max(least, largest(variables.map((variable) => variable.value)));
}

const largest = (numbers: readonly number[]): number =>
  numbers.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);

function verdictsOn(
  got: number,
  direction: Direction,
  judges: Bench["judges"],
  tolerances: Tolerances,
): readonly Verdict[] {
  const answers = judges.flatMap(({ oracle, judge }) => {
    const slope = slopeBy(judge, direction);
    return slope === null || !tells(oracle, slope, got, tolerances) ? [] : [{ oracle, slope }];
  });
  const isSmooth = answers.some(({ oracle }) => !oracle.exact);
  const isConfirmed = answers.some(({ oracle, slope }) => oracle.exact && agreement(got, oracle, slope, tolerances));
  const verdicts: Verdict[] = [];
  for (const { oracle, slope } of answers) {
    const { value, error } = slope;
    const isTiny = Math.abs(got - value) < intermediateRounding;
    if (!oracle.exact && isConfirmed && isTiny && !agreement(got, oracle, slope, tolerances)) continue;
    // At kinks and poles conventions decide; for infinities there are not even conventions.
    if (!isSmooth && (oracle.needsSmooth === true || !Number.isFinite(got) || !Number.isFinite(value))) continue;
    verdicts.push({ oracle: oracle.name, agrees: agreement(got, oracle, slope, tolerances), value, error });
  }
  return verdicts;
}

function slopeBy(judge: Judge, direction: Direction): Slope | null {
  try {
    return judge(direction);
  } catch {
    return null;
  }
}

/** The effect on differences of rounding numbers of size 1 inside of a function, whose value may be tiny. */
const intermediateRounding = 1e-11;

/** Whether an answer is meaningful. Differences that contradict the gradient must say the same when asked again. */
function tells({ exact }: Oracle, slope: Slope, got: number, tolerances: Tolerances): boolean {
  const { value, error, stays } = slope;
  if (exact) return !Number.isNaN(value);
  if (!Number.isFinite(value) || error > Math.max(tolerances.telling, 1e-2 * Math.abs(value))) return false;
  if (stays === undefined || !Number.isFinite(got) || isNear(got, slope, differencesSlack, tolerances)) return true;
  return stays(0.1 * Math.abs(got - value));
}

const differencesSlack = 1e-6;

const agreement = (got: number, { exact }: Oracle, slope: Slope, tolerances: Tolerances): boolean =>
  isNear(got, slope, exact ? tolerances.relative : differencesSlack, tolerances);

function isNear(got: number, { value, error }: Slope, slack: number, { absolute }: Tolerances): boolean {
  if (Object.is(got, value) || got === value) return true;
  const size = Math.max(Math.abs(got), Math.abs(value));
  // Only the same infinity is close to an infinity.
  return size < Infinity && Math.abs(got - value) <= slack * size + absolute + 8 * error;
}

/** |got − expected| relative to the larger of the two, or to a millionth of the gradient's size. */
export function relativeError(got: number, expected: number, scale = 0): number {
  if (got === expected || Object.is(got, expected)) return 0;
  const error = Math.abs(got - expected) / Math.max(Math.abs(got), Math.abs(expected), 1e-6 * scale);
  return Number.isNaN(error) ? Infinity : error;
}
