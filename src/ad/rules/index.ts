// The table of rules. It is total: a primitive without a rule is a type error.

import { assertInvariant, type PrimName } from "../../ir/index.ts";
import { none } from "./multiples.ts";
import { partials } from "./partials.ts";
import { movingPrimNames, storingPrimNames, type StructuralPrim } from "../structural-names.ts";
import type { Multiple, Rule } from "./rule.ts";

export type { Emit, Multiple, Rule, Scope } from "./rule.ts";

/** Primitives that move cotangents. */
const structural = Object.fromEntries(
  [...movingPrimNames, ...storingPrimNames].map((prim) => [prim, { kind: "structural", prim }]),
) as unknown as Readonly<Record<StructuralPrim, Rule>>;

export const rules: Readonly<Record<PrimName, Rule>> = {
  ...partials,
  ...structural,
  // Integers, comparison, logic, strings, rounding: no derivative.
  bitand: none,
  bitor: none,
  bitxor: none,
  shl: none,
  shr: none,
  ushr: none,
  bitnot: none,
  lt: none,
  le: none,
  gt: none,
  ge: none,
  eq: none,
  ne: none,
  "loose-eq": none,
  "loose-ne": none,
  not: none,
  typeof: none,
  instanceof: none,
  "to-string": none,
  "is-nullish": none,
  "is-unset": none,
  "is-number": none,
  ceil: none,
  clz32: none,
  floor: none,
  imul: none,
  random: none,
  round: none,
  sign: none,
  trunc: none,
  // Inspection, names from outside, fresh stores: nothing to differentiate, and references carry no cotangent.
  stop: none,
  global: none,
  accessor: none,
  "accessor-of": none,
  "prototype-of": none,
  template: none,
  "object-of": none,
  "class-among": none,
  "tuple-length": none,
  "array-new": none,
  "typed-new": none,
  "guard-array": none,
  "guard-float32": none,
  "guard-float64": none,
  "guard-integers": none,
  "guard-record": none,
  "guard-instance": none,
  "guard-inherited": none,
  "guard-apart": none,
  "guard-data": none,
  "guard-function": none,
  "guard-keys": none,
  "guard-typeof": none,
  "guard-numbers": none,
  "guard-texts": none,
  "guard-structure": none,
  "guard-items": none,
  "guard-element": none,
  "guard-slot": none,
  "keep-guard": none,
  "log-slot": none,
  "log-end": none,
  "log-length": none,
  "shadow-fields": none,
  "shadow-numbers": none,
  "take-numbers": none,
  has: none,
  keys: none,
  "keys-in": none,
  "still-in": none,
  "own-slot": none,
  "map-get": none,
  "place-of": none,
  "place-add": none,
  "place-remove": none,
  "place-clear": none,
  "place-next": none,
  "place-count": none,
  "is-walked": none,
  "is-element": none,
  "class-made": none,
  "property-keys": none,
  "array-length": none,
  iterable: none,
  "new-context": none,
  "new-tangents": none,
  shadow: none,
  structure: none,
  "is-touched": none,
  "no-array": none,
  "no-array-stored": none,
  overlaps: none,
  "is-thrown": none,
  "inert-error": none,
  failure: none,
  "foreign-call": none,
  attempt: none,
  yield: none,
  "passive-call": none,
  // Arenas are introduced after differentiation; cells are eliminated before it.
  "array-zeros": none,
  "arena-take": none,
  "arena-room": none,
  "arena-for-loop": none,
  "arena-give": none,
  "as-whole": none,
  cell: none,
  "cell-get": none,
  "cell-set": none,
};

/** Multiples of the partial derivative of a primitive that computes a number, with respect to operand `index`. */
export function multipleOf(prim: PrimName, index: number): Multiple {
  const rule = rules[prim];
  if (rule.kind === "variadic") return rule.partial(index);
  if (rule.kind === "partials") return rule.partials[index] ?? null;
  assertInvariant(rule.kind === "none", `${prim} computes a number`);
  return null;
}
