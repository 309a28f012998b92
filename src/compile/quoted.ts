// Quotes lines of the user's program in messages.

import { lineOf, placeOfUser, type Module, type Span } from "../ir/index.ts";

const longest = 100;

/** A part of a long line, with what is at `index`. */
function around(text: string, index: number): string {
  const from = Math.max(0, Math.min(index - 20, text.length - longest));
  const to = Math.min(text.length, from + longest);
  return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}

/** The user's texts, by file. */
export class Quotations {
  readonly #sources: readonly Module["sources"][];
  /** Where there is no place: the function that is differentiated. */
  readonly #otherwise: Span;

  constructor(sources: readonly Module["sources"][], otherwise: Span) {
    this.#sources = sources;
    this.#otherwise = otherwise;
  }

  /** The place in the user's program that a span is about. */
  placeOf(span: Span): Span {
    return placeOfUser(span) ?? this.#otherwise;
  }

  /** Place and line: `file.ts:12: const y = f(x);`. */
  line(span: Span): string {
    const { file, line, column } = this.placeOf(span);
    const whole = this.#line(file, line);
    const text = whole.trim();
    const shown = text.length > longest ? around(text, column - 1 - whole.indexOf(text)) : text;
    return `${file}:${line}:${shown === "" ? "" : ` ${shown}`}`;
  }

  /** The text of the place itself, as far as it is on one line; of a call of a method, with the object. */
  text(span: Span): string {
    const { file, line, column, length } = this.placeOf(span);
    const text = this.#line(file, line);
    const [object = ""] = /[\p{L}\p{Nl}\p{Nd}$_.]*\.$/u.exec(text.slice(0, column - 1)) ?? [];
    return object + text.slice(column - 1, column - 1 + length);
  }

  /** The first of the names that the line has; "" if it has none of them. */
  named(names: readonly string[], span: Span): string {
    const { file, line } = this.placeOf(span);
    const words = new Set(this.#line(file, line).match(/[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Nd}$_]*/gu));
    const name = names.find((one) => words.has(one));
    return name === undefined ? "" : `\`${name}\``;
  }

  #line(file: string, line: number): string {
    const source = this.#sources.find((sources) => sources[file] !== undefined)?.[file];
    return source === undefined ? "" : (lineOf(source, line) ?? "");
  }
}
