// Errors of three kinds, with code frames.
//
// `unsupported`: a construct that zeroth cannot compile or differentiate (yet). `invalid`: the user's mistake.
// `bug`: our mistake. Every error names the construct. If its place in the user's text is known, the error shows file, line,
// column and the line itself with carets. If there is a remedy, the error names it.

import type { Span } from "./span.ts";

export type ErrorKind = "unsupported" | "invalid" | "bug";

export interface Diagnostic {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly span?: Span;
  readonly remedy?: string;
  /** The text of `span.file`, for the code frame. */
  readonly source?: string;
}

/** The error that zeroth throws for everything that it refuses. `span` is absent if no place is known. */
export class ZerothError extends Error {
  override readonly name = "ZerothError";
  readonly kind: ErrorKind;
  readonly span: Span | undefined;
  readonly remedy: string | undefined;
  /** The message without place, frame and remedy. */
  readonly reason: string;
  readonly #hasFrame: boolean;

  constructor(diagnostic: Diagnostic, options?: ErrorOptions) {
    super(describe(diagnostic), options);
    this.kind = diagnostic.kind;
    this.span = diagnostic.span;
    this.remedy = diagnostic.remedy;
    this.reason = diagnostic.message;
    this.#hasFrame = diagnostic.source !== undefined;
  }

  /** The same error with a place, if it had none, or with the line of its place. `source` is the text of the place's file. */
  at(span: Span, source: string | undefined): ZerothError {
    const isKnown = this.span !== undefined && (this.#hasFrame || source === undefined || this.span !== span);
    if (isKnown || span.line === 0) return this;
    const placed = new ZerothError({
      kind: this.kind,
      message: this.reason,
      span,
      ...(this.remedy === undefined ? {} : { remedy: this.remedy }),
      ...(source === undefined ? {} : { source }),
    });
    return placed;
  }
}

function describe({ kind, message, span, remedy, source }: Diagnostic): string {
  const place = span !== undefined && span.line > 0 ? `${span.file}:${span.line}:${span.column}: ` : "";
  const prefix = kind === "bug" ? "bug in zeroth: " : kind === "unsupported" ? "unsupported: " : "";
  const frame = span !== undefined && source !== undefined ? codeFrame(source, span) : "";
  return `${place}${prefix}${message}${frame === "" ? "" : `\n${frame}`}${remedy === undefined ? "" : `\nremedy: ${remedy}`}`;
}

/** A line of a text, counted from 1, without its end. */
export function lineOf(source: string, line: number): string | undefined {
  let start = 0;
  if (line < 1) return undefined;
  for (let n = 1; n < line; n++) {
    start = source.indexOf("\n", start) + 1;
    if (start === 0) return undefined;
  }
  const end = source.indexOf("\n", start);
  return source.slice(start, end < 0 ? source.length : end).replace(/\r$/, "");
}

/** The span's line and carets under it, with the line number in the margin. */
export function codeFrame(source: string, span: Span): string {
  const line = lineOf(source, span.line);
  if (line === undefined) return "";
  const margin = `${span.line} | `;
  const before = line.slice(0, span.column - 1).replace(/[^\t]/g, " ");
  const carets = "^".repeat(Math.max(1, Math.min(span.length, line.length - span.column + 1)));
  return `${margin}${line}\n${" ".repeat(margin.length - 2)}| ${before}${carets}`;
}

/** Whether JavaScript's stack has run out. */
export function isStackFull(error: unknown): boolean {
  return error instanceof RangeError && error.message === "Maximum call stack size exceeded";
}

/** The result of a walk over a value; throws an error that says so if the value is nested too deeply for it. */
export function walkDeep<T>(walk: () => T): T {
  try {
    return walk();
  } catch (error) {
    if (!isStackFull(error)) throw error;
    throw new ZerothError(
      {
        kind: "invalid",
        message: "a value is nested too deeply: JavaScript's stack is full",
        remedy: "keep in arrays what is chained by records, or run node with a larger --stack-size",
      },
      { cause: error },
    );
  }
}

/** Fails if one of our own invariants does not hold. */
export function assertInvariant(condition: unknown, message: string, span?: Span): asserts condition {
  if (!condition) throw new ZerothError({ kind: "bug", message, ...(span === undefined ? {} : { span }) });
}
