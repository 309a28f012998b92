// `arguments`: the function takes all that it is given as a tuple, and its parameters are components of that. What is only
// indexed, measured or spread is an array; elsewhere, an object such as JavaScript makes.

import { constant, type Operand } from "../ir/index.ts";
import { isNumber } from "./numbers.ts";
import { call, prim, unsupported, type Lowering } from "./lowering.ts";
import { bindPattern, patternHint } from "./patterns.ts";
import { eachChild, type ast, type Node } from "./read.ts";

/** Binds the parameters, and `arguments`, to the components of a tuple. */
export function bindArguments(
  l: Lowering,
  params: readonly ast.ParamPattern[],
  own: ast.BindingIdentifier,
  tuple: Operand,
): void {
  const { info } = l;
  const isWritten = assignsElements(info.node);
  const use = isWritten ? "object" : usesOf(l, info.node);
  // Outside of strict code, an assigned parameter changes `arguments`, and the other way round.
  if (use !== "length" && !info.isStrict) requireUnassigned(l);
  const made = prim(l, use === "object" ? "arguments-from" : "array-from", [tuple], info.node, "arguments");
  bindPattern(l, own, made);
  params.forEach((param, k) => {
    if (param.type !== "RestElement") {
      bindPattern(l, param, prim(l, "tuple-get", [tuple, constant(k)], param, patternHint(param)));
      return;
    }
    const all = prim(l, "array-from", [tuple], param);
    const rest = call(l, prim(l, "get", [all, constant("slice")], param), [constant(k)], param, { receiver: all });
    bindPattern(l, param.argument, rest);
  });
}

/** What matters of `arguments`, wherever the function mentions it. */
type Use = "length" | "elements" | "object";

function usesOf(l: Lowering, node: Node): Use {
  let most: Use = "length";
  eachChild(node, (child, key) => {
    if (isOther(child)) return;
    const isOne = child.type === "Identifier" && child.name === "arguments";
    const use = isOne ? useOf(l, node, key) : usesOf(l, child);
    if (most === "length" || use === "object") most = use;
  });
  return most;
}

/** What matters of `arguments`, a child of a node. */
function useOf(l: Lowering, node: Node, key: string): Use {
  if (node.type === "MemberExpression" && key === "object") {
    if (!node.computed) return nameOf(node.property) === "length" ? "length" : "object";
    return isNumber(node.property, l.analysis.references) ? "elements" : "object";
  }
  if (key === "key" || (node.type === "MemberExpression" && !node.computed)) return "length";
  const isWalked = node.type === "SpreadElement" || (node.type === "ForOfStatement" && key === "right");
  return isWalked ? "elements" : "object";
}

function requireUnassigned(l: Lowering): void {
  const assigned = l.info.bindings.find(({ kind, writes }) => kind === "param" && writes > 0);
  const { node } = l.info;
  if (assigned === undefined && !assignsElements(node)) return;
  unsupported(
    l,
    node,
    "`arguments` in a function that assigns its parameters, where they may be the same",
    "assign another variable",
  );
}

function assignsElements(node: Node): boolean {
  let result = false;
  eachChild(node, (child, key) => {
    if (isOther(child)) return;
    const isTarget =
      (node.type === "AssignmentExpression" && key === "left") ||
      node.type === "UpdateExpression" ||
      (node.type === "UnaryExpression" && node.operator === "delete");
    const isElement = child.type === "MemberExpression" && nameOf(child.object) === "arguments";
    result ||= (isTarget && isElement) || assignsElements(child);
  });
  return result;
}

/** Whether a node is a function with `arguments` of its own. */
const isOther = ({ type }: Node): boolean => type === "FunctionExpression" || type === "FunctionDeclaration";

const nameOf = (node: Node): string | null => (node.type === "Identifier" ? node.name : null);
