// Differentiates a formula symbolically, simplifies the result, then evaluates it on a grid: the total squared slope
// of y(t) = p0 sin(p1 t) + p2 t^3 + ... as a function of the parameters.

import type { Program } from "../program.ts";

type Node =
  | { t: "num"; v: number }
  | { t: "var" }
  | { t: "par"; i: number }
  | { t: "+"; l: Node; r: Node }
  | { t: "*"; l: Node; r: Node }
  | { t: "sin"; a: Node }
  | { t: "cos"; a: Node };

const N = (v: number): Node => ({ t: "num", v });
const P = (i: number): Node => ({ t: "par", i });
const T: Node = { t: "var" };

function plus(l: Node, r: Node): Node {
  if (l.t === "num" && r.t === "num") return N(l.v + r.v);
  if (l.t === "num" && l.v === 0) return r;
  if (r.t === "num" && r.v === 0) return l;
  return { t: "+", l, r };
}

function times(l: Node, r: Node): Node {
  if (l.t === "num" && r.t === "num") return N(l.v * r.v);
  if ((l.t === "num" && l.v === 0) || (r.t === "num" && r.v === 0)) return N(0);
  if (l.t === "num" && l.v === 1) return r;
  if (r.t === "num" && r.v === 1) return l;
  return { t: "*", l, r };
}

function diff(e: Node): Node {
  switch (e.t) {
    case "num":
    case "par":
      return N(0);
    case "var":
      return N(1);
    case "+":
      return plus(diff(e.l), diff(e.r));
    case "*":
      return plus(times(diff(e.l), e.r), times(e.l, diff(e.r)));
    case "sin":
      return times(diff(e.a), { t: "cos", a: e.a });
    case "cos":
      return times(times(N(-1), diff(e.a)), { t: "sin", a: e.a });
  }
}

function value(e: Node, p: readonly number[], t: number): number {
  switch (e.t) {
    case "num":
      return e.v;
    case "par":
      return p[e.i] as number;
    case "var":
      return t;
    case "+":
      return value(e.l, p, t) + value(e.r, p, t);
    case "*":
      return value(e.l, p, t) * value(e.r, p, t);
    case "sin":
      return Math.sin(value(e.a, p, t));
    case "cos":
      return Math.cos(value(e.a, p, t));
  }
}

const formula = plus(times(P(0), { t: "sin", a: times(P(1), T) }), plus(times(P(2), times(T, times(T, T))), P(3)));

function roughness(p: number[], gridSize: number): number {
  const slope = diff(formula);
  const bend = diff(slope);
  const dt = 2 / gridSize;
  let total = 0;
  for (let i = 0; i < gridSize; i++) {
    const t = (i + 0.5) * dt;
    total += (value(slope, p, t) ** 2 + 0.1 * value(bend, p, t) ** 2 + 0.01 * value(formula, p, t)) * dt;
  }
  return total;
}

export const program: Program = {
  f: roughness,
  inputs: (n) => [[1.1, 2.3, -0.4, 0.2], n],
  sizes: [12, 150],
  derivatives: ["grad"],
};
