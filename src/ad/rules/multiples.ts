// The building blocks of rules.

import type { Operand } from "../../ir/index.ts";
import type { Multiple, Rule, Scope } from "./rule.ts";

export const none: Rule = { kind: "none" };
export const rule = (...partials: readonly Multiple[]): Rule => ({ kind: "partials", partials });

/** g · ∂ */
export const by =
  (partial: (s: Scope) => Operand): Multiple =>
  (s, g) =>
    s.emit("scale", g, partial(s));
/** g / p where ∂ is 1 / p. */
export const over =
  (divisor: (s: Scope) => Operand): Multiple =>
  (s, g) =>
    s.emit("ratio", g, divisor(s));

/**
 * The value of some code, with other derivatives: `p` for each operand `x`. For code whose own derivative would be the difference
 * of two nearly equal numbers.
 */
export const carrying = (
  s: Scope,
  code: Operand,
  ...derivatives: readonly (readonly [x: Operand, p: Operand])[]
): Operand => derivatives.reduce<Operand>((r, [x, p]) => s.emit("carry", r, x, p), s.emit("stop", code));
