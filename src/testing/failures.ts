// Turns what a check finds into the failure that it throws.

import { relativeError, type WrongNumber } from "./compare-slopes.ts";
import type { Described } from "./function-place.ts";
import { pathOf, type Breach } from "./laws.ts";
import type { Variable } from "./oracles.ts";
import { CheckError, type FunctionPlace } from "./report.ts";
import { showNumber } from "../host/show.ts";

/** What all failures of one check have in common. */
export interface About {
  readonly described: Described;
  readonly rules: readonly FunctionPlace[];
  readonly input: string;
}

/** The failure for a law that does not hold. */
export function failureFor(about: About, { law, notes, cause }: Breach): CheckError {
  const { rules, input } = about;
  const failure = { law, subject: subjectOf(about), rules, verdicts: [], notes, input, reproduce: callOf(about) };
  return new CheckError(failure, cause === undefined ? undefined : { cause });
}

const subjectOf = ({ described: { name, place, frame } }: About): FunctionPlace => ({ name, place, frame });
const callOf = ({ described, input }: About): string => `checkGradients(${described.name}, ${input})`;

export interface WrongNumbers {
  readonly order: 1 | 2;
  readonly variables: readonly Variable[];
  readonly wrong: readonly WrongNumber[];
  readonly refusals: readonly string[];
  /** The number of the result that is meant; null for a weighted sum of all. */
  readonly of: string | null;
}

/** The failure for a gradient with wrong numbers: the first of them, and how many more there are. */
export function numbersFailure(about: About, { order, variables, wrong, refusals, of }: WrongNumbers): CheckError {
  const [first, ...others] = wrong as readonly [WrongNumber, ...WrongNumber[]];
  const variable = variables[first.variable] as Variable;
  const { argument } = variable;
  const named =
    argument === null ? {} : { argument: { index: argument, name: about.described.params[argument] ?? null } };
  const { expected, got, verdicts } = first;
  const notes: string[] = [];
  if (of !== null)
    notes.push(order === 1 ? `it is the derivative of ${of}` : `it is a derivative of the gradient's ${of}`);
  if (others.length > 0) notes.push(alsoWrong(variables, others));
  if (about.rules.length > 0 && verdicts.some(({ oracle, agrees }) => agrees && oracle.includes("rules as given"))) {
    notes.push("the derivative follows from the rules given by hand, so one of those is wrong");
  }
  return new CheckError({
    law: order === 1 ? "wrong gradient" : "wrong second derivative",
    subject: subjectOf(about),
    rules: about.rules,
    mismatch: { ...named, path: pathOf(variable), expected, got, relativeError: relativeError(got, expected) },
    verdicts,
    notes: [...notes, ...refusals],
    input: about.input,
    reproduce: order === 1 ? callOf(about) : callOf(about).replace(/\)$/, ", { order: 2 })"),
  });
}

function alsoWrong(variables: readonly Variable[], others: readonly WrongNumber[]): string {
  const shown = others.slice(0, 3).map(({ variable, expected, got }) => {
    return `${pathOf(variables[variable] as Variable)} (expected ${showNumber(expected)}, got ${showNumber(got)})`;
  });
  const more = others.length > 3 ? `, and ${others.length - 3} more` : "";
  return `also wrong: ${shown.join(", ")}${more}`;
}
