// Gradients by the package's operators, which come to run specialised code, against those of general code.

import { expect } from "vitest";
import { grad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";

export type Call = (...args: unknown[]) => unknown;
/** The functions take what the calls pass. */
export type Fn = (...args: never[]) => number;
export type Operator = (f: Fn) => Call;

export const gradientOf = grad as unknown as Operator;

type Comparison = (f: Fn, ...calls: readonly (readonly unknown[])[]) => void;

const compared =
  (made: (call: Call, args: readonly unknown[]) => unknown): Comparison =>
  (f, ...calls) => {
    const [own, expected] = [gradientOf(f), (general.grad as unknown as Operator)(f)];
    for (const args of calls) expect(made(own, args)).toEqual(made(expected, args));
  };

/** Calls one gradient again and again: it gives what general code gives. */
export const sameGradients: Comparison = compared((call, args) => call(...structuredClone(args)));

/** The same where calls may throw: it throws what general code throws. */
export const sameOutcomes: Comparison = compared((call, args) => {
  try {
    return { result: call(...structuredClone(args)) };
  } catch (error) {
    return { error: String(error) };
  }
});
