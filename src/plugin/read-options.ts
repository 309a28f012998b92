// Which modules a program wants to have compiled: by options, by the environment variables `ZEROTH_INCLUDE` and `ZEROTH_EXCLUDE`
// (patterns, separated by commas), and by `"zeroth": { "include": […], "exclude": […] }` in its package.json. All of them add up.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unknownOption } from "../host/option-errors.ts";
import { ZerothError } from "../ir/diagnostics.ts";
import type { ModulePattern, SelectOptions } from "./select.ts";

const names = ["include", "exclude"] as const;

interface CompleteOptions {
  readonly include: readonly string[];
  readonly exclude: readonly ModulePattern[];
}

/** The options for the program in a folder, which must be complete, with those that are given. */
export function readOptions(
  folder: string,
  given: SelectOptions = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): CompleteOptions {
  requireKnown("zeroth()", given);
  const { include, exclude } = declaredOptions(folder);
  return {
    include: [...listOf(given.include), ...listed(environment["ZEROTH_INCLUDE"]), ...include],
    exclude: [...listOf<ModulePattern>(given.exclude), ...listed(environment["ZEROTH_EXCLUDE"]), ...exclude],
  };
}

function listOf<T extends ModulePattern>(given: T | readonly T[] | undefined): readonly T[] {
  if (given === undefined) return [];
  return typeof given === "string" || given instanceof RegExp ? [given] : given;
}

function listed(value: string | undefined): readonly string[] {
  return (value ?? "")
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}

function requireKnown(where: string, options: object): void {
  const unknown = Object.keys(options).find((key) => !names.some((name) => name === key));
  if (unknown !== undefined) throw unknownOption(where, unknown, names);
}

interface Declared {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** What the nearest package.json with an entry `zeroth` says, in the folder or around it. */
function declaredOptions(folder: string): Declared {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "package.json");
    const entry = entryIn(file);
    if (entry !== undefined) return checked(entry, file);
    if (dirname(at) === at) return { include: [], exclude: [] };
  }
}

function entryIn(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { readonly zeroth?: unknown } | null)?.zeroth;
  } catch {
    // There is none, or Node says what is wrong with it.
    return undefined;
  }
}

function checked(entry: unknown, file: string): Declared {
  const bad = (what: string): ZerothError =>
    new ZerothError({
      kind: "invalid",
      message: `${what} in ${file}`,
      remedy: 'write "zeroth": { "include": ["ml-matrix"] }',
    });
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) throw bad("`zeroth` is no object");
  requireKnown(`\`zeroth\` in ${file}`, entry);
  const { include = [], exclude = [] } = entry as Partial<Record<(typeof names)[number], unknown>>;
  for (const [name, list] of Object.entries({ include, exclude }))
    if (!Array.isArray(list) || list.some((pattern) => typeof pattern !== "string"))
      throw bad(`\`${name}\` of \`zeroth\` is no array of texts`);
  return { include: include as readonly string[], exclude: exclude as readonly string[] };
}
