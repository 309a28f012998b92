// Converts an infix formula to postfix by the shunting-yard algorithm, then runs the postfix code for each data row
// and returns the gap between predictions and observations at each row.

import type { Program } from "../program.ts";

const precedence: Record<string, number> = { "+": 1, "-": 1, "*": 2, "/": 2, "^": 3 };

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  let i = 0;
  while (i < text.length) {
    const c = text.charAt(i);
    if (c === " ") {
      i++;
      continue;
    }
    if ("+-*/^()".includes(c)) {
      tokens.push(c);
      i++;
      continue;
    }
    let j = i;
    while (j < text.length && !"+-*/^() ".includes(text.charAt(j))) j++;
    tokens.push(text.substring(i, j));
    i = j;
  }
  return tokens;
}

function toPostfix(tokens: string[]): string[] {
  const out: string[] = [];
  const ops: string[] = [];
  for (const t of tokens) {
    const p = precedence[t];
    if (t === "(") ops.push(t);
    else if (t === ")") {
      while (ops[ops.length - 1] !== "(") out.push(ops.pop()!);
      ops.pop();
    } else if (p !== undefined) {
      while (ops.length > 0) {
        const q = precedence[ops[ops.length - 1]!];
        if (q === undefined || q < p || (t === "^" && q === p)) break;
        out.push(ops.pop()!);
      }
      ops.push(t);
    } else out.push(t);
  }
  return [...out, ...ops.reverse()];
}

function apply(code: string[], theta: Float64Array, x: number): number {
  const stack = new Float64Array(16);
  let top = 0;
  for (const c of code) {
    if (c in precedence) {
      const b = stack[--top]!;
      const a = stack[--top]!;
      let r = 0;
      if (c === "+") r = a + b;
      else if (c === "-") r = a - b;
      else if (c === "*") r = a * b;
      else if (c === "/") r = a / b;
      else r = a ** b;
      stack[top++] = r;
    } else if (c === "x") stack[top++] = x;
    else if (c.startsWith("th")) stack[top++] = theta[Number(c.slice(2))]!;
    else stack[top++] = Number(c);
  }
  return stack[0]!;
}

const residuals = (theta: Float64Array, formula: string, xs: number[], ys: number[]): number[] => {
  const code = toPostfix(tokenize(formula));
  return xs.map((x, i) => ys[i]! - apply(code, theta, x));
};

export const program: Program = {
  f: residuals,
  inputs: (n) => [
    Float64Array.of(1.2, 0.7, 2.5),
    "th0 * x ^ th1 / (th2 + x ^ 2) - 0.1 * (th1 - x) ^ 2",
    Array.from({ length: n }, (_, i) => 0.3 + i / 9),
    Array.from({ length: n }, (_, i) => Math.cos(i / 7)),
  ],
  sizes: [12, 150],
  derivatives: ["vjp", "linearize"],
};
