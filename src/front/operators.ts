// Operators and assignments.

import { constant, undef, type Operand, type PrimName } from "../ir/index.ts";
import { lowerCondition } from "./conditions.ts";
import { choose, enter, prim, span, temporary, impossible, type Lowering } from "./lowering.ts";
import { lowerDelete, lowerMember, readMember, writeMember } from "./members.ts";
import { isNumber } from "./numbers.ts";
import { bindInParallel, bindPattern } from "./patterns.ts";
import { lowerPrivateIn } from "./privates.ts";
import { strip, type ast } from "./read.ts";
import { assign, readIdentifier, referenceAt } from "./variables.ts";

const binaryPrims: { readonly [operator: string]: PrimName } = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "rem",
  "**": "pow",
  "&": "bitand",
  "|": "bitor",
  "^": "bitxor",
  "<<": "shl",
  ">>": "shr",
  ">>>": "ushr",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "===": "eq",
  "!==": "ne",
  "==": "loose-eq",
  "!=": "loose-ne",
  instanceof: "instanceof",
};

const numeric = (l: Lowering, node: ast.Expression): boolean => isNumber(node, l.analysis.references);

export function lowerBinary(l: Lowering, node: ast.BinaryExpression | ast.PrivateInExpression, hint: string): Operand {
  // Long sums nest in their left operands: a loop needs no stack.
  const chain: (ast.BinaryExpression | ast.PrivateInExpression)[] = [];
  let first: ast.Expression = node;
  for (; first.type === "BinaryExpression"; first = strip(first.left)) {
    if (first.left.type === "PrivateIdentifier") break;
    chain.push(first);
  }
  return chain.reduceRight(
    (left, part) => {
      const right = l.expression(part.right);
      const name = part === node ? hint : "";
      if (part.operator === "in") return prim(l, "has", [right, left], part, name);
      return operate(l, part.operator, left, right, part, name);
    },
    privateIn(l, first, hint) ?? l.expression(first),
  );
}

const privateIn = (l: Lowering, node: ast.Expression, hint: string): Operand | null =>
  node.type === "BinaryExpression" && node.left.type === "PrivateIdentifier"
    ? lowerPrivateIn(l, node as ast.PrivateInExpression, hint)
    : null;

function operate(
  l: Lowering,
  operator: string,
  left: Operand,
  right: Operand,
  node: ast.Expression,
  hint: string,
): Operand {
  const name = binaryPrims[operator];
  if (name === undefined) return impossible(l, node, `the operator \`${operator}\``);
  return prim(l, name, [left, right], node, hint);
}

export function lowerUnary(l: Lowering, node: ast.UnaryExpression, hint: string): Operand {
  switch (node.operator) {
    case "-": {
      const { argument } = node;
      if (argument.type === "Literal" && (typeof argument.value === "number" || typeof argument.value === "bigint"))
        return constant(-argument.value);
      return prim(l, "neg", [l.expression(argument)], node, hint);
    }
    case "+":
      return numeric(l, node.argument)
        ? l.expression(node.argument, hint)
        : prim(l, "plus", [l.expression(node.argument)], node, hint);
    case "~":
      return prim(l, "bitnot", [l.expression(node.argument)], node, hint);
    case "!":
      return prim(l, "not", [l.expression(node.argument)], node, hint);
    case "typeof":
      return lowerTypeof(l, node, hint);
    case "void":
      l.expression(node.argument);
      return undef;
    case "delete":
      return lowerDelete(l, node, hint);
  }
}

/** `typeof` of an undeclared name is "undefined", not an error. */
function lowerTypeof(l: Lowering, node: ast.UnaryExpression, hint: string): Operand {
  const argument = strip(node.argument);
  if (argument.type !== "Identifier" || referenceAt(l, argument)?.binding !== null || isConstantName(argument.name)) {
    return prim(l, "typeof", [l.expression(argument)], node, hint);
  }
  const exists = prim(l, "has", [prim(l, "global", [constant("globalThis")], node), constant(argument.name)], node);
  return choose(
    l,
    exists,
    node,
    hint,
    () => prim(l, "typeof", [l.expression(argument)], node, hint),
    () => constant("undefined"),
  );
}

const isConstantName = (name: string): boolean => name === "undefined" || name === "NaN" || name === "Infinity";

/** The value of `a && b`, `a || b`, `a ?? b`. */
export function lowerLogical(l: Lowering, node: ast.LogicalExpression, hint: string): Operand {
  return shortCircuit(l, node.operator, l.expression(node.left, hint), node, hint, () =>
    l.expression(node.right, hint),
  );
}

function shortCircuit(
  l: Lowering,
  operator: ast.LogicalOperator,
  left: Operand,
  node: ast.Expression,
  hint: string,
  right: () => Operand,
): Operand {
  const value = temporary(hint);
  const next = l.builder.block();
  const after = l.builder.block();
  l.ssa.write(value, left);
  const condition = operator === "??" ? prim(l, "is-nullish", [left], node) : left;
  l.builder.branch(condition, operator === "||" ? after : next, operator === "||" ? next : after, span(l, node));
  enter(l, next);
  l.ssa.write(value, right());
  l.builder.jump(after, span(l, node));
  enter(l, after);
  return l.ssa.read(value);
}

export function lowerConditional(l: Lowering, node: ast.ConditionalExpression, hint: string): Operand {
  const value = temporary(hint);
  const then = l.builder.block();
  const otherwise = l.builder.block();
  const after = l.builder.block();
  lowerCondition(l, node.test, then, otherwise);
  for (const [block, expression] of [
    [then, node.consequent],
    [otherwise, node.alternate],
  ] as const) {
    enter(l, block);
    l.ssa.write(value, l.expression(expression, hint));
    l.builder.jump(after, span(l, node));
  }
  enter(l, after);
  return l.ssa.read(value);
}

/** A place that can be read and then written; its object and key are evaluated once. */
interface Place {
  readonly read: (hint: string) => Operand;
  readonly write: (operand: Operand) => void;
  readonly hint: string;
}

function placeOf(l: Lowering, target: ast.AssignmentTarget): Place {
  const node = strip(target as ast.Expression);
  if (node.type === "Identifier") {
    return {
      read: (hint) => readIdentifier(l, node, hint),
      write: (operand) => {
        assign(l, node, operand);
      },
      hint: node.name,
    };
  }
  if (node.type !== "MemberExpression") return impossible(l, node, `assignment to ${node.type}`);
  const member = lowerMember(l, node);
  return {
    read: (hint) => readMember(l, member, hint),
    write: (operand) => {
      writeMember(l, member, operand);
    },
    hint: "",
  };
}

export function lowerAssignment(l: Lowering, node: ast.AssignmentExpression): Operand {
  const { operator, left, right } = node;
  if (operator === "=") return lowerPlainAssignment(l, node);
  const place = placeOf(l, left);
  if (operator === "&&=" || operator === "||=" || operator === "??=") {
    return shortCircuit(l, operator.slice(0, -1) as ast.LogicalOperator, place.read(""), node, place.hint, () => {
      const value = l.expression(right, place.hint);
      place.write(value);
      return value;
    });
  }
  const old = place.read("");
  const value = operate(l, operator.slice(0, -1), old, l.expression(right), node, place.hint);
  place.write(value);
  return value;
}

function lowerPlainAssignment(l: Lowering, { left, right }: ast.AssignmentExpression): Operand {
  if (left.type === "ObjectPattern" || left.type === "ArrayPattern") {
    if (left.type === "ArrayPattern" && l.discards.has(left) && bindInParallel(l, left, right)) return undef;
    const value = l.expression(right);
    bindPattern(l, left, value);
    return value;
  }
  const target = strip(left);
  if (target.type === "Identifier") {
    const value = l.expression(right, target.name);
    assign(l, target, value);
    return value;
  }
  const place = placeOf(l, left);
  const value = l.expression(right);
  place.write(value);
  return value;
}

export function lowerUpdate(l: Lowering, node: ast.UpdateExpression, hint: string): Operand {
  const place = placeOf(l, node.argument);
  const isSure = numeric(l, node.argument);
  const read = place.read(isSure ? "" : place.hint);
  const old = isSure ? read : prim(l, "numeric", [read], node, node.prefix ? "" : hint);
  const value = prim(l, node.operator === "++" ? "add" : "sub", [old, constant(1)], node, place.hint || hint);
  place.write(value);
  return node.prefix ? value : old;
}
