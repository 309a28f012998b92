// Which way a program's comparisons went, from its second rendering, in which they report themselves.

import fc from "fast-check";
import { ZerothError } from "zeroth";
import { render, type Program } from "./arbitrary/index.ts";
import { closedText, subjectOf, type Callable } from "./subject.ts";

interface Watched {
  readonly value: unknown;
  readonly decisions: string;
  /** How near the nearest decision was to another. */
  readonly margin: number;
}

/** A program that is watched while it runs. */
export interface Branches {
  readonly run: (args: readonly unknown[]) => Watched;
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

export async function watchBranches(program: Program): Promise<Branches> {
  let decisions: number[] = [];
  let margin = Infinity;
  const near = (a: number, b: number, what = ""): number => {
    const [result, decision, distance] = (compare[what] as Compare)(a, b);
    decisions.push(decision);
    margin = Math.min(margin, distance);
    return result;
  };
  const f = await watchedBy(near, program);
  return {
    run(args) {
      decisions = [];
      margin = Infinity;
      try {
        const value = f(...args);
        return { value, decisions: decisions.join(), margin };
      } catch (error) {
        // A derivative inside of the program that goes through `near`, which has none.
        fc.pre(!(error instanceof ZerothError));
        throw error;
      }
    },
  };
}

/** The second rendering as a function; compiled only if the program takes derivatives itself. */
async function watchedBy(near: object, program: Program): Promise<Callable> {
  const text = render(program, { isNear: true });
  if (text.includes('from "zeroth"')) return (await subjectOf(program, text, { near: { near } })).f;
  // oxlint-disable-next-line no-new-func, no-implied-eval
  const make = new Function("near", `return ${closedText(program, { isNear: true })};`) as (near: object) => Callable;
  return make(near)({}) as Callable;
}
