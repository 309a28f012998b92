// Partial derivatives of the numeric primitives, for dual numbers: a second table that shares nothing with the first.
//
// A rule gives the product of a tangent and a partial derivative, so that a factor that would over- or underflow by itself is
// combined with the factor that compensates for it. Wherever possible a formula differs from that of the transforms: it goes
// through the inverse function (acosh: 1/sinh r), half angles, angles, scaled norms, products instead of powers. Formulas are
// calculated with numbers of any kind, so higher derivatives are derivatives of these formulas.
//
// Where a derivative is a choice: abs at 0 → 0; ties of max and min share 1/k each; x ** 0 at 0 → 0; hypot and atan2
// at the origin → 0; sqrt, cbrt and log at 0 → ∞; x % y → (1, −trunc(x/y)); rounding → 0, but `fround` → 1.

import type { PrimName } from "../ir/index.ts";
import { calculate, scaled, standardOf, type Num } from "./lifted.ts";

/** t · ∂result/∂operand k, for a tangent t other than 0. */
export type DualRule = (k: number, args: readonly Num[], result: Num, tangent: Num) => Num;

const add = (a: Num, b: Num): Num => calculate("add", a, b);
const sub = (a: Num, b: Num): Num => calculate("sub", a, b);
const mul = (a: Num, b: Num): Num => calculate("mul", a, b);
const div = (a: Num, b: Num): Num => calculate("div", a, b);
const neg = (a: Num): Num => calculate("neg", a);
const square = (a: Num): Num => mul(a, a);
const math = (prim: PrimName, a: Num): Num => calculate(prim, a);
/** t / p for a tangent t: the zero is as strong as in products. */
const over = (t: Num, p: Num): Num => (t === 0 ? 0 : calculate("ratio", t, p));

const identity: DualRule = (_k, _args, _r, t) => t;
/** A rule for one operand, from x and the result. */
const unary =
  (partial: (x: Num, r: Num) => Num): DualRule =>
  (_, [x = NaN], r, t) =>
    scaled(t, partial(x, r));
/** The same, from the reciprocal of the partial derivative. */
const inverse =
  (reciprocal: (x: Num, r: Num) => Num): DualRule =>
  (_, [x = NaN], r, t) =>
    over(t, reciprocal(x, r));
type Multiple = (t: Num, x: Num, y: Num, r: Num) => Num;
/** A rule for two operands, with one formula for each. */
const binary =
  (first: Multiple, second: Multiple): DualRule =>
  (k, [x = NaN, y = NaN], r, t) =>
    (k === 0 ? first : second)(t, x, y, r);
const product: DualRule = binary(
  (t, _, y) => scaled(t, y),
  (t, x) => scaled(t, x),
);
const quotientBy = (divided: (x: Num, y: Num) => Num): DualRule =>
  binary(
    (t, _, y) => over(t, y),
    (t, x, y) => neg(scaled(over(t, y), divided(x, y))),
  );

/** x times the sign of its value: |x| away from 0. */
const magnitude = (x: Num): Num => (standardOf(x) < 0 ? neg(x) : x);
const sizeOf = (x: Num): number => Math.abs(standardOf(x));
/** √(1 − x²), exact towards ±1. */
const sineOfArcCosine = (x: Num): Num => math("sin", math("acos", magnitude(x)));

/** t·x / (x² + y²), of numbers divided by the largest; 0 at the origin. */
function overSquaredNorm(t: Num, numerator: Num, x: Num, y: Num): Num {
  const scale = Math.max(sizeOf(x), sizeOf(y));
  if (scale === 0) return 0;
  const squares = add(square(div(x, scale)), square(div(y, scale)));
  return scaled(over(t, scale), div(div(numerator, scale), squares));
}

/** The sine or cosine of the angle between an operand and the others. */
const hypotRule: DualRule = (k, args, r, t) => {
  const x = args[k] as Num;
  if (!(sizeOf(r) < Infinity)) return div(mul(t, x), r);
  const rest = calculate("hypot", ...args.filter((_, i) => i !== k));
  if (sizeOf(x) < sizeOf(rest)) return scaled(t, math("sin", calculate("atan2", x, rest)));
  const cosine = math("cos", calculate("atan2", rest, magnitude(x)));
  return scaled(t, standardOf(x) < 0 ? neg(cosine) : standardOf(x) === 0 ? 0 : cosine);
};

/** Each operand that equals the winner has an equal share. */
const share: DualRule = (k, args, result, t) => {
  const winner = standardOf(result);
  if (Number.isNaN(winner)) return NaN;
  const winners = args.filter((a) => standardOf(a) === winner).length;
  return scaled(t, standardOf(args[k] as Num) === winner ? 1 / winners : 0);
};

/** xⁿ for a whole number n ≥ 0: products, halves first. */
function wholePower(x: Num, n: number): Num {
  if (n === 0) return 1;
  const half = wholePower(x, Math.floor(n / 2));
  return n % 2 === 0 ? square(half) : mul(square(half), x);
}

const mostFactors = 32;

/** t·y·x^(y−1): by products for small integers y, else as r·y/x if that loses no accuracy. */
function basePartial(t: Num, x: Num, y: Num, r: Num): Num {
  const exponent = standardOf(y);
  if (typeof y === "number" && y === 0) return 0;
  const weighted = scaled(t, y);
  if (typeof y === "number" && Number.isInteger(y) && y > 0 && y <= mostFactors)
    return scaled(weighted, wholePower(x, y - 1));
  const size = sizeOf(r);
  if (size > 1e-300 && size < 1e300 && standardOf(x) !== 0) return scaled(scaled(over(t, x), y), r);
  return scaled(weighted, calculate("pow", x, exponent === 0 ? 1 : sub(y, 1)));
}

/** t·r·log x; 0 at x = 0 for y ≥ 0. */
function exponentPartial(t: Num, x: Num, y: Num, r: Num): Num {
  const base = standardOf(x);
  if (base === 0 && standardOf(y) >= 0) return 0;
  const near = base > 0.5 && base < 2;
  return scaled(scaled(t, r), near ? math("log1p", sub(x, 1)) : mul(math("log2", x), Math.LN2));
}

/** x / y, rounded towards zero; a constant. */
function wholeQuotient(x: Num, y: Num): number {
  const quotient = standardOf(x) / standardOf(y);
  return quotient < 0 ? Math.ceil(quotient) : Math.floor(quotient);
}

/** t / (1 + x²), in 1/x for large x. */
const arcTangent: DualRule = (_, [x = NaN], r, t) => {
  if (sizeOf(x) <= 1) return scaled(t, square(math("cos", r)));
  return over(over(over(t, x), x), add(1, square(div(1, x))));
};

/** 4e/(1 + e)² for e = exp(−2|x|), which never overflows; near 0, where its own derivative cancels, 1 − r². */
function hyperbolicTangentPartial(x: Num, r: Num): Num {
  if (sizeOf(x) < 0.3) return sub(1, square(r));
  const e = math("exp", mul(-2, magnitude(x)));
  return div(div(mul(4, e), add(1, e)), add(1, e));
}

/** 0 for −0: as in the transforms, logarithms are approached from above. */
const fromAbove = (x: Num): Num => (standardOf(x) === 0 ? add(x, 0) : x);

const logarithm =
  (factor: number): DualRule =>
  (_, [x = NaN], _r, t) =>
    over(mul(factor, t), fromAbove(x));

/** cos x, sin x from the half angle. */
function cosine(x: Num): Num {
  const [s, c] = [math("sin", div(x, 2)), math("cos", div(x, 2))];
  return mul(sub(c, s), add(c, s));
}
const sine = (x: Num): Num => mul(2, mul(math("sin", div(x, 2)), math("cos", div(x, 2))));

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
  | "returned"
  | "guard-number"
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
  | "ratio"
  | "carry";

export const dualRules: Readonly<Record<SmoothPrim, DualRule>> = {
  add: identity,
  sum: identity,
  sub: binary((t) => t, neg),
  mul: product,
  div: quotientBy(div),
  rem: binary(
    (t) => t,
    (t, x, y) => scaled(t, -wholeQuotient(x, y)),
  ),
  pow: binary(basePartial, exponentPartial),
  neg: (_k, _args, _r, t) => neg(t),
  plus: identity,
  numeric: identity,
  number: identity,
  copy: identity,
  returned: identity,
  "guard-number": identity,
  abs: unary((x) => signOf(standardOf(x))),
  acos: inverse((x) => neg(sineOfArcCosine(x))),
  acosh: inverse((_, r) => math("sinh", r)),
  asin: inverse(sineOfArcCosine),
  asinh: inverse((_, r) => math("cosh", r)),
  atan: arcTangent,
  atanh: unary((_, r) => square(math("cosh", r))),
  atan2: binary(
    (t, y, x) => overSquaredNorm(t, x, x, y),
    (t, y, x) => neg(overSquaredNorm(t, y, x, y)),
  ),
  cbrt: (_, _args, r, t) => over(over(t, mul(3, fromAbove(r))), fromAbove(r)),
  cos: unary((x) => neg(sine(x))),
  cosh: unary((x, r) => (standardOf(r) === Infinity ? math("sinh", x) : mul(r, math("tanh", x)))),
  exp: unary((x) => square(math("exp", div(x, 2)))),
  expm1: unary((x) => square(math("exp", div(x, 2)))),
  fround: identity,
  log: logarithm(1),
  log10: logarithm(Math.LOG10E),
  log1p: inverse((x) => add(x, 1)),
  log2: logarithm(Math.LOG2E),
  sin: unary(cosine),
  sinh: unary((x, r) => (sizeOf(r) === Infinity ? math("cosh", x) : calculate("hypot", 1, r))),
  sqrt: inverse((_, r) => mul(2, fromAbove(r))),
  tan: unary((x) => square(div(1, math("cos", x)))),
  tanh: unary(hyperbolicTangentPartial),
  max: share,
  min: share,
  hypot: hypotRule,
  scale: product,
  ratio: quotientBy(over),
  // r, with the derivative of r plus p times that of x
  carry: (k, args, _, t) => (k === 0 ? t : k === 1 ? scaled(t, args[2] as Num) : 0),
};
