// The matrix of operators: each applied to a function that uses another, or itself, on programs with loops, branches,
// closures, mutation and recursion. The oracle is one run of the program on nested dual numbers.

import { derivativesByDuals } from "../../src/interp/index.ts";
import { oracleHost } from "../../src/testing/oracle-host.ts";
import { operators, type Operator } from "./operators.ts";
import { programs } from "./programs.ts";

/** Operators from the outermost in: what is applied to what. */
export type Chain = readonly Operator[];

const at = 0.65;
export const tolerance = 1e-8;

const named = (name: string): Operator => {
  const operator = operators.find((o) => o.name === name);
  if (operator === undefined) throw new Error(`no operator ${name}`);
  return operator;
};

export const pairs: readonly Chain[] = operators.flatMap((outer) => operators.map((inner) => [outer, inner]));

/** The eight triples over J and jvp, and the cube of each operator. */
export const triples: readonly Chain[] = [
  ...["J", "jvp"].flatMap((a) =>
    ["J", "jvp"].flatMap((b) => ["J", "jvp"].map((c): Chain => [named(a), named(b), named(c)])),
  ),
  ...operators.filter(({ name }) => name !== "J" && name !== "jvp").map((o): Chain => [o, o, o]),
];

export const nameOf = (chain: Chain): string => chain.map(({ name }) => name).join(" of ");

/** What is wrong with a chain of operators on a program; null if nothing is. */
export function fault(chain: Chain, program: string): string | null {
  const f = programs[program]!;
  const order = chain.reduce((sum, operator) => sum + operator.order, 0);
  let jet = derivativesByDuals(f, at, order, oracleHost);
  let applied = f;
  for (const operator of chain.toReversed()) {
    applied = operator.apply(applied);
    jet = operator.jet(jet);
  }
  const expected = jet[0]!;
  let value: number;
  try {
    value = applied(at);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const isRight = Math.abs(value - expected) <= tolerance * Math.max(1, Math.abs(expected));
  return isRight ? null : `${value} where dual numbers give ${expected}`;
}
