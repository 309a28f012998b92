// Which way a program's comparisons went, from its second rendering, in which they report themselves.

import fc from "fast-check";
import { ZerothError } from "zeroth";
import type { Callable } from "./subject.ts";

/** What modules import as "near", and what it has seen. */
export interface Branches {
  readonly near: (a: number, b: number, what?: string) => number;
  /** The decisions of a run, and how near the nearest was to another. */
  readonly run: (f: Callable, args: readonly unknown[]) => { readonly decisions: string; readonly margin: number };
}

type Compare = (a: number, b: number) => readonly [result: number, decision: number, margin: number];

const toInteger =
  (round: (x: number) => number, offset: number): Compare =>
  (a) => {
    const shifted = a - offset;
    return [round(a), round(a), Math.abs(shifted - Math.round(shifted))];
  };

const compare: { readonly [what: string]: Compare } = {
  "": (a, b) => [a - b, Math.sign(a - b), Math.abs(a - b)],
  max: (a, b) => [Math.max(a, b), Math.sign(a - b), Math.abs(a - b)],
  min: (a, b) => [Math.min(a, b), Math.sign(a - b), Math.abs(a - b)],
  abs: (a) => [Math.abs(a), Math.sign(a), Math.abs(a)],
  sign: (a) => [Math.sign(a), Math.sign(a), Math.abs(a)],
  first: (a) => [a, a === 0 ? 0 : 1, Math.abs(a)],
  floor: toInteger(Math.floor, 0),
  ceil: toInteger(Math.ceil, 0),
  trunc: toInteger(Math.trunc, 0),
  round: toInteger(Math.round, 0.5),
  "%": (a, b) => [a % b, Math.trunc(a / b), Math.abs(a / b - Math.round(a / b))],
};

export function watchBranches(): Branches {
  let decisions: number[] = [];
  let margin = Infinity;
  return {
    near: (a, b, what = "") => {
      const [result, decision, distance] = (compare[what] as Compare)(a, b);
      decisions.push(decision);
      margin = Math.min(margin, distance);
      return result;
    },
    run: (f, args) => {
      decisions = [];
      margin = Infinity;
      try {
        f(...args);
      } catch (error) {
        // A derivative inside of the program that goes through `near`, which has none.
        if (!(error instanceof ZerothError)) throw error;
        fc.pre(false);
      }
      return { decisions: decisions.join(), margin };
    },
  };
}
