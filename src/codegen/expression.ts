// JavaScript expressions as text, with what is needed to combine them: precedence, order of effects, variables read.
//
// Text is marked: `\u0001 k \u0002 … \u0003` encloses the part that stands for source place number k, so that columns of
// generated code can be mapped back. Generated code contains none of these characters otherwise. Only text that is to be mapped
// is marked.

import type { Constant, Operand } from "../ir/index.ts";

/** Binding strengths; an operand must bind at least as strongly as its position requires. */
export const strength = {
  assignment: 2,
  conditional: 3,
  or: 4,
  equality: 8,
  relational: 9,
  additive: 11,
  multiplicative: 12,
  power: 13,
  unary: 14,
  postfix: 15,
  /** Number literals: enough for operands, not for `.` */
  number: 16,
  member: 17,
  primary: 18,
} as const;

export interface Expr {
  readonly text: string;
  readonly strength: number;
  /** Whether it has an effect or depends on memory, so that its order relative to such expressions must stay. */
  readonly ordered: boolean;
  /** The variables it reads, by class. */
  readonly reads: readonly number[];
  /** The number of its source place, or -1. */
  readonly place: number;
  /** The approximate number of slots of the stack frame that its evaluation needs. */
  readonly slots: number;
  /** For a property: the operand it is read from, null if there is none. As a bare callee it must not become a method call. */
  readonly object?: Operand | null | undefined;
  /** For a class as a function that constructs: the class, in a form that may follow `new`. */
  readonly constructs?: string | undefined;
  /** Its logical negation, if there is a shorter one than `!(…)`. */
  readonly negation?: { readonly text: string; readonly strength: number } | undefined;
}

export function plain(text: string, strong: number = strength.primary, reads: readonly number[] = []): Expr {
  return {
    text,
    strength: strong,
    ordered: false,
    reads,
    place: -1,
    slots: 0,
    object: undefined,
    constructs: undefined,
    negation: undefined,
  };
}

/** The marked text of an expression, in parentheses if its position requires more strength. */
export function textOf(expr: Expr, atLeast: number): string {
  const text = expr.place < 0 ? expr.text : `\u0001${expr.place}\u0002${expr.text}\u0003`;
  return expr.strength < atLeast ? `(${text})` : text;
}

/** The text of `!e`, where nothing surrounds it. */
export function negated(expr: Expr): string {
  return expr.negation?.text ?? `!${textOf(expr, strength.unary)}`;
}

/** A prefix operator with its operand; never merged into `--` or `++`. */
export function prefix(operator: string, operand: string): string {
  return withoutMarks(operand).startsWith(operator) ? `${operator}(${operand})` : `${operator}${operand}`;
}

/** The start of a place, with its number, or the end of one. */
// oxlint-disable-next-line no-control-regex
export const marks: RegExp = /\u0001(\d+)\u0002|\u0003/g;

export function withoutMarks(text: string): string {
  return text.includes("\u0001") ? text.replace(marks, "") : text;
}

export function constantExpr(constant: Constant): Expr {
  switch (typeof constant) {
    case "number": {
      const text = Object.is(constant, -0) ? "-0" : String(constant);
      if (Number.isNaN(constant) || constant === Infinity) return plain(text);
      return plain(text, text.startsWith("-") ? strength.unary : strength.number);
    }
    case "bigint":
      return plain(`${constant}n`, constant < 0n ? strength.unary : strength.number);
    case "string":
      return plain(quote(constant));
    default:
      return plain(String(constant));
  }
}

/** A string literal; line separators are escaped for old engines and editors. */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
