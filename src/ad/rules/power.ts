// The rule of x ** y.

import type { Operand } from "../../ir/index.ts";
import type { Multiple, Scope } from "./rule.ts";

/**
 * y · x^(y−1), whose derivatives end exactly where those of a polynomial do. For negative and tiny exponents it is (y / x) · x^y:
 * the powers x^(y−1), x^(y−2), … by themselves would leave the range of doubles. The derivatives of this form are differences
 * (y² − y and so on) without nearly equal terms.
 */
export const powerByBase: Multiple = (s, g) => {
  if (s.y.kind === "const" && typeof s.y.value === "number" && s.y.value >= 0) return byPower(s, g);
  const byQuotient = s.emit("scale", s.emit("scale", g, s.emit("ratio", s.y, s.x)), s.result);
  const isSmall = s.emit("lt", s.y, 1e-10);
  return s.emit("select", s.emit("select", s.emit("eq", s.x, 0), false, isSmall), byQuotient, byPower(s, g));
};

const byPower = (s: Scope, g: Operand): Operand =>
  s.emit("scale", s.emit("scale", g, s.emit("pow", s.x, lowerExponent(s))), s.y);

/** x^y · log x; 0 at x = 0 for y ≥ 0. */
export const powerByExponent: Multiple = (s, g) =>
  s.emit("scale", s.emit("scale", g, s.result), s.emit("log", s.emit("select", isZeroBase(s), 1, s.x)));

/** y − 1, but 1 at 0⁰, which keeps the next derivatives of y · x^(y−1) finite: these are then 0. */
const lowerExponent = (s: Scope): Operand =>
  s.emit("select", s.emit("select", s.emit("eq", s.y, 0), s.emit("eq", s.x, 0), false), 1, s.emit("sub", s.y, 1));

const isZeroBase = (s: Scope): Operand => s.emit("select", s.emit("eq", s.x, 0), s.emit("ge", s.y, 0), false);
