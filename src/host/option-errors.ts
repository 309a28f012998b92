// Errors for options that an operator does not have, and for surplus arguments.

import { ZerothError } from "../ir/diagnostics.ts";

/** The error for an option `key` that `operator` does not have; it has those in `names`. */
export function unknownOption(operator: string, key: PropertyKey, names: readonly string[]): ZerothError {
  const given = String(key);
  return new ZerothError({
    kind: "invalid",
    message: `${operator} has no option \`${given}\``,
    remedy: remedyFor(operator, given, names),
  });
}

/** The error if `operator` takes `what`, and was given something after it. */
export function surplusArgument(operator: string, what: string, given: unknown): ZerothError {
  const names = typeof given === "object" && given !== null && !Array.isArray(given) ? Object.keys(given) : [];
  const shown = names.length > 0 ? `options (${names.map((name) => `\`${name}\``).join(", ")})` : kindOf(given);
  return new ZerothError({
    kind: "invalid",
    message: `${operator} takes ${what}; it was given ${shown} as well`,
    remedy: names.includes("argnums")
      ? closeOver(operator)
      : names.length > 0
        ? "leave them out"
        : `to pass ${operator} to a function that adds arguments of its own, as map does, write (x) => ${operator}(x)`,
  });
}

const kindOf = (x: unknown): string =>
  x === null ? "null" : x === undefined ? "undefined" : Array.isArray(x) ? "an array" : `a value of type ${typeof x}`;

/** The remedy where an operator differentiates only in the first argument. */
const closeOver = (operator: string): string =>
  `${operator} differentiates in the first argument; for another one close over the others, as in ${operator}((y) => f(x, y))`;

function remedyFor(operator: string, given: string, names: readonly string[]): string {
  const all = names.map((name) => `\`${name}\``).join(" and ");
  const options = names.length === 0 ? "it has none" : `its option${names.length > 1 ? "s are" : " is"} ${all}`;
  const nearest = nearestOf(given, names);
  if (nearest !== undefined) return `${options}: \`${nearest}\` may be meant`;
  return nearestOf(given, ["argnums"]) === undefined ? options : `${options}; ${closeOver(operator)}`;
}

/** The name with the same beginning, or the one that differs least if it differs by little. */
function nearestOf(given: string, names: readonly string[]): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const start = plain(given).slice(0, 3);
  const alike = names.find((name) => start.length === 3 && plain(name).startsWith(start));
  if (alike !== undefined) return alike;
  const distances = names.map((name) => distanceOf(plain(given), plain(name)));
  const least = Math.min(...distances);
  return least <= Math.max(1, Math.floor(given.length / 3)) ? names[distances.indexOf(least)] : undefined;
}

/** The number of letters to change, add and leave out (Levenshtein 1966), row by row. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
