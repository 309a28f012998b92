// Simplifies statements: removes jumps to where control goes anyway, dissolves labelled blocks that nothing leaves, and drops the
// `else` of an `if` if control never reaches the end of one side.

import type { Statement } from "./statement.ts";
import { mentions } from "./statement.ts";

/** Jumps that are equivalent to reaching the end of a list. */
type Falls = readonly { readonly kind: "break" | "continue"; readonly label: number }[];

export function tidy(statements: readonly Statement[]): readonly Statement[] {
  return tidyList(statements, []);
}

function tidyList(statements: readonly Statement[], falls: Falls): readonly Statement[] {
  const result: Statement[] = [];
  statements.forEach((statement, k) => {
    if (result.length > 0 && isFinal(result.at(-1) as Statement)) return;
    result.push(...tidyOne(statement, k === statements.length - 1 ? falls : []));
  });
  return result;
}

function tidyOne(statement: Statement, falls: Falls): readonly Statement[] {
  switch (statement.kind) {
    case "break":
    case "continue":
      return falls.some(({ kind, label }) => kind === statement.kind && label === statement.label) ? [] : [statement];
    case "loop":
      return [{ ...statement, body: tidyList(statement.body, [{ kind: "continue", label: statement.label }]) }];
    case "block": {
      const body = tidyList(statement.body, [...falls, { kind: "break", label: statement.label }]);
      return mentions(body, "break", statement.label) ? [{ ...statement, body }] : body;
    }
    case "if":
      return tidyIf({ ...statement, then: tidyList(statement.then, falls), else: tidyList(statement.else, falls) });
    default:
      return [statement];
  }
}

function tidyIf(statement: Statement & { kind: "if" }): readonly Statement[] {
  const { condition, then, else: otherwise, span } = statement;
  const flipped: Statement = { ...statement, negate: !statement.negate, then: otherwise, else: [] };
  if (then.length === 0 && otherwise.length === 0)
    return condition.ordered ? [{ kind: "effect", expr: condition, span }] : [];
  if (then.length === 0) return [flipped];
  if (otherwise.length === 0) return [statement];
  if (endsAway(then)) return [{ ...statement, else: [] }, ...otherwise];
  if (endsAway(otherwise)) return [flipped, ...then];
  return [statement];
}

/**
 * Whether control never reaches the end of a tidy list. In such a list, control reaches the end of at least one side of a final
 * `if`, and something leaves each block.
 */
function endsAway(statements: readonly Statement[]): boolean {
  const last = statements.at(-1);
  return last !== undefined && isFinal(last);
}

function isFinal(statement: Statement): boolean {
  switch (statement.kind) {
    case "return":
    case "throw":
    case "break":
    case "continue":
      return true;
    case "loop":
      return !mentions(statement.body, "break", statement.label);
    default:
      return false;
  }
}
