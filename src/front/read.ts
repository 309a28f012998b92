// Parses source text to a syntax tree, and builds the line table. Only this file imports the parser.
//
// The tree is ESTree with TypeScript's additions; offsets are UTF-16. The parser recovers from errors, so its list of errors is
// checked: the first becomes a ZerothError of kind `invalid` with a code frame.

import { parseSync, visitorKeys } from "oxc-parser";
import type * as ast from "oxc-parser";
import { ZerothError, type Span } from "../ir/index.ts";
import { assertShallow } from "./nesting.ts";

export type { ast };
export type Node = ast.Node;
export type FunctionNode = ast.Function | ast.ArrowFunctionExpression;

/** What a text is: an ECMAScript module, whose code is strict, or a CommonJS module, whose code may be sloppy. */
export type Format = "module" | "commonjs";

/** A text with its syntax tree. */
export interface Source {
  readonly file: string;
  readonly format: Format;
  /** Whether all of its code is strict, unless it says so itself. */
  readonly isStrict: boolean;
  /** The user's text, which code frames show. */
  readonly text: string;
  /** The same without comments, but for those that may name types: `/** … *\/`. */
  readonly code: string;
  readonly program: ast.Program;
  readonly comments: readonly ast.Comment[];
  /** The length of what the parsed text has before the user's text. */
  readonly shift: number;
  /** Offsets of line starts. */
  readonly lines: readonly number[];
}

export type Language = "js" | "jsx" | "ts" | "tsx";

/** The language that a file's name indicates; TypeScript by default. */
export function languageOf(file: string): Language {
  const extension = /\.[cm]?([jt]sx?)(?:\?.*)?$/.exec(file)?.[1];
  return (extension ?? "ts") as Language;
}

/** Parses a module. Throws a ZerothError if the text is invalid. */
export function readModule(text: string, file: string, format: Format = "module"): Source {
  return read(text, text, 0, file, languageOf(file), { format, sourceType: format });
}

/** What is known of a function's text, which says nothing about the code around it. */
export type Strictness = "strict" | "sloppy" | "unknown";

/** Parses the text of one function, as `Function.prototype.toString` gives it. */
export function readFunctionText(text: string, file: string, strictness: Strictness = "strict"): Source {
  const attempts = [
    ["(", ")"],
    ["({", "})"],
    [`(class extends Object{${privateNames(text)}`, "})"],
  ] as const;
  let first: unknown;
  for (const [before, after] of attempts) {
    try {
      const source = read(text, `${before}${text}${after}`, before.length, file, "js", {
        format: "module",
        sourceType: strictness === "sloppy" ? "script" : "module",
      });
      return { ...source, isStrict: strictness === "strict" };
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

/** Declarations of the private names that the text of a method uses; its own private name is declared by the method. */
function privateNames(text: string): string {
  const own = /^[^#(]*(#[\p{ID_Continue}$]+)\s*\(/u.exec(text)?.[1];
  const names = new Set(text.match(/#[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
  return [...names].map((name) => (name === own ? "" : `${name};`)).join("");
}

function read(
  text: string,
  parsed: string,
  shift: number,
  file: string,
  language: Language,
  { format, sourceType }: { readonly format: Format; readonly sourceType: Format | "script" },
): Source {
  assertShallow(text, file);
  const { program, comments, errors } = parseSync(file, parsed, {
    lang: language,
    astType: "ts",
    sourceType,
    preserveParens: false,
    showSemanticErrors: true,
  });
  const source: Source = {
    file,
    format,
    isStrict: format === "module",
    text,
    code: withoutComments(text, comments, shift),
    program,
    comments,
    shift,
    lines: lineStarts(text),
  };
  const error = errors.find(({ severity }) => String(severity) === "Error");
  if (error !== undefined) {
    const [label] = error.labels;
    throw new ZerothError({
      kind: "invalid",
      message: `syntax error: ${error.message}`,
      source: text,
      ...(label === undefined ? {} : { span: spanOf(source, label) }),
      ...(error.helpMessage === null ? {} : { remedy: error.helpMessage }),
    });
  }
  return source;
}

function withoutComments(text: string, comments: readonly ast.Comment[], shift: number): string {
  const kept: string[] = [];
  let from = 0;
  for (const { type, value, start, end } of comments) {
    if (type === "Block" && value.startsWith("*")) continue;
    kept.push(text.slice(from, start - shift));
    from = end - shift;
  }
  return [...kept, text.slice(from)].join(" ");
}

function lineStarts(text: string): readonly number[] {
  const lines = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) lines.push(index + end.length);
  return lines;
}

/** The place of a node, clipped to its first line. */
export function spanOf(
  { file, text, lines, shift }: Source,
  { start, end }: { readonly start: number; readonly end: number },
): Span {
  const from = Math.min(Math.max(start - shift, 0), text.length);
  let low = 0;
  for (let high = lines.length; high - low > 1;) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= from) low = middle;
    else high = middle;
  }
  const lineStart = lines[low] ?? 0;
  const lineEnd = (lines[low + 1] ?? text.length + 1) - 1;
  const length = Math.max(1, Math.min(end - shift, lineEnd) - from);
  return { file, line: low + 1, column: from - lineStart + 1, length, synthetic: false };
}

/** Calls `visit` for every child node, in text order. */
export function eachChild(node: Node, visit: (child: Node, key: string) => void): void {
  for (const key of visitorKeys[node.type] ?? []) {
    const child = (node as unknown as Record<string, unknown>)[key];
    if (Array.isArray(child)) {
      for (const item of child) if (isNode(item)) visit(item, key);
    } else if (isNode(child)) {
      visit(child, key);
    }
  }
}

function isNode(x: unknown): x is Node {
  return typeof x === "object" && x !== null && "type" in x;
}

/** Whether a node belongs to TypeScript's types, or does not exist at run time for other reasons. */
export function isErased(node: Node): boolean {
  if (!node.type.startsWith("TS")) return node.type === "ImportDeclaration" && node.importKind === "type";
  return strippedExpression(node) === null && node.type !== "TSParameterProperty" && node.type !== "TSExportAssignment";
}

/** The expression inside `x as T`, `x!`, `x satisfies T`, `<T>x`, `f<T>`; null for other nodes. */
export function strippedExpression(node: Node): ast.Expression | null {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
    case "TSNonNullExpression":
    case "TSInstantiationExpression":
    case "ParenthesizedExpression":
      return node.expression;
    default:
      return null;
  }
}

/** The expression without the wrappers that TypeScript adds. */
export function strip(node: ast.Expression): ast.Expression {
  let result = node;
  for (let inner = strippedExpression(result); inner !== null; inner = strippedExpression(result)) result = inner;
  return result;
}
