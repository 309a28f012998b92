// The equations of `simplify`, by primitive, one line each.
//
// They hold under `Object.is` for all operands of the types asked for. `x * 1 → x` does for numbers; `x + 0 → x` fails
// at -0 and `x * 0 → 0` at NaN, so such equations are for the structural zero only. Nothing here may change a
// derivative: `carry` and `stop` stay where an operand is not a constant.

import type { Constant, Operand, PrimInstr, PrimName, Type } from "../../ir/index.ts";
import {
  classesOfType,
  constant,
  elementOf,
  isArray,
  isConstant,
  isNumber,
  isRecord,
  mayBeArray,
  mayConvertStores,
  sameOperand,
  zero,
} from "../../ir/index.ts";
import { foldConstants } from "./constant-folding.ts";

export interface OperandFacts {
  readonly typeOf: (operand: Operand) => Type;
  /** The primitive that defines a value. */
  readonly definition: (operand: Operand) => PrimInstr | undefined;
}

/** Another operand; another primitive in place of this one; nothing at all (a write that goes); or no rewrite. */
export type Rewritten =
  Operand | { readonly kind: "prim"; readonly prim: PrimName; readonly args: readonly Operand[] } | "nothing" | null;

/** Primitives of fewer operands have fewer; those of any number may have more. */
type Operands = readonly [Operand, Operand, Operand, ...Operand[]];
type Condition = (args: Operands, known: OperandFacts) => boolean;
type Equation = (args: Operands, known: OperandFacts) => Rewritten;

export function rewritePrim({ prim, args }: PrimInstr, known: OperandFacts): Rewritten {
  for (const equation of equations.get(prim) ?? []) {
    const result = equation(args as Operands, known);
    if (result !== null) return result;
  }
  return foldConstants(prim, args);
}

const isZero = (operand: Operand | undefined): boolean => operand?.kind === "zero";
const isIndex = (
  operand: Operand | undefined,
): operand is Operand & { readonly kind: "const"; readonly value: number } =>
  operand?.kind === "const" &&
  typeof operand.value === "number" &&
  Number.isInteger(operand.value) &&
  operand.value >= 0;

/** A rule on all operands that gives an operand if the condition holds. */
const when =
  (condition: Condition, result: Equation): Equation =>
  (args, known) =>
    condition(args, known) ? result(args, known) : null;
const first: Equation = ([a]) => a;
const second: Equation = ([, b]) => b;
const third: Equation = ([, , c]) => c;
/** Whether an operand is a constant such that zero times it, and zero divided by it, is zero. */
const isPositive = (operand: Operand | undefined): boolean =>
  operand?.kind === "const" && typeof operand.value === "number" && operand.value > 0 && operand.value < Infinity;
const toZero: Equation = () => zero;
/** Whether an operand is known not to be an error as a value. */
const firstIsNotThrown: Condition = ([a], { typeOf }) => !isOpaque(typeOf(a)) && typeOf(a) !== "box";
/** Whether an operand is known to be an instance of one of the classes that follow. */
const isOfItsClasses: Condition = ([a, ...classes], { typeOf }) => {
  const own = classesOfType(typeOf(a));
  return own.length > 0 && own.every((number) => classes.some((of) => isConstant(of, number)));
};
const toTrue: Equation = () => constant(true);
const toFalse: Equation = () => constant(false);
const nothing: Equation = () => "nothing";

/** The operands of the primitive that defines the first operand, if it is `prim`. */
const parts = (prim: PrimName, operand: Operand, { definition }: OperandFacts): readonly Operand[] | null => {
  const made = definition(operand);
  return made?.prim === prim ? made.args : null;
};
const tuple = (args: readonly Operand[]): Rewritten => ({ kind: "prim", prim: "tuple", args });

const firstIsZero: Condition = ([a]) => isZero(a);
const secondIsZero: Condition = ([, b]) => isZero(b);
const firstIsNumber: Condition = ([a], { typeOf }) => isNumber(typeOf(a));
const secondIsNumber: Condition = ([, b], { typeOf }) => isNumber(typeOf(b));
const firstIsInteger: Condition = ([a], { typeOf }) => typeOf(a) === "int";
const firstIsConstant: Condition = ([a]) => a.kind === "const";
const isSameInteger: Condition = ([a, b], { typeOf }) => sameOperand(a, b) && typeOf(a) === "int";
const firstIs =
  (c: Constant): Condition =>
  ([a]) =>
    isConstant(a, c);
const secondIs =
  (c: Constant): Condition =>
  ([, b]) =>
    isConstant(b, c);
const both =
  (p: Condition, q: Condition): Condition =>
  (args, known) =>
    p(args, known) && q(args, known);

/** A comparison of one of two constants with a third asks which of the two it is; `ifSame` is the answer if they are the same. */
const whichOf =
  (ifSame: boolean) =>
  ([a, b]: Operands, known: OperandFacts): Rewritten => {
    const [x, k] = a.kind === "const" ? [b, a] : [a, b];
    const choice = parts("select", x, known);
    if (k.kind !== "const" || choice === null) return null;
    const [which, u, v] = choice as Operands;
    if (u.kind !== "const" || v.kind !== "const" || known.typeOf(which) !== "bool") return null;
    const [isFirst, isSecond] = [u.value === k.value, v.value === k.value];
    if (isFirst === isSecond) return constant(isFirst === ifSame);
    return isFirst === ifSame ? which : { kind: "prim", prim: "not", args: [which] };
  };

const table = {
  // x · 1 = x, 1 · x = x, x / 1 = x, x ** 1 = x, x − 0 = x, x + (−0) = x for numbers.
  mul: [
    when(both(firstIsNumber, secondIs(1)), first),
    when(both(secondIsNumber, firstIs(1)), second),
    when(([a, b]) => isZero(a) && isPositive(b), toZero),
    when(([a, b]) => isZero(b) && isPositive(a), toZero),
  ],
  div: [when(both(firstIsNumber, secondIs(1)), first), when(([a, b]) => isZero(a) && isPositive(b), toZero)],
  sub: [when(both(firstIsNumber, secondIs(0)), first)],
  pow: [when(both(firstIsNumber, secondIs(1)), first)],
  add: [
    when(both(firstIsNumber, secondIs(-0)), first),
    // No integer is −0.
    when(([a, b], { typeOf }) => isConstant(b, 0) && typeOf(a) === "int", first),
    when(([a, b], { typeOf }) => isConstant(a, 0) && typeOf(b) === "int", second),
  ],
  // An integer is its own whole part.
  trunc: [when(firstIsInteger, first)],
  floor: [when(firstIsInteger, first)],
  ceil: [when(firstIsInteger, first)],
  // A length is not negative.
  max: [when(([a, b, ...others], known) => isConstant(b, 0) && others.length === 0 && isLength(a, known), first)],
  // 0 & 0 = 0, 1 & 1 = 1.
  bitand: [when(([a, b], known) => sameOperand(a, b) && truthBehind(a, known) !== null, first)],
  // ¬¬a = a for truth values, ¬¬¬a = ¬a for all.
  not: [
    ([a], known) => {
      const of = negatedOperand(a, known);
      return of !== null && known.typeOf(of) === "bool" ? of : null;
    },
  ],
  // An integer is no NaN.
  eq: [when(isSameInteger, toTrue), whichOf(true)],
  ne: [when(isSameInteger, toFalse), whichOf(false)],
  // ToNumber of a number is itself.
  plus: [when(firstIsNumber, first)],
  numeric: [when(firstIsNumber, first)],
  number: [when(firstIsNumber, first)],
  // A copy only gave a captured variable a value of its own.
  copy: [first],
  returned: [when(firstIsNotThrown, first)],
  "is-thrown": [when(firstIsNotThrown, toFalse)],
  // A value whose type is known needs no guard.
  "guard-number": [when(firstIsNumber, first)],
  "guard-array": [when(([a], { typeOf }) => elementOf(typeOf(a)) !== undefined && isArray(typeOf(a)), first)],
  "guard-float32": [when(([a], { typeOf }) => typeOf(a) === "float32", first)],
  "guard-float64": [when(([a], { typeOf }) => typeOf(a) === "float64", first)],
  "guard-integers": [when(([a], { typeOf }) => typeOf(a) === "integers", first)],
  "guard-record": [when(([a], { typeOf }) => isRecord(typeOf(a)), first)],
  "guard-instance": [when(isOfItsClasses, first)],
  "class-among": [
    when(
      ([, ...classes]) => classes.length === 1,
      () => constant(0),
    ),
  ],
  // Questions that types answer.
  typeof: [when(firstIsNumber, () => constant("number"))],
  "is-number": [([a], { typeOf }) => asNumber(typeOf(a))],
  "no-array": [([a], { typeOf }) => (mayBeArray(typeOf(a)) ? null : "nothing")],
  "no-array-stored": [
    ([m, a], { typeOf }) => (mayConvertStores(typeOf(m)) && mayBeArray(typeOf(a)) ? null : "nothing"),
  ],
  "is-nullish": [([a], { typeOf }) => asNullish(typeOf(a))],
  "is-unset": [when(([a]) => a.kind === "unset", toTrue), when(firstIsConstant, toFalse)],
  // Derivatives: a constant has none to stop, or to carry.
  stop: [when(([a]) => a.kind === "const" || isZero(a), first)],
  carry: [when(([, x]) => x.kind === "const" || isZero(x), first)],
  // The length of a new typed array.
  length: [
    ([x], { definition, typeOf }) => {
      const made = definition(x);
      const n = made?.prim === "typed-new" ? made.args[1] : undefined;
      return n !== undefined && typeOf(n) === "int" ? n : null;
    },
  ],
  // Components.
  "tuple-get": [([t, k], known) => (isIndex(k) ? (parts("tuple", t, known)?.[k.value] ?? null) : null)],
  "tuple-length": [([t], known) => mapped(parts("tuple", t, known), (items) => constant(items.length))],
  "tuple-concat": [
    ([a, b], known) =>
      mapped(parts("tuple", a, known), (x) => mapped(parts("tuple", b, known), (y) => tuple([...x, ...y]))),
    when(([a], known) => parts("tuple", a, known)?.length === 0, second),
    when(([, b], known) => parts("tuple", b, known)?.length === 0, first),
  ],
  part: [
    when(firstIsZero, toZero),
    ([t, k], known) => (isIndex(k) ? mapped(parts("tuple", t, known), (items) => items[k.value] ?? zero) : null),
    ([t, k], known) =>
      mapped(parts("inject", t, known), ([j, g]) =>
        isIndex(k) && isIndex(j) && g !== undefined ? (k.value === j.value ? g : zero) : null,
      ),
  ],
  "parts-from": [
    when(firstIsZero, toZero),
    ([t, k], known) => (isIndex(k) ? mapped(parts("tuple", t, known), (items) => tuple(items.slice(k.value))) : null),
  ],
  "parts-to": [
    when(firstIsZero, toZero),
    ([t, k], known) =>
      isIndex(k) ? mapped(parts("tuple", t, known), (items) => tuple(items.slice(0, k.value))) : null,
  ],
  inject: [when(secondIsZero, toZero)],
  "inject-from": [when(secondIsZero, toZero)],
  // Tapes: pop ∘ push is the pair itself; the empty tape is bottomless.
  "tape-pop": [
    when(firstIsZero, () => tuple([zero, zero])),
    ([t], known) => mapped(parts("tape-push", t, known), tuple),
  ],
  // Cotangents: zero is neutral to sums and absorbs products.
  // Tuples without common components add up to one tuple.
  sum: [
    when(firstIsZero, second),
    when(secondIsZero, first),
    ([a, b], known) => mapped(asTuple(a, known), (x) => mapped(asTuple(b, known), (y) => disjoint(x, y))),
  ],
  // Not if the second is zero: times a negative number that is -0.
  scale: [when(firstIsZero, toZero), when(([g]) => g.kind === "const" && g.value === 0, toZero)],
  ratio: [when(firstIsZero, toZero), when(([g]) => g.kind === "const" && g.value === 0, toZero)],
  gate: [when(firstIsZero, toZero), when(secondIs(true), first), when(([, c]) => c.kind === "const", toZero)],
  select: [when(firstIs(true), second), when(firstIsConstant, third), when(([, a, b]) => sameOperand(a, b), second)],
  accum: [when(([, , g]) => isZero(g), nothing)],
  "accum-all": [when(secondIsZero, nothing)],
} satisfies { readonly [P in PrimName]?: readonly Equation[] };

function isLength(operand: Operand, { definition, typeOf }: OperandFacts): boolean {
  const instr = definition(operand);
  const isRead = instr?.prim === "length" || (instr?.prim === "load" && isConstant(instr.args[1], "length"));
  return isRead && typeOf(operand) === "int";
}

/** The truth value, if an operand is that value as the number 0 or 1; else null. */
export function truthBehind(operand: Operand, { definition, typeOf }: OperandFacts): Operand | null {
  const instr = definition(operand);
  const [truth] = instr?.prim === "plus" ? instr.args : [];
  return truth !== undefined && typeOf(truth) === "bool" ? truth : null;
}

/** The operand that this one is the negation of; null if it is none. */
function negatedOperand(operand: Operand, { definition }: OperandFacts): Operand | null {
  const instr = definition(operand);
  return instr?.prim === "not" ? (instr.args[0] ?? null) : null;
}

/** The operand whose truth this one is, as the negation of its negation; null if it is none. */
export function negatedTwice(operand: Operand, known: OperandFacts): Operand | null {
  const negated = negatedOperand(operand, known);
  return negated === null ? null : negatedOperand(negated, known);
}

const equations: ReadonlyMap<string, readonly Equation[]> = new Map(Object.entries(table));

const mapped = <T>(items: T | null, map: (items: T) => Rewritten): Rewritten => (items === null ? null : map(items));

/** The components of a tuple cotangent that `tuple` or `inject` made. */
function asTuple(operand: Operand, known: OperandFacts): readonly Operand[] | null {
  const injected = parts("inject", operand, known);
  if (injected === null) return parts("tuple", operand, known);
  const [k, g] = injected;
  return isIndex(k) && g !== undefined ? [...new Array<Operand>(k.value).fill(zero), g] : null;
}

/** The sum of two tuples, if no component is in both. */
function disjoint(a: readonly Operand[], b: readonly Operand[]): Rewritten {
  const length = Math.max(a.length, b.length);
  const items = Array.from({ length }, (_, k) =>
    isZero(a[k] ?? zero) ? (b[k] ?? zero) : isZero(b[k] ?? zero) ? a[k] : null,
  );
  return items.every((item) => item != null) ? tuple(items) : null;
}

function asNumber(type: Type): Operand | null {
  if (isNumber(type)) return constant(true);
  return isOpaque(type) ? null : constant(false);
}

function asNullish(type: Type): Operand | null {
  if (type === "undef" || type === "null") return constant(true);
  return isOpaque(type) ? null : constant(false);
}

/** Types that do not tell whether a value is a number, or that are of values that are not the program's. */
const isOpaque = (type: Type): boolean =>
  type === "any" || type === "numeric" || type === "unset" || type === "tape" || type === "tuple";
