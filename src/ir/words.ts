// Derivative words, and the names of functions that are derivatives: `@pow.J` is the derivative of `@pow` by the letter `J`, and
// `@pow.J*` its pullback. The letter `E` is no derivative: `@pow.E` is `@pow` with errors as values.

import type { FuncName, Word } from "./model.ts";

/** The letters of a word: `JD` is `J`, then `D`; a letter may have a number, as in `JV4`. */
export function lettersOf(word: Word): readonly string[] {
  return word.match(/[A-Z]\d*/g) ?? [];
}

const letter = "(?:[JDE]|[VT][1-9]\\d*)";
// `S` is no letter of words: no call asks for sweeps.
const derivativeSuffix = new RegExp(`(?:\\.(?:${letter}|S)|\\*)+$`);
const wordPattern = new RegExp(`^${letter}*$`);

export function isWord(text: string): boolean {
  return wordPattern.test(text);
}

/** Whether a call of a word gives the value of the function alone, or its error as a value. */
export const isValueWord = (word: Word): boolean => word !== "" && !/[^E]/.test(word);

/** The suffix of a derivative's name: `.J*` for `@pow.J*`; empty for other names. */
export function suffixOf(name: FuncName): string {
  return derivativeSuffix.exec(name)?.[0] ?? "";
}

/** The function that a derivative of any order comes from, by name: `pow` for `pow.J*`, the name itself if it is none. */
export function rootName(name: FuncName): FuncName {
  return name.slice(0, name.length - suffixOf(name).length);
}

/** The function whose values the alphas of `name` are: `@f.J` for `@f.J*`. */
export function alphaSource(name: FuncName): FuncName | undefined {
  return name.endsWith("*") ? name.slice(0, -1) : undefined;
}
