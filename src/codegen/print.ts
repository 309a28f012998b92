// Prints statements as lines of text, one statement each, with the regions of generated text that stand for source places.

import type { Span } from "../ir/index.ts";
import { type Expr, marks, negated, strength, textOf, withoutMarks } from "./expression.ts";
import type { Scope } from "./scope.ts";
import { mentions, type Statement } from "./statement.ts";

/** A region of one generated line (columns from 1, the end excluded) and the place it stands for. */
export interface Region {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly span: Span;
}

export interface Printed {
  readonly lines: readonly string[];
  readonly regions: readonly Region[];
}

export class Lines {
  readonly #lines: string[] = [];
  readonly #regions: Region[] = [];
  readonly #places: readonly Span[] | null;
  #indent = "";

  /** `places` are the source places by the numbers of their marks; null if the text has no marks, and regions are not asked for. */
  constructor(places: readonly Span[] | null) {
    this.#places = places;
  }

  /** Adds a line of marked text; `span` is the place of the parts without a mark. */
  line(marked: string, span: Span | null): void {
    if (this.#places === null) this.#lines.push(this.#indent + marked);
    else this.#mapped(marked, span, this.#places);
  }

  #mapped(marked: string, span: Span | null, places: readonly Span[]): void {
    const line = this.#lines.length + 1;
    const open: { readonly from: number; readonly place: number }[] = [];
    let text = this.#indent;
    let copied = 0;
    for (const mark of marked.matchAll(marks)) {
      text += marked.slice(copied, mark.index);
      copied = mark.index + mark[0].length;
      if (mark[1] !== undefined) {
        open.push({ from: text.length + 1, place: Number(mark[1]) });
        continue;
      }
      const region = open.pop();
      const at = places[region?.place ?? -1];
      if (region !== undefined && at !== undefined)
        this.#regions.push({ line, from: region.from, to: text.length + 1, span: at });
    }
    text += marked.slice(copied);
    this.#lines.push(text);
    if (span !== null && span.line > 0) this.#regions.push({ line, from: 1, to: text.length + 1, span });
  }

  indented(print: () => void): void {
    this.#indent += "  ";
    print();
    this.#indent = this.#indent.slice(2);
  }

  /** Regions are listed inner before outer. */
  finish(): Printed {
    return { lines: this.#lines, regions: this.#regions };
  }
}

interface Around {
  /** The label of the innermost loop, or -1. */
  readonly loop: number;
  readonly scope: Scope;
}

export function printStatements(statements: readonly Statement[], scope: Scope, lines: Lines): void {
  print(statements, { loop: -1, scope }, lines);
}

function print(statements: readonly Statement[], around: Around, lines: Lines): void {
  for (const statement of statements) printOne(statement, around, lines);
}

function printOne(statement: Statement, around: Around, lines: Lines, before = ""): void {
  const { scope } = around;
  const line = (text: string, span: Span | null): void => lines.line(text, span);
  switch (statement.kind) {
    case "declare":
      return line(`let ${statement.variables.map(scope.nameOf).join(", ")};`, null);
    case "assign": {
      const declaration = statement.declares === undefined ? "" : `${statement.declares} `;
      return line(
        `${declaration}${scope.nameOf(statement.variable)} = ${textOf(statement.expr, strength.assignment)};`,
        statement.span,
      );
    }
    case "effect": {
      const text = textOf(statement.expr, strength.assignment);
      // A statement that started with a brace would be a block.
      return line(withoutMarks(text).startsWith("{") ? `(${text});` : `${text};`, statement.span);
    }
    case "return":
    case "throw":
      return line(`${statement.kind} ${textOf(statement.expr, 0)};`, statement.span);
    case "if": {
      const then = statement.then[0];
      const condition = `if (${conditionText(statement.condition, statement.negate)})`;
      if (
        before === "" &&
        statement.else.length === 0 &&
        statement.then.length === 1 &&
        (then?.kind === "break" || then?.kind === "continue")
      ) {
        return line(`${condition} ${jumpText(then, around)}`, statement.span);
      }
      line(`${before}${condition} {`, statement.span);
      lines.indented(() => print(statement.then, around, lines));
      const only = statement.else.length === 1 ? statement.else[0] : undefined;
      if (only?.kind === "if") return printOne(only, around, lines, "} else ");
      if (statement.else.length > 0) {
        line("} else {", null);
        lines.indented(() => print(statement.else, around, lines));
      }
      return line("}", null);
    }
    case "loop":
      return printLoop(statement, around, lines);
    case "block":
      line(`${labelName(statement.label)}: {`, null);
      lines.indented(() => print(statement.body, around, lines));
      return line("}", null);
    case "break":
    case "continue":
      return line(jumpText(statement, around), null);
  }
}

function conditionText(condition: Expr, negate: boolean): string {
  return negate ? negated(condition) : textOf(condition, 0);
}

function jumpText({ kind, label }: Statement & { kind: "break" | "continue" }, { loop }: Around): string {
  return label === loop ? `${kind};` : `${kind} ${labelName(label)};`;
}

function labelName(label: number): string {
  return `L${label}`;
}

/** Prints `do … while` if the only exit is at the end and its condition can be evaluated outside the braces. */
function printLoop(
  { label, body }: { readonly label: number; readonly body: readonly Statement[] },
  around: Around,
  lines: Lines,
): void {
  const inner: Around = { ...around, loop: label };
  const nested = body.some((s) => usesFromInnerLoop(s, label));
  const name = nested ? `${labelName(label)}: ` : "";
  const last = body.at(-1);
  const leaves = last?.kind === "if" && last.else.length === 0 && last.then.length === 1 ? last.then[0] : undefined;
  const others = body.slice(0, -1);
  if (
    last?.kind === "if" &&
    leaves?.kind === "break" &&
    leaves.label === label &&
    !mentions(others, "continue", label) &&
    !declaresAny(others, last.condition.reads)
  ) {
    lines.line(`${name}do {`, null);
    lines.indented(() => print(others, inner, lines));
    lines.line(`} while (${conditionText(last.condition, !last.negate)});`, last.span);
    return;
  }
  lines.line(`${name}for (;;) {`, null);
  lines.indented(() => print(body, inner, lines));
  lines.line("}", null);
}

/** Whether a jump to the loop is inside another loop, where it needs the label. */
function usesFromInnerLoop(statement: Statement, label: number): boolean {
  switch (statement.kind) {
    case "loop":
      return mentions(statement.body, "break", label) || mentions(statement.body, "continue", label);
    case "block":
      return statement.body.some((s) => usesFromInnerLoop(s, label));
    case "if":
      return [...statement.then, ...statement.else].some((s) => usesFromInnerLoop(s, label));
    default:
      return false;
  }
}

function declaresAny(statements: readonly Statement[], variables: readonly number[]): boolean {
  return statements.some(
    (s) =>
      (s.kind === "declare" && s.variables.some((v) => variables.includes(v))) ||
      (s.kind === "assign" && s.declares !== undefined && variables.includes(s.variable)),
  );
}
