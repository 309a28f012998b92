// Expressions: dispatches each kind to the file that lowers it.

import { constant, undef, type Operand } from "../ir/index.ts";
import { lowerCall, lowerNew, lowerTagged, mathConstant } from "./calls.ts";
import { requireSuperCalled } from "./classes.ts";
import { lowerArray, lowerLiteral, lowerObject, lowerTemplate } from "./literals.ts";
import { closure, functionAt, prim, unsupported, type Lowering } from "./lowering.ts";
import { lowerClass } from "./made-classes.ts";
import { lowerChain, lowerMember, readMember } from "./members.ts";
import { lowerAssignment, lowerBinary, lowerConditional, lowerLogical, lowerUnary, lowerUpdate } from "./operators.ts";
import { strip, type ast, type Node } from "./read.ts";
import { receiverOwner } from "./scope-model.ts";
import { readIdentifier, readThis } from "./variables.ts";
import { lowerYield } from "./yield.ts";

/** Lowers an expression to its value; `hint` is its name for readers, if it has no better one. */
export function lowerExpression(l: Lowering, expression: ast.Expression, hint: string): Operand {
  const node = strip(expression);
  switch (node.type) {
    case "Literal":
      return lowerLiteral(l, node);
    case "TemplateLiteral":
      return lowerTemplate(l, node, hint);
    case "TaggedTemplateExpression":
      return lowerTagged(l, node, hint);
    case "Identifier":
      return readIdentifier(l, node, hint);
    case "ThisExpression":
      requireSuperCalled(l, node);
      return readThis(l, node);
    case "ArrayExpression":
      return lowerArray(l, node, hint);
    case "ObjectExpression":
      return lowerObject(l, node, hint);
    case "FunctionExpression":
    case "FunctionDeclaration":
    case "ArrowFunctionExpression":
      return closure(l, functionAt(l, node), hint);
    case "UnaryExpression":
      return lowerUnary(l, node, hint);
    case "BinaryExpression":
      return lowerBinary(l, node, hint);
    case "LogicalExpression":
      return lowerLogical(l, node, hint);
    case "ConditionalExpression":
      return lowerConditional(l, node, hint);
    case "AssignmentExpression":
      return lowerAssignment(l, node);
    case "UpdateExpression":
      return lowerUpdate(l, node, hint);
    case "SequenceExpression":
      return node.expressions.reduce<Operand>((_, part) => l.expression(part), undef);
    case "MemberExpression":
      return mathConstant(l, node) ?? readMember(l, lowerMember(l, node), hint);
    case "ChainExpression":
      return lowerChain(l, node, hint);
    case "MetaProperty":
      return lowerMeta(l, node, hint);
    case "CallExpression":
      return lowerCall(l, node, hint);
    case "NewExpression":
      return lowerNew(l, node, hint);
    case "ClassExpression":
      return lowerClass(l, node, hint);
    case "YieldExpression":
      return lowerYield(l, node);
    default:
      return unsupported(l, node, ...(refused[node.type] ?? ([`\`${node.type}\``] as const)));
  }
}

/** `new.target` in a constructor: the class whose instance the object is. */
function lowerMeta(l: Lowering, node: ast.MetaProperty, hint: string): Operand {
  if (node.meta.name === "import")
    return unsupported(l, node, "`import.meta`", "read it into a constant at the top level of the module");
  const { form } = receiverOwner(l.info);
  // These are never constructed.
  if (form === "class-method" || form === "method" || form === "getter" || form === "setter" || form === "initialiser")
    return undef;
  if (form !== "constructor")
    return unsupported(
      l,
      node,
      "`new.target` outside of a class",
      "write a class, or ask whether `this` is an instance",
    );
  const prototype = prim(l, "prototype-of", [readThis(l)], node);
  return prim(l, "get", [prototype, constant("constructor")], node, hint);
}

/** Unsupported constructs, and what to write instead. */
const refused: { readonly [type in Node["type"]]?: readonly [what: string, remedy?: string] } = {
  ImportExpression: ["`import()`", "import the module at the top level"],
  JSXElement: ["JSX"],
  JSXFragment: ["JSX"],
};
