// Partial derivatives of the numeric primitives, for dual numbers: a second table, shared with nothing.
//
// A formula is chosen to be another one than the transforms use wherever there is another: through the inverse
// function (acosh: 1/sinh r), half angles, scaled norms, products instead of powers. Formulas are calculated with
// numbers of any kind, so higher derivatives are derivatives of these formulas.
//
// Where a derivative is a choice: abs at 0 → 0; ties of max and min share 1/k each; x ** 0 at 0 → 0; hypot and atan2
// at the origin → 0; sqrt, cbrt and log at 0 → ∞; x % y → (1, −trunc(x/y)); rounding → 0, but `fround` → 1.

import type { PrimName } from "../ir/index.ts";
import { calculate, standardOf, type Num } from "./lifted.ts";

/** ∂result/∂operand k. */
export type DualRule = (k: number, args: readonly Num[], result: Num) => Num;

const add = (a: Num, b: Num): Num => calculate("add", a, b);
const sub = (a: Num, b: Num): Num => calculate("sub", a, b);
const mul = (a: Num, b: Num): Num => calculate("mul", a, b);
const div = (a: Num, b: Num): Num => calculate("div", a, b);
const neg = (a: Num): Num => calculate("neg", a);
const square = (a: Num): Num => mul(a, a);
const math = (prim: PrimName, a: Num): Num => calculate(prim, a);

const identity: DualRule = () => 1;
/** A rule of one operand, from x and the result. */
const unary =
  (partial: (x: Num, r: Num) => Num): DualRule =>
  (_, [x = NaN], r) =>
    partial(x, r);
/** A rule of two operands, one formula for each. */
const binary =
  (first: (x: Num, y: Num, r: Num) => Num, second: (x: Num, y: Num, r: Num) => Num): DualRule =>
  (k, [x = NaN, y = NaN], r) =>
    (k === 0 ? first : second)(x, y, r);

/** x times the sign of its value: |x| away from 0. */
const magnitude = (x: Num): Num => (standardOf(x) < 0 ? neg(x) : x);
/** √(1 − x²), exact towards ±1. */
const sineOfArcCosine = (x: Num): Num => math("sin", math("acos", magnitude(x)));

/** The largest operand in size, as a plain number: dividing by it keeps squares from overflowing. */
const largest = (args: readonly Num[]): number => Math.max(...args.map((a) => Math.abs(standardOf(a))));

/** The sum of squares of operands divided by `scale`. */
const squares = (args: readonly Num[], scale: number): Num =>
  args.reduce((total, a) => add(total, square(div(a, scale))), 0 as Num);

/** x / (x² + y²); 0 at the origin. */
function overSquaredNorm(numerator: Num, x: Num, y: Num): Num {
  const scale = largest([x, y]);
  return scale === 0 ? 0 : div(div(div(numerator, scale), squares([x, y], scale)), scale);
}

function hypotPartial(k: number, args: readonly Num[]): Num {
  const scale = largest(args);
  return scale === 0 ? 0 : div(div(args[k] as Num, scale), math("sqrt", squares(args, scale)));
}

/** Each operand that equals the winner has an equal share. */
const share: DualRule = (k, args, result) => {
  const winner = standardOf(result);
  if (Number.isNaN(winner)) return NaN;
  const winners = args.filter((a) => standardOf(a) === winner).length;
  return standardOf(args[k] as Num) === winner ? 1 / winners : 0;
};

/** xⁿ for a whole number n: products, halves first. */
function wholePower(x: Num, n: number): Num {
  if (n === 0) return 1;
  if (n < 0) return div(1, wholePower(x, -n));
  const half = wholePower(x, Math.floor(n / 2));
  return n % 2 === 0 ? square(half) : mul(square(half), x);
}

const mostFactors = 32;

/** y·x^(y−1): by products for small whole y, else as r·y/x where that loses nothing. */
function basePartial(x: Num, y: Num, r: Num): Num {
  const exponent = standardOf(y);
  if (typeof y === "number" && y === 0) return 0;
  if (typeof y === "number" && Number.isInteger(y) && Math.abs(y) <= mostFactors) return mul(y, wholePower(x, y - 1));
  const size = Math.abs(standardOf(r));
  if (size > 1e-300 && size < 1e300 && standardOf(x) !== 0) return div(mul(r, y), x);
  return calculate("scale", y, calculate("pow", x, exponent === 0 ? 1 : sub(y, 1)));
}

/** r·log x; 0 at x = 0 for y ≥ 0. */
function exponentPartial(x: Num, y: Num, r: Num): Num {
  const base = standardOf(x);
  if (base === 0 && standardOf(y) >= 0) return 0;
  const near = base > 0.5 && base < 2;
  return mul(r, near ? math("log1p", sub(x, 1)) : mul(math("log2", x), Math.LN2));
}

/** Rounded towards zero, and constant. */
function wholeQuotient(x: Num, y: Num): number {
  const quotient = standardOf(x) / standardOf(y);
  return quotient < 0 ? Math.ceil(quotient) : Math.floor(quotient);
}

/** 1 / (1 + x²), in 1/x for large x. */
function arcTangentPartial(x: Num, r: Num): Num {
  if (Math.abs(standardOf(x)) <= 1) return square(math("cos", r));
  const q = div(1, x);
  return div(square(q), add(1, square(q)));
}

/** 4e/(1 + e)² for e = exp(−2|x|), which never overflows. */
function hyperbolicTangentPartial(x: Num): Num {
  const e = math("exp", mul(-2, magnitude(x)));
  return div(div(mul(4, e), add(1, e)), add(1, e));
}

/** 0 for −0: logarithms are approached from above there, too. */
const fromAbove = (x: Num): Num => (standardOf(x) === 0 ? add(x, 0) : x);

/** cos x, sin x from the half angle. */
function cosine(x: Num): Num {
  const [s, c] = [math("sin", div(x, 2)), math("cos", div(x, 2))];
  return mul(sub(c, s), add(c, s));
}
const sine = (x: Num): Num => mul(2, mul(math("sin", div(x, 2)), math("cos", div(x, 2))));

/** A root's derivative r/(n·x): ∞ at 0, 0 at ∞. */
const rootPartial = (x: Num, r: Num, n: number): Num => {
  const value = standardOf(x);
  return value === 0 ? Infinity : Math.abs(value) === Infinity ? div(1, x) : div(r, mul(n, x));
};

function signOf(x: number): number {
  return x > 0 ? 1 : x < 0 ? -1 : x === 0 ? 0 : NaN;
}

/** Primitives that have a derivative. */
export type SmoothPrim =
  | "add"
  | "sum"
  | "sub"
  | "mul"
  | "div"
  | "rem"
  | "pow"
  | "neg"
  | "plus"
  | "numeric"
  | "number"
  | "copy"
  | "expect-number"
  | "abs"
  | "acos"
  | "acosh"
  | "asin"
  | "asinh"
  | "atan"
  | "atanh"
  | "atan2"
  | "cbrt"
  | "cos"
  | "cosh"
  | "exp"
  | "expm1"
  | "fround"
  | "log"
  | "log10"
  | "log1p"
  | "log2"
  | "sin"
  | "sinh"
  | "sqrt"
  | "tan"
  | "tanh"
  | "max"
  | "min"
  | "hypot"
  | "scale"
  | "carry";

export const dualRules: Readonly<Record<SmoothPrim, DualRule>> = {
  add: identity,
  sum: identity,
  sub: binary(
    () => 1,
    () => -1,
  ),
  mul: binary(
    (_, y) => y,
    (x) => x,
  ),
  div: binary(
    (_, y) => div(1, y),
    (x, y) => neg(mul(mul(x, div(1, y)), div(1, y))),
  ),
  rem: binary(
    () => 1,
    (x, y) => -wholeQuotient(x, y),
  ),
  pow: binary(basePartial, exponentPartial),
  neg: () => -1,
  plus: identity,
  numeric: identity,
  number: identity,
  copy: identity,
  "expect-number": identity,
  abs: unary((x) => signOf(standardOf(x))),
  acos: unary((x) => neg(div(1, sineOfArcCosine(x)))),
  acosh: unary((_, r) => div(1, math("sinh", r))),
  asin: unary((x) => div(1, sineOfArcCosine(x))),
  asinh: unary((_, r) => div(1, math("cosh", r))),
  atan: unary(arcTangentPartial),
  atanh: unary((_, r) => square(math("cosh", r))),
  atan2: binary(
    (y, x) => overSquaredNorm(x, x, y),
    (y, x) => neg(overSquaredNorm(y, x, y)),
  ),
  cbrt: unary((x, r) => rootPartial(x, r, 3)),
  cos: unary((x) => neg(sine(x))),
  cosh: unary((x, r) => (standardOf(r) === Infinity ? math("sinh", x) : mul(r, math("tanh", x)))),
  exp: unary((x) => square(math("exp", div(x, 2)))),
  expm1: unary((x) => square(math("exp", div(x, 2)))),
  fround: identity,
  log: unary((x) => div(1, fromAbove(x))),
  log10: unary((x) => div(Math.LOG10E, fromAbove(x))),
  log1p: unary((x) => div(1, add(x, 1))),
  log2: unary((x) => div(Math.LOG2E, fromAbove(x))),
  sin: unary(cosine),
  sinh: unary((_, r) => calculate("hypot", 1, r)),
  sqrt: unary((x, r) => rootPartial(x, r, 2)),
  tan: unary((x) => square(div(1, math("cos", x)))),
  tanh: unary(hyperbolicTangentPartial),
  max: share,
  min: share,
  hypot: hypotPartial,
  scale: binary(
    (_, p) => p,
    (g) => g,
  ),
  // r, with the derivative of r plus p times that of x
  carry: (k, args) => (k === 0 ? 1 : k === 1 ? (args[2] as Num) : 0),
};
