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
  lt: "<",
  gt: ">",
};

const names = ["x", "y", "z"] as const;

// Texts travel as constants of the IR.
const textOf = (operand: Operand | number | boolean): string => {
  const x = typeof operand === "object" ? (operand as { readonly value: unknown }).value : operand;
  return typeof x === "number" ? number(x) : String(x);
};
const constants: readonly (readonly [number, string])[] = [
  [Math.LOG2E, "1 / ln 2"],
  [Math.LOG10E, "1 / ln 10"],
  [1 / 3, "1 / 3"],
];
const number = (x: number): string =>
  constants.find(([value]) => value === x)?.[1] ?? String(x).replace(/e\+?/u, "e").replaceAll("-", "−");
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

function spelled(prim: PrimName, args: readonly (Operand | number | boolean)[]): string {
  const texts = args.map(textOf);
  const [a = "", b = "", c = ""] = texts.map(wrapped);
  const operator = infix[prim];
  if (operator !== undefined) return `${a} ${operator} ${b}`;
  // What they say is about the next derivatives.
  if (prim === "stop" || prim === "carry") return texts[0] as string;
  if (prim === "neg") return `−${a}`;
  if (prim === "select") return `${a} ? ${b} : ${c}`;
  return `${prim}(${texts.join(", ")})`;
}

/** The partial derivative by an operand of so many. */
export function formula(prim: SmoothPrim, k: number, count: number): string {
  const rule = rules[prim];
  // Those that move cotangents: the sums, and `carry r, x, p`.
  if (rule.kind === "structural") return prim === "carry" ? (["g", "scale(g, p)", "0"][k] ?? "") : "g";
  if (rule.kind === "none") return "0";
  const partial = rule.kind === "variadic" ? rule.partial(k) : rule.partials[k];
  if (typeof partial !== "function") return { "1": "g", "-1": "−g", null: "0" }[String(partial)] as string;
  const arg = (i: number): Operand => constant(names[i] ?? `x${i}`);
  const scope: Scope = {
    x: arg(0),
    y: arg(1),
    arg,
    count,
    result: constant("r"),
    emit: (name, ...args) => constant(spelled(name, args)),
  };
  return textOf(partial(scope, constant("g")));
}
