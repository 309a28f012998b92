// Conditions: `&&`, `||` and `!` become branches if only the choice matters.

import type { OpenBlock } from "../ir/index.ts";
import { enter, span, type Lowering } from "./lowering.ts";
import { strip, type ast } from "./read.ts";

/** Branches to one of two blocks. The code after it belongs to another block. */
export function lowerCondition(l: Lowering, condition: ast.Expression, then: OpenBlock, otherwise: OpenBlock): void {
  const node = strip(condition);
  if (node.type === "UnaryExpression" && node.operator === "!") {
    lowerCondition(l, node.argument, otherwise, then);
  } else if (node.type === "LogicalExpression" && node.operator !== "??") {
    const middle = l.builder.block();
    if (node.operator === "&&") lowerCondition(l, node.left, middle, otherwise);
    else lowerCondition(l, node.left, then, middle);
    enter(l, middle);
    lowerCondition(l, node.right, then, otherwise);
  } else {
    l.builder.branch(l.expression(node), then, otherwise, span(l, node));
  }
}
