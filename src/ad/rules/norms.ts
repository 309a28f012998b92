// The rules of hypot and atan2, in coordinates divided by the norm: X = x / s, Y = y / s, where s is the norm, held constant.
// Both functions are homogeneous, so nothing is lost, and all derivatives are those of functions of numbers of ordinary size;
// powers of 1 / s enter through Ẋ = ẋ / s, one with each tangent.
//
// The derivatives of X / |(X, …)| are written out. The derivatives of the quotient are differences like 1 − X², which loses all
// digits if X is nearly 1; the sum of the other squares does not. At the origin X is 0, so all derivatives are 0.

import type { Operand } from "../../ir/index.ts";
import { carrying } from "./multiples.ts";
import type { Multiple, Scope } from "./rule.ts";

const scaled = (s: Scope, x: Operand, norm: Operand): Operand =>
  s.emit("select", s.emit("eq", norm, 0), 0, s.emit("div", x, s.emit("stop", norm)));
const square = (s: Scope, x: Operand): Operand => s.emit("mul", x, x);
const sumOf = (s: Scope, terms: readonly Operand[]): Operand => terms.reduce((a, b) => s.emit("add", a, b));

/**
 * Xₖ / n^½, where n is the squared norm, which is 1. Its derivatives are (n − Xₖ²) / n^(3/2) by Xₖ, and −Xᵢ·Xₖ / n^(3/2) by the
 * others.
 */
export const hypotMultiple =
  (k: number): Multiple =>
  (s, g) => {
    const xs = Array.from({ length: s.count }, (_, i) => scaled(s, s.arg(i), s.result));
    const own = xs[k] as Operand;
    const others = xs.filter((_, i) => i !== k);
    // |x|
    if (others.length === 0) return s.emit("scale", g, s.emit("stop", own));
    const n = sumOf(
      s,
      xs.map((x) => square(s, x)),
    );
    const cube = s.emit("mul", n, s.emit("sqrt", n));
    const byOwn = sumOf(
      s,
      others.map((x) => square(s, x)),
    );
    const unit = carrying(
      s,
      own,
      [own, s.emit("ratio", byOwn, cube)],
      ...others.map((x): [Operand, Operand] => [x, s.emit("neg", s.emit("ratio", s.emit("mul", own, x), cube))]),
    );
    return s.emit("scale", g, unit);
  };

/**
 * For the angle of (x, y): its derivative is X / n by y and −Y / n by x, divided by s. The derivatives of X / n are
 * (Y² − X²) / n² by X and −2XY / n² by Y.
 */
const angleMultiple =
  (of: (s: Scope) => readonly [own: Operand, other: Operand]): Multiple =>
  (s, g) => {
    const [x, y] = of(s);
    const norm = s.emit("hypot", s.x, s.y);
    const [own, other] = [scaled(s, x, norm), scaled(s, y, norm)];
    const n = s.emit("add", square(s, own), square(s, other));
    const over = (p: Operand): Operand => s.emit("ratio", s.emit("ratio", p, n), n);
    const product = s.emit("mul", s.emit("sub", other, own), s.emit("add", other, own));
    const unit = carrying(s, own, [own, over(product)], [other, over(s.emit("mul", -2, s.emit("mul", own, other)))]);
    return s.emit("scale", s.emit("ratio", g, s.emit("stop", norm)), unit);
  };

/** atan2(y, x), whose first operand is y. */
export const atan2ByFirst: Multiple = angleMultiple((s) => [s.y, s.x]);
const byOther = angleMultiple((s) => [s.x, s.y]) as Exclude<Multiple, 1 | -1 | null>;
export const atan2BySecond: Multiple = (s, g) => s.emit("neg", byOther(s, g));
