// Reading the text form character by character: blanks, words, names, literals, and errors with a place.
//
// A scanner is a text and a position; the functions below move the position. Lines matter (a statement ends with its
// line), so blanks are spaces, tabs and comments; `skipLines` also takes line ends.

import { ZerothError } from "./diagnostics.ts";
import type { Constant } from "./model.ts";

export interface Scanner {
  readonly text: string;
  readonly file: string;
  at: number;
}

/** Throws a `ZerothError` that shows the text from `from` on. */
export function fail(s: Scanner, message: string, from: number = s.at, length = 1): never {
  const before = s.text.slice(0, from);
  const line = before.split("\n").length;
  const column = from - before.lastIndexOf("\n");
  throw new ZerothError({
    kind: "invalid",
    message,
    source: s.text,
    span: { file: s.file, line, column, length, synthetic: false },
  });
}

const slash = 47;
const newline = 10;

export function skipBlanks(s: Scanner): void {
  const { text } = s;
  for (;;) {
    const code = text.charCodeAt(s.at);
    if (code === 32 || code === 9 || code === 13) s.at++;
    else if (code === slash && text.charCodeAt(s.at + 1) === slash) {
      const end = text.indexOf("\n", s.at);
      s.at = end < 0 ? text.length : end;
    } else return;
  }
}

export function skipLines(s: Scanner): void {
  for (skipBlanks(s); s.text.charCodeAt(s.at) === newline; skipBlanks(s)) s.at++;
}

export function isLineEnd(s: Scanner): boolean {
  return s.at >= s.text.length || s.text.charCodeAt(s.at) === newline;
}

/** After blanks: the character code at the position, NaN at the end. */
export function peek(s: Scanner): number {
  skipBlanks(s);
  return s.text.charCodeAt(s.at);
}

/** Takes a character after blanks, if it is there. */
export function take(s: Scanner, char: string): boolean {
  if (peek(s) !== char.charCodeAt(0)) return false;
  s.at++;
  return true;
}

export function expect(s: Scanner, char: string): void {
  if (!take(s, char)) fail(s, `expected '${char}', found ${found(s)}`);
}

/** The text at the position, for messages. */
export function found(s: Scanner): string {
  skipBlanks(s);
  if (isLineEnd(s)) return "the end of the line";
  const rest = /^(?:[\w$.%@^-]+|.)/u.exec(s.text.slice(s.at, s.at + 40));
  return `'${rest?.[0] ?? ""}'`;
}

export const isDigitCode = (code: number): boolean => code >= 48 && code <= 57;
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigitCode(code) || code === 45;

/** Letters, digits and hyphens after blanks; "" if there are none. */
export function word(s: Scanner): string {
  skipBlanks(s);
  const from = s.at;
  while (isWordCode(s.text.charCodeAt(s.at))) s.at++;
  return s.text.slice(from, s.at);
}

/** Takes a word if it is there. */
export function takeWord(s: Scanner, expected: string): boolean {
  skipBlanks(s);
  const end = s.at + expected.length;
  if (!s.text.startsWith(expected, s.at) || isWordCode(s.text.charCodeAt(end))) return false;
  s.at = end;
  return true;
}

/** A name at the position: characters that `test` admits, or a string literal. */
export function name(s: Scanner, test: (code: number) => boolean, what: string): string {
  const { text } = s;
  const from = s.at;
  if (text.charCodeAt(from) === 34) return string(s);
  while (test(text.charCodeAt(s.at))) s.at++;
  if (s.at === from) fail(s, `expected ${what}, found ${found(s)}`);
  return text.slice(from, s.at);
}

/** A string literal after blanks. */
export function string(s: Scanner): string {
  const { text } = s;
  if (peek(s) !== 34) fail(s, `expected a string, found ${found(s)}`);
  const from = s.at++;
  let plain = true;
  for (;;) {
    const code = text.charCodeAt(s.at);
    if (code === 34) break;
    if (code === newline || s.at >= text.length) fail(s, "the string has no end", from);
    if (code === 92) {
      plain = false;
      s.at++;
    }
    s.at++;
  }
  s.at++;
  if (plain) return text.slice(from + 1, s.at - 1);
  try {
    return JSON.parse(text.slice(from, s.at)) as string;
  } catch {
    return fail(s, "the string has a bad escape", from, s.at - from);
  }
}

/** Digits after blanks. */
export function integer(s: Scanner): number {
  skipBlanks(s);
  const from = s.at;
  while (isDigitCode(s.text.charCodeAt(s.at))) s.at++;
  if (s.at === from) fail(s, `expected a number, found ${found(s)}`);
  return Number(s.text.slice(from, s.at));
}

/** A number or bigint literal at the position. */
export function numeral(s: Scanner): Constant {
  const { text } = s;
  const from = s.at;
  if (text.charCodeAt(s.at) === 45) s.at++;
  if (text.startsWith("Infinity", s.at)) {
    s.at += 8;
    return Number(text.slice(from, s.at));
  }
  while (isNumeralCode(text, s.at)) s.at++;
  const literal = text.slice(from, s.at);
  if (text.charCodeAt(s.at) === 110 && /^-?\d+$/.test(literal)) {
    s.at++;
    return BigInt(literal);
  }
  const number = Number(literal);
  if (literal === "" || literal === "-" || (Number.isNaN(number) && literal !== "NaN")) {
    fail(s, `'${literal}' is not a number`, from, literal.length);
  }
  return number;
}

/** Digits, the point, the exponent and its sign. */
function isNumeralCode(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isDigitCode(code) || code === 46 || code === 101 || code === 69) return true;
  const before = text.charCodeAt(at - 1);
  return (code === 43 || code === 45) && (before === 101 || before === 69);
}
