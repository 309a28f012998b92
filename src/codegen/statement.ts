// Statements of generated code, as a tree. Variables are numbers: classes of values, and temporaries above them.

import type { Span } from "../ir/index.ts";
import type { Expr } from "./expression.ts";

export type Variable = number;

export type Statement =
  | {
      readonly kind: "assign";
      readonly variable: Variable;
      readonly expr: Expr;
      readonly declares?: "const" | "let";
      readonly span: Span;
    }
  | { readonly kind: "declare"; readonly variables: readonly Variable[] }
  | { readonly kind: "effect"; readonly expr: Expr; readonly span: Span }
  | { readonly kind: "return" | "throw"; readonly expr: Expr; readonly span: Span }
  | {
      readonly kind: "if";
      readonly condition: Expr;
      /** Whether `then` runs if the condition does not hold. */
      readonly negate: boolean;
      readonly then: readonly Statement[];
      readonly else: readonly Statement[];
      readonly span: Span;
    }
  | { readonly kind: "loop" | "block"; readonly label: number; readonly body: readonly Statement[] }
  | { readonly kind: "break" | "continue"; readonly label: number };

/** The lists of statements inside a statement. */
export function bodiesOf(statement: Statement): readonly (readonly Statement[])[] {
  switch (statement.kind) {
    case "if":
      return [statement.then, statement.else];
    case "loop":
    case "block":
      return [statement.body];
    default:
      return [];
  }
}

/** The variables that a statement reads or writes itself, not in its bodies. */
export function variablesOf(statement: Statement): readonly Variable[] {
  switch (statement.kind) {
    case "assign":
      return [statement.variable, ...statement.expr.reads];
    case "effect":
    case "return":
    case "throw":
      return statement.expr.reads;
    case "if":
      return statement.condition.reads;
    default:
      return [];
  }
}

/** Whether a `break` or `continue` inside goes to a label. */
export function mentions(statements: readonly Statement[], kind: "break" | "continue", label: number): boolean {
  for (const statement of statements) {
    if (statement.kind === kind && statement.label === label) return true;
    for (const body of bodiesOf(statement)) if (mentions(body, kind, label)) return true;
  }
  return false;
}
