// The partial derivatives of the numeric primitives, one line each: how a multiple `g · ∂` is computed (rule.ts).
//
// Conventions where a derivative is a choice: abs at 0 → 0; ties of max and min share 1/k each; x ** 0 at 0 → 0;
// hypot and atan2 at the origin → 0; sqrt and log at 0 and −0 → ∞; x % y → (1, −trunc(x/y)); rounding functions → 0
// (`fround` → 1).

import { type Operand } from "../../ir/index.ts";
import { by, carrying, over, rule } from "./multiples.ts";
import { atan2ByFirst, atan2BySecond, hypotMultiple } from "./norms.ts";
import { powerByBase, powerByExponent } from "./power.ts";
import type { Multiple, Rule, Scope } from "./rule.ts";

/** x, but 0 for −0: a border that is reached from above has its derivative from above. */
const fromAbove = (s: Scope, x: Operand): Operand => s.emit("add", x, 0);
/** (1 − x)(1 + x): 1 − x² without cancellation near ±1. Its own derivative −2x would cancel near 0. */
const oneMinusSquare = (s: Scope): Operand =>
  carrying(s, s.emit("mul", s.emit("sub", 1, s.x), s.emit("add", 1, s.x)), [s.x, s.emit("mul", -2, s.x)]);

/** max and min: 1/k for each of the k operands that equal the result, NaN if the result is NaN. */
const share = (index: number): Multiple =>
  by((s) => {
    let ties = s.emit("select", s.emit("eq", s.arg(0), s.result), 1, 0);
    for (let i = 1; i < s.count; i++)
      ties = s.emit("add", ties, s.emit("select", s.emit("eq", s.arg(i), s.result), 1, 0));
    const won = s.emit("select", s.emit("eq", s.arg(index), s.result), 1, 0);
    return s.emit("div", won, ties);
  });

/** log x / c */
const logarithm =
  (factor: number): Multiple =>
  (s, g) =>
    s.emit("ratio", s.emit("scale", g, factor), fromAbove(s, s.x));

/** 1 / (1 + x²), where x² overflows for large x. */
const arcTangent: Multiple = (s, g) =>
  s.emit(
    "select",
    s.emit("gt", s.emit("abs", s.x), 1e50),
    s.emit("ratio", s.emit("ratio", g, s.x), s.x),
    s.emit("ratio", g, s.emit("add", 1, s.emit("mul", s.x, s.x))),
  );

/** 1/cosh² x: 1 − r² has no digits left where r is nearly ±1; it is e^(−2|x|)·(1 + |r|)². */
const hyperbolicTangent: Multiple = by((s) => {
  const size = s.emit("abs", s.x);
  const one = s.emit("add", 1, s.emit("abs", s.result));
  return s.emit(
    "select",
    s.emit("lt", size, 0.5),
    s.emit("sub", 1, s.emit("mul", s.result, s.result)),
    s.emit("mul", s.emit("exp", s.emit("mul", -2, size)), s.emit("mul", one, one)),
  );
});

/** The rules of `/` and of its kind with a strong zero: g / y, and (g / y) · (−r), whose sign all directions share. */
const quotient: Rule = rule(
  over((s) => s.y),
  (s, g) => s.emit("scale", s.emit("ratio", g, s.y), s.emit("neg", s.result)),
);

const product: Rule = rule(
  by((s) => s.y),
  by((s) => s.x),
);

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
  | "ratio";

export const partials: Readonly<Record<ScalarPrim, Rule>> = {
  sub: rule(1, -1),
  mul: product,
  div: quotient,
  rem: rule(
    1,
    by((s) => s.emit("neg", s.emit("trunc", s.emit("div", s.x, s.y)))),
  ),
  pow: rule(powerByBase, powerByExponent),
  neg: rule(-1),
  plus: rule(1),
  numeric: rule(1),
  number: rule(1),
  copy: rule(1),
  returned: rule(1),
  "guard-number": rule(1),
  abs: rule(by((s) => s.emit("sign", s.x))),
  acos: rule(over((s) => s.emit("neg", s.emit("sqrt", oneMinusSquare(s))))),
  acosh: rule(over((s) => s.emit("mul", s.emit("sqrt", s.emit("sub", s.x, 1)), s.emit("sqrt", s.emit("add", s.x, 1))))),
  asin: rule(over((s) => s.emit("sqrt", oneMinusSquare(s)))),
  asinh: rule(over((s) => s.emit("hypot", s.x, 1))),
  atan: rule(arcTangent),
  atanh: rule(over(oneMinusSquare)),
  // atan2(y, x): (x, −y) / (x² + y²)
  atan2: rule(atan2ByFirst, atan2BySecond),
  // 1 / (3 r²)
  cbrt: rule((s, g) => s.emit("ratio", s.emit("ratio", s.emit("scale", g, 1 / 3), s.result), s.result)),
  cos: rule(by((s) => s.emit("neg", s.emit("sin", s.x)))),
  cosh: rule(by((s) => s.emit("sinh", s.x))),
  exp: rule(by((s) => s.result)),
  expm1: rule(by((s) => s.emit("exp", s.x))),
  fround: rule(1),
  log: rule(over((s) => fromAbove(s, s.x))),
  log10: rule(logarithm(Math.LOG10E)),
  log1p: rule(over((s) => s.emit("add", 1, s.x))),
  log2: rule(logarithm(Math.LOG2E)),
  sin: rule(by((s) => s.emit("cos", s.x))),
  sinh: rule(by((s) => s.emit("cosh", s.x))),
  sqrt: rule((s, g) => s.emit("ratio", s.emit("scale", g, 0.5), fromAbove(s, s.result))),
  tan: rule(by((s) => s.emit("add", 1, s.emit("mul", s.result, s.result)))),
  tanh: rule(hyperbolicTangent),
  max: { kind: "variadic", partial: share },
  min: { kind: "variadic", partial: share },
  hypot: { kind: "variadic", partial: hypotMultiple },
  // Zeros are strong in both operands, so the products in its derivatives are of its own kind.
  scale: product,
  // Only a numerator can be a tangent or a cotangent.
  ratio: quotient,
};
