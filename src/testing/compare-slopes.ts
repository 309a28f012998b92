// A gradient against the oracles: every number of it, or, of very long ones, many and a direction that moves all.
//
// An exact oracle is right to rounding, so hardly anything is allowed; differences are believed within their own estimate of
// their error, and not at all where that is large. What no oracle can tell (at a kink, at the border of a branch)
// is counted as open.

import { genericWeights, hasSingles, resultLeaves } from "./cotangents.ts";
import {
  differencesName,
  type Bench,
  type Direction,
  type Judge,
  type Oracle,
  type Problem,
  type Slope,
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
  /** How many numbers or directions each oracle has judged, by its name. */
  readonly judged: { readonly [oracle: string]: number };
  /** How many nobody could judge. */
  readonly open: number;
  /** How many differences could not tell: at kinks, at borders of branches, where rounding is all there is. */
  readonly rough: number;
  /** The largest relative distance of a number to the oracle nearest to it. */
  readonly worst: number;
}

/** Up to this many numbers all are looked at one by one; of more, some are. */
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

/** All variables, or some spread over all of them. */
function chosen(n: number): readonly number[] {
  if (n <= mostSingle) return Array.from({ length: n }, (_, i) => i);
  return Array.from({ length: someSingle }, (_, i) => Math.floor(((i + 0.5) * n) / someSingle));
}

/** A single variable of a direction along which the gradient is wrong. */
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
  /** What rounding may do to an exact value, relatively and in all. */
  readonly relative: number;
  readonly absolute: number;
  /** The largest error by which differences still tell something. */
  readonly telling: number;
}

function tolerancesFor({ variables, value }: Problem, gradient: readonly number[]): Tolerances {
  const scale = largest(gradient);
  // A derivative is of the order of the value over the argument, and so is what rounding does to it.
  const quotient =
    largest(resultLeaves(value).map((leaf) => leaf.value)) / Math.max(1, largest(variables.map((v) => v.value)));
  // The complex step is wrong by the square of its step, 1e-200.
  const least = 1e-150;
  const single = hasSingles(value) || variables.some(({ isSingle }) => isSingle);
  return {
    scale,
    relative: single ? 1e-4 : 1e-8,
    absolute: (single ? 1e-6 : 1e-12) * scale + (single ? 1e-7 : 1e-14) * quotient + least,
    telling: 1e-2 * Math.max(scale, quotient),
  };
}

const largest = (numbers: readonly number[]): number =>
  numbers.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);

function verdictsOn(
  got: number,
  direction: Direction,
  judges: Bench["judges"],
  tolerances: Tolerances,
): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  let confirmed = false;
  for (const { oracle, judge } of judges) {
    const slope = slopeBy(judge, direction);
    if (slope === null || !tells(oracle, slope, tolerances)) continue;
    const agrees = agreement(got, oracle, slope, tolerances, confirmed);
    confirmed ||= agrees && oracle.exact;
    verdicts.push({ oracle: oracle.name, agrees, ...slope });
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

function tells({ exact }: Oracle, { value, error }: Slope, { telling }: Tolerances): boolean {
  if (exact) return !Number.isNaN(value);
  return Number.isFinite(value) && error <= Math.max(telling, 1e-2 * Math.abs(value));
}

/** `confirmed`: an exact oracle agreed, so differences must be surer of themselves to contradict it. */
function agreement(
  got: number,
  { exact }: Oracle,
  { value, error }: Slope,
  { relative, absolute }: Tolerances,
  confirmed: boolean,
): boolean {
  if (Object.is(got, value) || got === value) return true;
  const size = Math.max(Math.abs(got), Math.abs(value));
  const slack = exact ? relative : confirmed ? 1e-4 : 1e-6;
  // Nothing but itself is close to an infinity.
  return size < Infinity && Math.abs(got - value) <= slack * size + absolute + 8 * error;
}

/** |got − expected| relative to the larger of the two, or to a millionth of the gradient's size. */
export function relativeError(got: number, expected: number, scale = 0): number {
  if (got === expected || Object.is(got, expected)) return 0;
  const error = Math.abs(got - expected) / Math.max(Math.abs(got), Math.abs(expected), 1e-6 * scale);
  return Number.isNaN(error) ? Infinity : error;
}
