// The partial derivatives of the numeric primitives, one line each.
//
// Conventions where a derivative is a choice: abs at 0 → 0; ties of max and min share 1/k each; x ** 0 at 0 → 0;
// hypot and atan2 at the origin → 0; sqrt and log at 0 and −0 → ∞; x % y → (1, −trunc(x/y)); rounding functions → 0
// (`fround` → 1).

import { constant, type Operand } from "../../ir/index.ts";
import type { Partial, Rule, Scope } from "./rule.ts";

export const none: Rule = { kind: "none" };
const rule = (...partials: readonly Partial[]): Rule => ({ kind: "partials", partials });

const reciprocal = (s: Scope, x: Operand): Operand => s.emit("div", 1, x);
/** x, but 0 for −0: a border that is reached from above has its derivative from above. */
const fromAbove = (s: Scope, x: Operand): Operand => s.emit("add", x, 0);
/** (1 − x)(1 + x): 1 − x² without cancellation near ±1. */
const oneMinusSquare = (s: Scope): Operand => s.emit("mul", s.emit("sub", 1, s.x), s.emit("add", 1, s.x));
/** 0 where the norm is 0, else (numerator / norm). */
const quotient = (s: Scope, numerator: Operand, norm: Operand): Operand =>
  s.emit("select", s.emit("eq", norm, 0), 0, s.emit("div", numerator, norm));

/** max and min: 1/k for each of the k operands that equal the result, NaN if the result is NaN. */
const share =
  (index: number): Partial =>
  (s) => {
    let ties = s.emit("select", s.emit("eq", s.arg(0), s.result), 1, 0);
    for (let i = 1; i < s.count; i++)
      ties = s.emit("add", ties, s.emit("select", s.emit("eq", s.arg(i), s.result), 1, 0));
    const won = s.emit("select", s.emit("eq", s.arg(index), s.result), 1, 0);
    return s.emit("div", won, ties);
  };

/** Primitives with scalar partial derivatives. */
export type ScalarPrim =
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
  | "scale";

export const partials: Readonly<Record<ScalarPrim, Rule>> = {
  sub: rule(1, -1),
  mul: rule(
    (s) => s.y,
    (s) => s.x,
  ),
  div: rule(
    (s) => reciprocal(s, s.y),
    (s) => s.emit("neg", s.emit("div", s.result, s.y)),
  ),
  rem: rule(1, (s) => s.emit("neg", s.emit("trunc", s.emit("div", s.x, s.y)))),
  pow: rule(
    // y · x^(y−1), 0 where y is 0
    (s) => s.emit("scale", s.y, s.emit("pow", s.x, lowerExponent(s))),
    // x^y · log x; 0 at x = 0 for y ≥ 0
    (s) =>
      s.emit("select", zeroBase(s), 0, s.emit("mul", s.result, s.emit("log", s.emit("select", zeroBase(s), 1, s.x)))),
  ),
  neg: rule(-1),
  plus: rule(1),
  numeric: rule(1),
  number: rule(1),
  copy: rule(1),
  "expect-number": rule(1),
  abs: rule((s) => s.emit("sign", s.x)),
  acos: rule((s) => s.emit("neg", reciprocal(s, s.emit("sqrt", oneMinusSquare(s))))),
  acosh: rule((s) =>
    reciprocal(s, s.emit("mul", s.emit("sqrt", s.emit("sub", s.x, 1)), s.emit("sqrt", s.emit("add", s.x, 1)))),
  ),
  asin: rule((s) => reciprocal(s, s.emit("sqrt", oneMinusSquare(s)))),
  asinh: rule((s) => reciprocal(s, s.emit("hypot", s.x, 1))),
  atan: rule((s) => reciprocal(s, s.emit("add", 1, s.emit("mul", s.x, s.x)))),
  atanh: rule((s) => reciprocal(s, oneMinusSquare(s))),
  // atan2(y, x): (x, −y) / (x² + y²), divided twice by the norm so that nothing overflows
  atan2: rule(
    (s) => atan2Partial(s, s.y),
    (s) => s.emit("neg", atan2Partial(s, s.x)),
  ),
  cbrt: rule((s) => reciprocal(s, s.emit("mul", 3, s.emit("mul", s.result, s.result)))),
  cos: rule((s) => s.emit("neg", s.emit("sin", s.x))),
  cosh: rule((s) => s.emit("sinh", s.x)),
  exp: rule((s) => s.result),
  expm1: rule((s) => s.emit("exp", s.x)),
  fround: rule(1),
  log: rule((s) => reciprocal(s, fromAbove(s, s.x))),
  log10: rule((s) => reciprocal(s, s.emit("mul", fromAbove(s, s.x), Math.LN10))),
  log1p: rule((s) => reciprocal(s, s.emit("add", 1, s.x))),
  log2: rule((s) => reciprocal(s, s.emit("mul", fromAbove(s, s.x), Math.LN2))),
  sin: rule((s) => s.emit("cos", s.x)),
  sinh: rule((s) => s.emit("cosh", s.x)),
  sqrt: rule((s) => s.emit("div", 0.5, fromAbove(s, s.result))),
  tan: rule((s) => s.emit("add", 1, s.emit("mul", s.result, s.result))),
  // 1/cosh² x; 1 − tanh² x loses all digits where tanh x is near ±1
  tanh: rule((s) => {
    const r = reciprocal(s, s.emit("cosh", s.x));
    return s.emit("mul", r, r);
  }),
  max: { kind: "variadic", partial: share },
  min: { kind: "variadic", partial: share },
  hypot: { kind: "variadic", partial: (index) => (s) => quotient(s, s.arg(index), s.result) },
  // g · p is bilinear, and zeros are strong in both operands: so the products in its derivatives are of its own kind
  scale: rule(
    (s) => s.y,
    (s) => s.x,
  ),
};

/** y − 1; at 0⁰ 1, which keeps the next derivatives of y · x^(y−1) finite: they are 0 with it. */
const lowerExponent = (s: Scope): Operand =>
  s.emit(
    "select",
    s.emit("select", s.emit("eq", s.y, 0), s.emit("eq", s.x, 0), constant(false)),
    1,
    s.emit("sub", s.y, 1),
  );

function zeroBase(s: Scope): Operand {
  return s.emit("select", s.emit("eq", s.x, 0), s.emit("ge", s.y, 0), constant(false));
}

function atan2Partial(s: Scope, numerator: Operand): Operand {
  const norm = s.emit("hypot", s.x, s.y);
  return s.emit("select", s.emit("eq", norm, 0), 0, s.emit("div", s.emit("div", numerator, norm), norm));
}
