/** The derivatives that programs ask for: how each is called, and what of it differences can confirm. */

import { explain, grad, hessian, hvp, jacobian, jvp, linearize, ready, valueAndGrad, vjp } from "zeroth";
import type { Derivative, Program } from "../programs/program.ts";
import { direction, dot, numbersAt, numbersIn, treesAt, withNumbers } from "./numbers.ts";

type Args = readonly unknown[];
type Callable = (...args: Args) => unknown;

/** One derivative of one program. */
export interface Asked {
  /** Computes the derivative once. */
  readonly call: (args: Args) => unknown;
  /** Compiles ahead what a call runs. */
  readonly ready: (args: Args) => Promise<unknown>;
  /** What a call runs, as text. */
  readonly explained: (args: Args) => string;
  /** The derivative in given directions, as one number. */
  readonly slope: (args: Args, result: unknown) => number;
  /** The function whose difference quotient that number is, along the first argument. */
  readonly differentiated: (args: Args) => number;
}

const along = direction(1);
const across = direction(2);
/** The direction of the first argument. */
export const tangentOf = (x: unknown): unknown => withNumbers(x, along);
const cotangentOf = (y: unknown): unknown => withNumbers(y, across);

const operators = { grad, valueAndGrad, hvp, hessian, jacobian } as unknown as Readonly<
  Record<string, (f: Callable) => Callable>
>;
const [pull, push, line] = [vjp, jvp, linearize] as unknown as readonly [
  (f: Callable, ...args: Args) => readonly [unknown, (y: unknown) => readonly unknown[]],
  (f: Callable, args: Args, tangents: Args) => readonly [unknown, unknown],
  (f: Callable, ...args: Args) => readonly [unknown, (...tangents: Args) => unknown],
];
const explanation = explain as unknown as (f: unknown, ...args: Args) => string;
const prepare = ready as unknown as (f: unknown, ...args: Args) => Promise<unknown>;

/** The tangents of all arguments: only the first has one. */
const tangents = ([x, ...rest]: Args): Args => [tangentOf(x), ...rest.map(() => null)];

/** The sum of the numbers of a result, each times that of its cotangent. */
const weighed = (y: unknown): number => dot(numbersIn(y), numbersIn(cotangentOf(y)));

export function asked(program: Program, derivative: Derivative): Asked {
  const f = program.f as unknown as Callable;
  const value = (args: Args): number => weighed(f(...args));
  const number = (args: Args): number => f(...args) as number;
  const slopeOf = (x: unknown, g: unknown): number => dot(numbersAt(x, g), numbersIn(tangentOf(x)));
  if (derivative === "vjp") {
    // The cotangent has the form of the result, which the first call tells.
    let cotangent: unknown = null;
    return {
      call: (args) => {
        const [y, pullback] = pull(f, ...args);
        cotangent ??= cotangentOf(y);
        return pullback(cotangent)[0];
      },
      ready: async (args) => {
        await prepare(pull, f, ...args);
        const [y, pullback] = pull(f, ...args);
        await prepare(pullback, cotangentOf(y));
      },
      explained: (args) => explanation(pull, f, ...args),
      slope: ([x], g) => slopeOf(x, g),
      differentiated: value,
    };
  }
  if (derivative === "jvp" || derivative === "linearize") {
    const call =
      derivative === "jvp"
        ? (args: Args): unknown => push(f, args, tangents(args))[1]
        : (args: Args): unknown => line(f, ...args)[1](...tangents(args));
    const slope = (args: Args, dy: unknown): number => {
      const y = f(...args);
      return dot(numbersAt(y, dy), numbersIn(cotangentOf(y)));
    };
    const explained = (args: Args): string =>
      derivative === "jvp" ? explanation(push, f, args, tangents(args)) : explanation(line, f, ...args);
    const ahead = async (args: Args): Promise<void> => {
      if (derivative === "jvp") await prepare(push, f, args, tangents(args));
      else {
        await prepare(line, f, ...args);
        await prepare(line(f, ...args)[1], ...tangents(args));
      }
    };
    return { call, ready: ahead, explained, slope, differentiated: value };
  }
  const operator = operators[derivative] as (typeof operators)[string];
  const of = operator(f);
  const explained = (args: Args): string => explanation(of, ...args);
  const call = (args: Args): unknown => of(...args);
  const ahead = (args: Args): Promise<unknown> => prepare(of, ...args);
  switch (derivative) {
    case "grad":
      return { call, ready: ahead, explained, slope: ([x], g) => slopeOf(x, g), differentiated: number };
    case "valueAndGrad":
      return { call, ready: ahead, explained, slope: ([x], g) => slopeOf(x, (g as Args)[1]), differentiated: number };
    case "jacobian": {
      const slope = (args: Args, of: unknown): number => {
        const y = f(...args);
        const rows = treesAt(y, of).map((row) => slopeOf(args[0], row));
        return dot(rows, numbersIn(cotangentOf(y)));
      };
      return { call, ready: ahead, explained, slope, differentiated: value };
    }
    case "hessian":
    case "hvp": {
      const gradient = (operators["grad"] as (typeof operators)[string])(f);
      const other = (x: unknown): readonly number[] => numbersIn(withNumbers(x, across));
      const differentiated = (args: Args): number => dot(numbersAt(args[0], gradient(...args)), other(args[0]));
      if (derivative === "hessian") {
        const slope = ([x]: Args, of: unknown): number =>
          dot(
            treesAt(x, of).map((row) => slopeOf(x, row)),
            other(x),
          );
        return { call, ready: ahead, explained, slope, differentiated };
      }
      const given = ([x, ...rest]: Args): Args => [x, tangentOf(x), ...rest];
      return {
        call: (args) => of(...given(args)),
        ready: (args) => ahead(given(args)),
        explained: (args) => explained(given(args)),
        slope: ([x], g) => dot(numbersAt(x, g), other(x)),
        differentiated,
      };
    }
  }
}
