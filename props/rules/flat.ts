// The primitives without a derivative, each with the reason that this is right, which the laws put to the test.
//
// `steps`: a number that is locally constant, so that its derivative is zero wherever there is one; the points are away
// from jumps. `other`: what it gives is not a number that could carry a derivative, shown by an example. `defined`: it
// has none because its meaning says so. `early`: it is gone before differentiation.

import type { PrimName } from "../../src/ir/index.ts";
import { Context, numberOfClass, Thrown } from "../../src/runtime/index.ts";
import type { SmoothPrim } from "../../src/interp/dual-rules.ts";
import type { Point } from "./domains.ts";
import type { StructuralPrim } from "./structural.ts";

export type Flat =
  | { readonly kind: "steps"; readonly points: readonly Point[] }
  | { readonly kind: "other"; readonly operands: () => readonly unknown[] }
  | { readonly kind: "defined"; readonly why: string }
  | { readonly kind: "early" };

const steps = (...points: readonly Point[]): Flat => ({ kind: "steps", points });
const other = (...operands: readonly unknown[]): Flat => ({ kind: "other", operands: () => operands });
const defined = (why: string): Flat => ({ kind: "defined", why });
const early: Flat = { kind: "early" };

const unary: readonly Point[] = [[0.3], [-1.7], [2.6], [1e6 + 0.25]];
const binary: readonly Point[] = [
  [5.5, 3.3],
  [-7.6, 2.2],
  [1000.5, -4.4],
];

export const flat: Readonly<Record<Exclude<PrimName, SmoothPrim | StructuralPrim>, Flat>> = {
  bitand: steps(...binary),
  bitor: steps(...binary),
  bitxor: steps(...binary),
  shl: steps(...binary),
  shr: steps(...binary),
  ushr: steps(...binary),
  bitnot: steps(...unary),
  ceil: steps(...unary),
  clz32: steps(...unary),
  floor: steps(...unary),
  imul: steps(...binary),
  round: steps(...unary),
  sign: steps(...unary),
  trunc: steps(...unary),
  lt: other(1, 2),
  le: other(1, 2),
  gt: other(1, 2),
  ge: other(1, 2),
  eq: other(1, 2),
  ne: other(1, 2),
  "loose-eq": other(1, 2),
  "loose-ne": other(1, 2),
  not: other(1),
  typeof: other(1),
  instanceof: other([], Array),
  "to-string": other(1),
  "is-nullish": other(1),
  "is-unset": other(1),
  "is-number": other(1),
  has: other({ a: 1 }, "a"),
  keys: other({ a: 1 }),
  "keys-in": other({ a: 1 }),
  "still-in": other({ a: 1 }, "a"),
  "own-slot": other({ a: 1 }, "__proto__"),
  "is-walked": other([1], "keys"),
  "is-element": other([1], 0, "undefined"),
  "class-made": other([1], "map"),
  "property-keys": other({ a: 1 }),
  accessor: other("get"),
  "accessor-of": other({ a: 1 }, "a", "get"),
  "prototype-of": other([1]),
  template: other("a.ts:1:1", "b", "b"),
  "object-of": other(null),
  "array-new": other(2),
  "typed-new": other(Float64Array, 2),
  "guard-array": other([1]),
  "guard-float32": other(new Float32Array(1)),
  "guard-float64": other(new Float64Array(1)),
  "guard-integers": other(new Int32Array(1)),
  "guard-record": other({ a: 1 }),
  "guard-instance": other({ a: 1 }, numberOfClass(Object.prototype)),
  "guard-inherited": other({ a: 1 }, "b"),
  "guard-apart": other([1], [2]),
  "guard-data": other({ a: 1 }, "a"),
  "guard-keys": other({ a: 1 }, "a"),
  "guard-typeof": other("a", "string"),
  "guard-numbers": other([1]),
  "guard-texts": other(["a"]),
  "guard-structure": other(1, { items: [], uniform: true }, 0),
  "guard-items": other({ uniform: false, length: 1 }),
  "guard-element": other([1], 0),
  "guard-slot": other([1], 0),
  "keep-guard": other(1),
  "log-slot": other([1], 0),
  "log-end": other([1], 1),
  "log-length": other([1], 0),
  "shadow-fields": other(new Context(), { a: 1 }, "a"),
  "shadow-numbers": other(new Context(), [1]),
  "take-numbers": other(new Context(), [1]),
  "new-context": other(),
  "new-tangents": other(),
  shadow: other(new Context(), []),
  structure: other([1]),
  "is-touched": other(new Context(), []),
  "no-array": other(1),
  "no-array-stored": other(new Float64Array(1), 1),
  overlaps: other(null, [1], [0]),
  "tuple-length": defined("a whole number that no operand moves"),
  "array-length": defined("a whole number that no operand moves"),
  "guard-function": defined("a whole number that no operand moves"),
  "class-among": defined("a whole number that no operand moves"),
  "map-get": defined("maps of modules are constant"),
  "place-of": defined("a whole number that no operand moves"),
  "place-add": other(["a"], "a"),
  "place-remove": defined("a whole number that no operand moves"),
  "place-clear": other(["a"]),
  "place-next": defined("a whole number that no operand moves"),
  "place-count": defined("a whole number that no operand moves"),
  iterable: defined("the reference itself, whose cotangents are in its shadow"),
  random: defined("it has no operand"),
  global: defined("a name from outside"),
  stop: defined("that is what it is for"),
  "is-thrown": other(1),
  "inert-error": other(new Thrown(new Error("no number"))),
  failure: defined("the errors of the language carry no derivative"),
  attempt: defined("for calls of inactive functions"),
  "foreign-call": defined("for calls of inactive functions"),
  "passive-call": defined("for calls of inactive functions"),
  "array-zeros": defined("it stands only in code that is not differentiated any more"),
  "arena-take": defined("it stands only in code that is not differentiated any more"),
  "arena-room": defined("it stands only in code that is not differentiated any more"),
  "arena-for-loop": defined("it stands only in code that is not differentiated any more"),
  "arena-give": defined("it stands only in code that is not differentiated any more"),
  "as-whole": defined("it stands only in code that is not differentiated any more"),
  yield: defined("generators are split before anything is differentiated"),
  cell: early,
  "cell-get": early,
  "cell-set": early,
};
