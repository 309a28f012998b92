// Brings numbers into the intervals that are asked of them.

import type { Context } from "./context.ts";
import { image, interval, isInside, magnitude, over, plus, times, unit, type Interval } from "./interval.ts";
import { atom, literal, node } from "./node.ts";
import type { Node } from "./program.ts";

/** A number as it is if inside an interval around [−1, 1], else squashed. */
export function within({ choices }: Context, e: Node, range: Interval): Node {
  if (isInside(e.range, range)) return e;
  const scaled = node("num", "*", times(e.range, { lo: 0.1, hi: 0.1 }))`${e} * 0.1`;
  if (isInside(scaled.range, range) && choices.chance(0.5)) return scaled;
  return choices.weighted<() => Node>([
    [2, () => atom("num", "Math.sin", unit)`Math.sin(${e})`],
    [1, () => atom("num", "Math.cos", unit)`Math.cos(${e})`],
    [2, () => atom("num", "Math.tanh", unit)`Math.tanh(${e})`],
    [e.uses === null ? 0 : 1, () => node("num", "/", unit)`${e} / (1 + ${e} ** 2)`],
  ])();
}

/** A number from a number that is at least 0.05 and moderate. */
export function positive(context: Context, e: Node): Node {
  const { choices } = context;
  const small = within(context, e, interval(-3, 3));
  const { lo, hi } = small.range;
  const square = interval(0, magnitude(small.range) ** 2);
  return choices.weighted<() => Node>([
    [2, () => node("num", "+", plus(square, interval(1, 1)))`1 + ${small} ** 2`],
    [2, () => node("num", "+", interval(0.5, 2.5))`1.5 + ${atom("num", "Math.sin", unit)`Math.sin(${e})`}`],
    [1, () => atom("num", "Math.exp", image(Math.exp, small.range))`Math.exp(${small})`],
    [1, () => atom("num", "Math.cosh", interval(1, Math.cosh(magnitude(small.range))))`Math.cosh(${small})`],
    [1, () => atom("num", "Math.hypot", interval(1, 1 + Math.max(-lo, hi, 0)))`Math.hypot(${small}, 1)`],
    [1, () => literal(choices.pick([0.5, 1, 2, 3]))],
  ])();
}

/** A quotient whose divisor is never near zero. */
export function quotient(context: Context, a: Node, b: Node): Node {
  const divisor = positive(context, b);
  const small = within(context, a, interval(-40, 40));
  return node("num", "/", over(small.range, divisor.range))`${small} / ${divisor}`;
}
