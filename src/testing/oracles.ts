// The oracles: means of computing a derivative that share nothing with the transforms.
//
// A problem is the number ⟨w, f(x)⟩ near a point. An oracle gives its slope along directions, with an estimate of its own error,
// or says why it cannot. Dual numbers and the complex step run the interpreter on the untransformed code; differences run the
// function itself. By default they judge by what a function computes, so they detect a wrong handwritten derivative. If
// derivatives are meant to differ from that (`stopGradient`, trusted rules), only dual numbers that take rules as given can
// judge.

import { complexStep, difference, directional, pullbackByDuals, type OracleHost } from "../interp/index.ts";
import { ZerothError } from "../ir/index.ts";
import { cotangentOf, hasSingles, weighted } from "./cotangents.ts";
import { oracleHost, valueHost } from "./oracle-host.ts";
import { moved, movedTo, type Callable, type Leaf } from "./point.ts";

/** A number of a point that may be changed, and its place among all numbers of the point. */
export interface Variable extends Leaf {
  readonly place: number;
  /** The path as the user knows it, if it differs. */
  readonly shown?: readonly PropertyKey[];
}

/** Which variables change, and how fast. */
export type Direction = readonly { readonly variable: number; readonly speed: number }[];

export interface Problem {
  readonly f: Callable;
  readonly args: readonly unknown[];
  readonly variables: readonly Variable[];
  /** The result of `f` here, and the weights of its numbers. */
  readonly value: unknown;
  readonly weights: readonly number[];
  /** 2 if `f` is itself a derivative. */
  readonly order: 1 | 2;
  /** Whether the intended derivative differs from that of the function's values. */
  readonly trusting: boolean;
}

export interface Slope {
  readonly value: number;
  readonly error: number;
  /** Asks again, with other steps, whether the value stays within a distance: luck does not repeat. */
  readonly stays?: (distance: number) => boolean;
}

/** The slope along a direction; null if this oracle cannot judge it. */
export type Judge = (direction: Direction) => Slope | null;

export interface Oracle {
  readonly name: string;
  /** Whether it is right to rounding. */
  readonly exact: boolean;
  /** Whether it is meaningless where the function is not smooth. */
  readonly needsSmooth?: boolean;
  /** Throws, or gives a reason, if it cannot judge at all. */
  readonly judgeOf: (problem: Problem) => Judge | string;
}

/** With more variables than this, each direction gets its own run. */
const mostTangents = 128;

const dualNumbers = (name: string, host: OracleHost): Oracle => ({
  name,
  exact: true,
  judgeOf: (problem) => (problem.variables.length > mostTangents ? byDirections : byPullback)(problem, host),
});

const byValue: Oracle = dualNumbers("dual numbers", valueHost);
const asGiven: Oracle = dualNumbers("dual numbers (rules as given)", oracleHost);

export const differencesName = "finite differences";
const differences: Oracle = { name: differencesName, exact: false, judgeOf: byDifferences };
const complex: Oracle = { name: "complex step", exact: true, needsSmooth: true, judgeOf: byComplexStep };

export interface Bench {
  readonly judges: readonly { readonly oracle: Oracle; readonly judge: Judge }[];
  /** Which oracles cannot judge, and why. */
  readonly refusals: readonly string[];
}

/** The oracles that can judge a problem. */
export function judgesFor(problem: Problem): Bench {
  const judges: { readonly oracle: Oracle; readonly judge: Judge }[] = [];
  const refusals: string[] = [];
  const ask = (oracle: Oracle): boolean => {
    const answer = answerOf(oracle, problem);
    if (typeof answer === "string") refusals.push(`${oracle.name} cannot judge: ${answer}`);
    else judges.push({ oracle, judge: answer });
    return typeof answer !== "string";
  };
  if (problem.trusting) {
    ask(asGiven);
  } else {
    if (!ask(byValue)) ask(asGiven);
    if (problem.order === 1) ask(complex);
    ask(differences);
  }
  return { judges, refusals };
}

function answerOf(oracle: Oracle, problem: Problem): Judge | string {
  try {
    return oracle.judgeOf(problem);
  } catch (error) {
    return reasonOf(error);
  }
}

export function reasonOf(error: unknown): string {
  if (error instanceof ZerothError) return error.reason;
  return error instanceof Error ? error.message : String(error);
}

/** One pass with a tangent for each variable. */
function byPullback({ f, args, variables, value, weights }: Problem, host: OracleHost): Judge {
  const withCaptures = variables.some(({ argument }) => argument === null);
  const own = moved(f, args, new Map());
  const [, pullback] = pullbackByDuals(own.f, own.args, withCaptures, host);
  const cotangents = pullback(cotangentOf(value, weights));
  const gradient = gradientOf(withCaptures ? cotangents : [null, ...cotangents], variables);
  return (direction) => ({
    value: direction.reduce((total, { variable, speed }) => total + speed * (gradient[variable] ?? NaN), 0),
    error: 0,
  });
}

/** The numbers that belong to the variables, from the cotangents of the function and its arguments. */
export function gradientOf(cotangents: readonly unknown[], variables: readonly Leaf[]): readonly number[] {
  return variables.map(({ argument, keys }) => {
    let at: unknown = cotangents[argument === null ? 0 : argument + 1];
    for (const key of keys) at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key];
    return typeof at === "number" ? at : NaN;
  });
}

function byDirections(problem: Problem, host: OracleHost): Judge | string {
  const judge = tangentJudge(problem, (f, args, tangents) => directional(f, args, tangents, host).tangent);
  return tried(judge, problem);
}

/** Asks once, so that an oracle that cannot run the function fails now. */
function tried(judge: Judge, { variables }: Problem): Judge | string {
  const variable = variables.findIndex(({ isCaptured }) => !isCaptured);
  if (variable < 0) return "captured variables cannot be moved";
  judge([{ variable, speed: 1 }]);
  return judge;
}

function byComplexStep(problem: Problem): Judge | string {
  const judge = tangentJudge(problem, (f, args, tangents) => complexStep(f, args, tangents, valueHost).tangent);
  return tried(judge, problem);
}

/** Uses one run for each direction; captured variables cannot be changed. */
function tangentJudge(
  { f, args, variables, weights }: Problem,
  tangentOf: (f: Callable, args: readonly unknown[], tangents: readonly unknown[]) => unknown,
): Judge {
  return (direction) => {
    const speeds = new Map<number, number>();
    for (const { variable, speed } of direction) {
      const { isCaptured, place } = variables[variable] as Variable;
      if (isCaptured) return null;
      speeds.set(place, speed);
    }
    const tangents = movedTo(f, args, speeds).map(withoutFunctions);
    const own = moved(f, args, new Map());
    return { value: weighted(tangentOf(own.f, own.args, tangents), weights), error: 0 };
  };
}

function withoutFunctions(x: unknown): unknown {
  if (typeof x === "number" || ArrayBuffer.isView(x)) return x;
  if (Array.isArray(x)) return x.map(withoutFunctions);
  if (typeof x !== "object" || x === null) return null;
  return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, withoutFunctions(value)]));
}

/** Central differences. If no value was finite, they are tried again with steps that fit the size of the number. */
function byDifferences({ f, args, variables, value, weights }: Problem): Judge {
  const noise = hasSingles(value) ? 2 ** -23 : Number.EPSILON;
  return (direction) => {
    const moving = direction.map(({ variable, speed }) => ({ ...(variables[variable] as Variable), speed }));
    if (moving.some(({ isSingle }) => isSingle)) return null;
    const along = (t: number): number => {
      const there = moved(f, args, new Map(moving.map(({ place, speed }) => [place, t * speed])));
      try {
        return weighted(there.f(...there.args), weights);
      } catch {
        return NaN;
      }
    };
    const size = Math.max(...moving.map(({ value }) => Math.abs(value)));
    const steps = size > 0 && size < 0.5 ? [0.1, 0.1 * size] : [0.1 * Math.max(1, size)];
    for (const step of steps) {
      const { value: slope, error, smooth } = difference(along, { step, noise });
      if (!smooth) {
        // Smaller steps help if larger ones leave the domain; at a kink they see less of it, or nothing.
        if (Number.isFinite(slope)) return null;
        continue;
      }
      const stays = (distance: number): boolean =>
        otherSteps.every((factor) => {
          const other = difference(along, { step: factor * step, noise });
          return other.smooth && Math.abs(other.value - slope) <= distance + other.error;
        });
      return { value: slope, error, stays };
    }
    return null;
  };
}

const otherSteps: readonly number[] = [0.73, 0.31, 1.37];
