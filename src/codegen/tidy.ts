// Simplifies statements: removes jumps to where control goes anyway, dissolves labelled blocks that nothing leaves, and drops the
// `else` of an `if` if control never reaches the end of one side.

import type { Statement } from "./statement.ts";

/** The labels of loops and blocks that a `break` leaves. */
type Left = Set<number>;

/** Jumps that are equivalent to reaching the end of a list. */
type Falls = readonly { readonly kind: "break" | "continue"; readonly label: number }[];

export function tidy(statements: readonly Statement[]): readonly Statement[] {
  return tidyList(statements, [], new Set<number>());
}

/** What is left of the statements; the breaks among them are entered in `left`. */
function tidyList(statements: readonly Statement[], falls: Falls, left: Left): readonly Statement[] {
  const result: Statement[] = [];
  statements.forEach((statement, k) => {
    if (endsAway(result, left)) return;
    result.push(...tidyOne(statement, k === statements.length - 1 ? falls : [], left));
  });
  return result;
}

function tidyOne(statement: Statement, falls: Falls, left: Left): readonly Statement[] {
  switch (statement.kind) {
    case "break":
    case "continue":
      if (falls.some(({ kind, label }) => kind === statement.kind && label === statement.label)) return [];
      if (statement.kind === "break") left.add(statement.label);
      return [statement];
    case "loop":
      return [{ ...statement, body: tidyList(statement.body, [{ kind: "continue", label: statement.label }], left) }];
    case "block": {
      const body = tidyList(statement.body, [...falls, { kind: "break", label: statement.label }], left);
      return left.has(statement.label) ? [{ ...statement, body }] : body;
    }
    case "if": {
      const then = tidyList(statement.then, falls, left);
      return tidyIf({ ...statement, then, else: tidyList(statement.else, falls, left) }, left);
    }
    default:
      return [statement];
  }
}

function tidyIf(statement: Statement & { kind: "if" }, left: Left): readonly Statement[] {
  const { condition, then, else: otherwise, span } = statement;
  const flipped: Statement = { ...statement, negate: !statement.negate, then: otherwise, else: [] };
  if (then.length === 0 && otherwise.length === 0)
    return condition.ordered ? [{ kind: "effect", expr: condition, span }] : [];
  if (then.length === 0) return [flipped];
  if (otherwise.length === 0) return [statement];
  if (endsAway(then, left)) return [{ ...statement, else: [] }, ...otherwise];
  if (endsAway(otherwise, left)) return [flipped, ...then];
  return [statement];
}

/**
 * Whether control never reaches the end of a tidy list. In such a list, control reaches the end of at least one side of a final
 * `if`, and something leaves each block.
 */
function endsAway(statements: readonly Statement[], left: Left): boolean {
  const last = statements.at(-1);
  switch (last?.kind) {
    case "return":
    case "throw":
    case "break":
    case "continue":
      return true;
    case "loop":
      return !left.has(last.label);
    default:
      return false;
  }
}
