// Value of an arithmetic expression given as a tree, as it depends on the constants inside the tree.

import type { Program } from "../program.ts";

type Expr =
  | { kind: "const"; value: number }
  | { kind: "var"; name: string }
  | { kind: "neg"; arg: Expr }
  | { kind: "call"; fn: "sin" | "exp" | "tanh"; arg: Expr }
  | { kind: "bin"; op: "+" | "-" | "*" | "/"; left: Expr; right: Expr };

type Env = Record<string, number>;

function evaluate(e: Expr, env: Env): number {
  switch (e.kind) {
    case "const":
      return e.value;
    case "var": {
      const v = env[e.name];
      if (v === undefined) throw new Error(`unknown variable ${e.name}`);
      return v;
    }
    case "neg":
      return -evaluate(e.arg, env);
    case "call": {
      const a = evaluate(e.arg, env);
      if (e.fn === "sin") return Math.sin(a);
      if (e.fn === "exp") return Math.exp(a);
      return Math.tanh(a);
    }
    case "bin": {
      const l = evaluate(e.left, env);
      const r = evaluate(e.right, env);
      switch (e.op) {
        case "+":
          return l + r;
        case "-":
          return l - r;
        case "*":
          return l * r;
        case "/":
          return l / r;
      }
    }
  }
}

// A balanced tree over `leaves` leaves, every third a variable.
function build(leaves: number, seed: number): Expr {
  if (leaves === 1) {
    return seed % 3 === 0
      ? { kind: "var", name: seed % 2 ? "x" : "y" }
      : { kind: "const", value: 1 + Math.sin(seed) ** 2 };
  }
  const half = leaves >> 1;
  const left = build(half, 2 * seed + 1);
  const right = build(leaves - half, 2 * seed + 2);
  const op = (["+", "*", "-", "+", "/"] as const)[seed % 5]!;
  const node: Expr = {
    kind: "bin",
    op,
    left,
    right: op === "/" ? { kind: "call", fn: "exp", arg: { kind: "call", fn: "tanh", arg: right } } : right,
  };
  if (seed % 4 === 1) return { kind: "call", fn: "sin", arg: node };
  return seed % 7 === 3 ? { kind: "neg", arg: node } : node;
}

export const program: Program = {
  f: evaluate,
  inputs: (n) => [build(n, 1), { x: 0.7, y: -1.3 }],
  sizes: [12, 600],
  derivatives: ["valueAndGrad"],
};
