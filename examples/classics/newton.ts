/**
 * Derivatives of what Newton's method finds: through its iterations, and by the implicit function theorem.
 *
 * Lambert's function w(a) solves w·eʷ = a. It has w′ = w/(a(1 + w)) and w″ = −w²(2 + w)/(a²(1 + w)³), and at a = 1 it is
 * the omega constant. The iterations use a derivative themselves, so the second derivative of what they find is a third
 * derivative. `implicit` differentiates what bisection finds: all of that is comparisons, which have no derivatives.
 */

import { derivative, implicit, root } from "zeroth";
import type { Answer } from "./answer.ts";

const equation = (w: number, a: number): number => w * Math.exp(w) - a;

/** As many iterations as derivatives need to settle: each order settles one iteration after the one below it. */
export function newton(f: (x: number) => number, start: number, iterations: number): number {
  const slope = derivative(f);
  let x = start;
  for (let k = 0; k < iterations; k++) x -= f(x) / slope(x);
  return x;
}

export function bisect(f: (x: number) => number, low: number, high: number): number {
  let [from, to] = [low, high];
  for (;;) {
    const middle = (from + to) / 2;
    if (middle === from || middle === to) return middle;
    if (f(middle) < 0) from = middle;
    else to = middle;
  }
}

const ways: Readonly<Record<string, (a: number) => number>> = {
  "through the iterations": (a) => newton((w) => equation(w, a), 0.5, 10),
  "implicitly, by root": (a) => root(equation)(0.5, a),
  "implicitly, of bisection": implicit((a: number) => bisect((w) => equation(w, a), 0, 1 + a), equation),
};

export function newtonAnswers(): Answer[] {
  const omega = 0.5671432904097838;
  const first = omega / (1 + omega);
  const second = (-(omega ** 2) * (2 + omega)) / (1 + omega) ** 3;
  return Object.entries(ways).flatMap(([way, lambert]) => [
    { name: `Newton, ${way}`, what: "w(1)", expected: omega, got: lambert(1) },
    { name: `Newton, ${way}`, what: "w′(1)", expected: first, got: derivative(lambert)(1) },
    { name: `Newton, ${way}`, what: "w″(1)", expected: second, got: derivative(lambert, 2)(1) },
  ]);
}
