// Decides by syntax alone (types may lie) which expressions are certainly numbers: `i++` on such a variable is an addition
// without a conversion.
//
// The variables are the greatest set such that everything assigned to one is a number.

import { isPrimName } from "../ir/index.ts";
import { strip, type ast } from "./read.ts";
import type { Analysis, Binding } from "./scope-model.ts";

export function decideNumbers({ functions, references }: Analysis): void {
  const candidates = functions
    .flatMap(({ bindings }) => bindings)
    .filter(
      ({ kind, values }) =>
        (kind === "let" || kind === "const") && values.length > 0 && values.every((v) => v !== null),
    );
  for (const binding of candidates) binding.isNumber = true;
  const holds = ({ values }: Binding): boolean =>
    values.every((v) => v === "number" || (v !== null && isNumber(v, references)));
  for (let changed = true; changed;) {
    changed = false;
    for (const binding of candidates) {
      if (binding.isNumber && !holds(binding)) {
        binding.isNumber = false;
        changed = true;
      }
    }
  }
}

const deepest = 200;

/** Whether the value of an expression, if it has one, is a number; deeply nested parts are not inspected. */
export function isNumber(expression: ast.Expression, references: Analysis["references"], depth = 0): boolean {
  if (depth > deepest) return false;
  const is = (e: ast.Expression): boolean => isNumber(e, references, depth + 1);
  const node = strip(expression);
  switch (node.type) {
    case "Literal":
      return typeof node.value === "number";
    case "Identifier":
      return references.get(node)?.binding?.isNumber ?? false;
    case "UnaryExpression":
      return node.operator === "+" || ((node.operator === "-" || node.operator === "~") && is(node.argument));
    case "UpdateExpression":
      return is(node.argument);
    case "BinaryExpression":
      if (node.left.type === "PrivateIdentifier") return false;
      return isArithmetic(node.operator, is(node.left), is(node.right));
    case "AssignmentExpression":
      if (node.operator === "=") return is(node.right);
      if (node.operator === "&&=" || node.operator === "||=" || node.operator === "??=")
        return is(node.left as ast.Expression) && is(node.right);
      return isArithmetic(node.operator.slice(0, -1), is(node.left as ast.Expression), is(node.right));
    case "ConditionalExpression":
      return is(node.consequent) && is(node.alternate);
    case "LogicalExpression":
      return is(node.left) && is(node.right);
    case "SequenceExpression":
      return node.expressions.length > 0 && is(node.expressions.at(-1) as ast.Expression);
    case "CallExpression": {
      const { callee } = node;
      if (callee.type !== "MemberExpression" || callee.computed || callee.object.type !== "Identifier") return false;
      return (
        callee.object.name === "Math" &&
        references.get(callee.object)?.binding === null &&
        isPrimName(callee.property.name)
      );
    }
    default:
      return false;
  }
}

/** If one operand is a number, the other can only be a number: bigints do not mix. */
function isArithmetic(operator: string, left: boolean, right: boolean): boolean {
  switch (operator) {
    case "+":
      return left && right;
    case "-":
    case "*":
    case "/":
    case "%":
    case "**":
    case "&":
    case "|":
    case "^":
    case "<<":
    case ">>":
      return left || right;
    case ">>>":
      return true;
    default:
      return false;
  }
}
