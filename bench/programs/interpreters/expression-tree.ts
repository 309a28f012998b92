// A formula held as a tree of nodes, evaluated at every point of a data set: mean squared misfit
// as a function of the named coefficients.

import type { Program } from "../program.ts";

type Expr =
  | { kind: "const"; value: number }
  | { kind: "coef"; name: "a" | "b" | "c" }
  | { kind: "input" }
  | { kind: "add" | "sub" | "mul" | "div"; left: Expr; right: Expr }
  | { kind: "call"; fn: "exp" | "sin" | "sqrt"; arg: Expr };

interface Coefs {
  a: number;
  b: number;
  c: number;
}

const num = (value: number): Expr => ({ kind: "const", value });
const x: Expr = { kind: "input" };
const mul = (left: Expr, right: Expr): Expr => ({ kind: "mul", left, right });
const add = (left: Expr, right: Expr): Expr => ({ kind: "add", left, right });

// a * exp(-b x) + sin(c x) / sqrt(1 + x x)
const model: Expr = add(
  mul({ kind: "coef", name: "a" }, { kind: "call", fn: "exp", arg: mul(num(-1), mul({ kind: "coef", name: "b" }, x)) }),
  {
    kind: "div",
    left: { kind: "call", fn: "sin", arg: mul({ kind: "coef", name: "c" }, x) },
    right: { kind: "call", fn: "sqrt", arg: add(num(1), mul(x, x)) },
  },
);

function evaluate(e: Expr, coefs: Coefs, at: number): number {
  switch (e.kind) {
    case "const":
      return e.value;
    case "coef":
      return coefs[e.name];
    case "input":
      return at;
    case "add":
      return evaluate(e.left, coefs, at) + evaluate(e.right, coefs, at);
    case "sub":
      return evaluate(e.left, coefs, at) - evaluate(e.right, coefs, at);
    case "mul":
      return evaluate(e.left, coefs, at) * evaluate(e.right, coefs, at);
    case "div":
      return evaluate(e.left, coefs, at) / evaluate(e.right, coefs, at);
    case "call": {
      const v = evaluate(e.arg, coefs, at);
      if (e.fn === "exp") return Math.exp(v);
      if (e.fn === "sin") return Math.sin(v);
      return Math.sqrt(v);
    }
  }
}

function misfit(coefs: Coefs, points: [number, number][]): number {
  let sum = 0;
  for (const [px, py] of points) sum += (evaluate(model, coefs, px) - py) ** 2;
  return sum / points.length;
}

export const program: Program = {
  f: misfit,
  inputs: (n) => [
    { a: 1.5, b: 0.4, c: 2.1 },
    Array.from({ length: n }, (_, i) => [i / 5, 2 * Math.exp(-i / 15) + 0.1 * Math.sin(7 * i)]),
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hessian"],
};
