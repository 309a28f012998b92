// The rules as text, from the table itself: a partial derivative is code, and is run here on names instead of numbers.
//
// `x`, `y` are the operands and `r` the result; `scale(g, p)` is the product with a strong zero.

import { rules, type Scope } from "../../src/ad/rules/index.ts";
import { constant, type Operand, type PrimName } from "../../src/ir/index.ts";
import type { SmoothPrim } from "../../src/interp/dual-rules.ts";

const infix: { readonly [P in PrimName]?: string } = {
  add: "+",
  sub: "−",
  mul: "·",
  div: "/",
  pow: "**",
  eq: "=",
  ge: "≥",
};

const names = ["x", "y", "z"] as const;

// Texts travel as constants of the IR.
const textOf = (operand: Operand | number): string =>
  typeof operand === "number" ? number(operand) : String((operand as { readonly value: unknown }).value);
const number = (x: number): string => (x === Math.LN2 ? "ln 2" : x === Math.LN10 ? "ln 10" : String(x));
const wrapped = (text: string): string => (text.includes(" ") && !isCall(text) ? `(${text})` : text);

/** One call, or all in parentheses. */
function isCall(text: string): boolean {
  if (!/^[a-z0-9]*\(.*\)$/u.test(text)) return false;
  let depth = 0;
  for (const [i, char] of Array.from(text).entries()) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    if (depth === 0 && char === ")") return i === text.length - 1;
  }
  return false;
}

function spelled(prim: PrimName, args: readonly (Operand | number)[]): string {
  const texts = args.map(textOf);
  const [a = "", b = "", c = ""] = texts.map(wrapped);
  const operator = infix[prim];
  if (operator !== undefined) return `${a} ${operator} ${b}`;
  if (prim === "neg") return `−${a}`;
  if (prim === "select") return `${a} ? ${b} : ${c}`;
  return `${prim}(${texts.join(", ")})`;
}

/** The partial derivative by an operand of so many. */
export function formula(prim: SmoothPrim, k: number, count: number): string {
  const rule = rules[prim];
  // Those that move cotangents: the sums, and `carry r, x, p`.
  if (rule.kind === "structural") return prim === "carry" ? (["1", "p", "0"][k] ?? "") : "1";
  if (rule.kind === "none") return "0";
  const partial = rule.kind === "variadic" ? rule.partial(k) : rule.partials[k];
  if (typeof partial !== "function") return String(partial ?? 0).replace("-", "−");
  const arg = (i: number): Operand => constant(names[i] ?? `x${i}`);
  const scope: Scope = {
    x: arg(0),
    y: arg(1),
    arg,
    count,
    result: constant("r"),
    emit: (name, ...args) => constant(spelled(name, args)),
  };
  return textOf(partial(scope));
}
