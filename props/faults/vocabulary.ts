// The vocabulary of the transforms: how they emit primitives, and what is easily written for what.

import { calledName, children, stringOf, type Node } from "./syntax.ts";

/** The operands of `emit("mul", x, y)` or of `prim("mul", [x, y], span)`. */
export function emitted(
  node: Node,
): { readonly prim: string; readonly name: Node; readonly operands: readonly Node[] } | null {
  if (node.type !== "CallExpression" || !["emit", "prim"].includes(calledName(node))) return null;
  const [name, ...rest] = children(node, "arguments");
  const prim = stringOf(name);
  if (prim === null || name === undefined) return null;
  const [list] = rest;
  const operands = calledName(node) === "prim" && list?.type === "ArrayExpression" ? children(list, "elements") : rest;
  return { prim, name, operands };
}

export const commutes: ReadonlySet<string> = new Set(["add", "mul", "sum", "eq", "hypot", "tuple", "scale"]);

export const neighbours: Readonly<Record<string, string>> = {
  add: "sub",
  sub: "add",
  mul: "div",
  div: "mul",
  sum: "sub",
  scale: "ratio",
  ratio: "scale",
  sin: "cos",
  cos: "sin",
  sinh: "cosh",
  cosh: "sinh",
  sqrt: "cbrt",
  sign: "trunc",
  trunc: "round",
  exp: "expm1",
  log: "log1p",
  pow: "mul",
  hypot: "add",
  eq: "ne",
  gt: "ge",
  ge: "gt",
  accum: "put",
  put: "accum",
  take: "shadow-get",
  "shadow-get": "take",
  part: "inject",
  inject: "part",
  "parts-to": "parts-from",
  "parts-from": "parts-to",
  "inject-from": "parts-from",
  gate: "scale",
  neg: "abs",
};

/** Names of operands and cases in place of which another one may stand. */
export const otherOperand: Readonly<Record<string, string>> = {
  first: "second",
  second: "first",
  third: "second",
  firstIsZero: "secondIsZero",
  secondIsZero: "firstIsZero",
  firstIsNumber: "secondIsNumber",
  secondIsNumber: "firstIsNumber",
  toZero: "first",
  then: "else",
  else: "then",
};
