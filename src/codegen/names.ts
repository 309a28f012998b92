// Identifiers of generated code: source names if they are valid and free, made unique by a number.

import { rootName, suffixOf, type FuncName } from "../ir/index.ts";

const reserved = new Set(
  (
    "arguments async await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for function get if implements import in instanceof interface let new null of package " +
    "private protected public return set static super switch this throw true try typeof var void while with yield " +
    // Names that generated text uses.
    "undefined NaN Infinity Math Object Number Array Float32Array Float64Array String self env codes sites made $ $k"
  ).split(" "),
);

/** The global variables among those names. */
const globals = /^(Math|Object|Number|Array|Float32Array|Float64Array|String|undefined|NaN|Infinity)$/;

export function isIdentifier(text: string): boolean {
  // A regular expression for all letters of Unicode takes a millisecond on first use.
  return isPlainIdentifier(text) || /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(text);
}

function isPlainIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** Whether generated code may mention a global variable by its name. */
export function isPlainGlobal(name: string): boolean {
  return isIdentifier(name) && (!reserved.has(name) || globals.test(name));
}

export interface Names {
  /** An identifier similar to `hint` that nothing else in the function uses. */
  readonly fresh: (hint: string) => string;
  /** Keeps an identifier from being used. */
  readonly reserve: (name: string) => void;
}

export function createNames(): Names {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return {
    fresh: (hint) => {
      const base = identifierFor(hint);
      let name = base;
      while (reserved.has(name) || taken.has(name)) {
        const n = (next.get(base) ?? 0) + 1;
        next.set(base, n);
        name = `${base}_${n}`;
      }
      taken.add(name);
      return name;
    },
    reserve: (name) => {
      taken.add(name);
    },
  };
}

/** The nearest identifier to a name: `scale.0` → `scale_0`. */
function identifierFor(hint: string): string {
  if (hint === "") return "t";
  if (isPlainIdentifier(hint)) return hint;
  const text = /^[ -~]*$/.test(hint) ? hint.replace(/[^\w$]/g, "_") : hint.replace(/[^\p{ID_Continue}$]/gu, "_");
  if (text === "") return "t";
  return isIdentifier(text) ? text : `_${text}`;
}

/** The name of a function in generated code, from its name in the source if it has one: `@pow.J*` → `pow_J_pullback`. */
export function functionIdentifier({
  name,
  sourceName,
}: {
  readonly name: FuncName;
  readonly sourceName: string;
}): string {
  const word = suffixOf(name);
  // Specialised functions differ by numbers.
  const root = isIdentifier(sourceName) ? sourceName : rootName(name).replace(/:\d+(?:\/\w+)?$/, "");
  return identifierFor(root + word.replaceAll("*", "_pullback"));
}
