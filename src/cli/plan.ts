// What to check: for each file its tagged functions and those of its companion file, with their inputs.
//
// If a function has a tag as well, its companion decides. Obstacles (a syntax error, an import that fails, inputs that cannot be
// derived, a file with nothing to check) are problems, which count as failures; everything else is checked.

import fc from "fast-check";
import { ZerothError } from "../ir/index.ts";
import type { CheckOptions } from "../testing/check-gradients.ts";
import type { CompanionCheck } from "../testing/companion-check.ts";
import type { Callable } from "../testing/point.ts";
import { showValue } from "../host/show.ts";
import { argumentsFor } from "./shape-arbitrary.ts";
import { taggedFunctions, type TaggedFunction } from "./tagged-functions.ts";

/** Access to files, for the command. */
export interface Files {
  readonly exists: (path: string) => boolean;
  readonly read: (path: string) => string;
  readonly load: (path: string) => Promise<Exports>;
  /** The path as people write it. */
  readonly shown: (path: string) => string;
}

interface Exports {
  readonly [name: string]: unknown;
}

interface Named {
  readonly file: string;
  readonly name: string;
}

/** A function to check. */
export interface Check extends Named {
  readonly kind: "check";
  readonly f: Callable;
  /** The description of the inputs in the table. */
  readonly inputs: string;
  /** Random argument lists, or a single list. */
  readonly at: { readonly random: fc.Arbitrary<readonly unknown[]> } | { readonly point: readonly unknown[] };
  readonly options: CheckOptions;
  readonly runs: number | undefined;
}

/** An obstacle to checking. `name` is "" for a whole file. */
export interface Problem extends Named {
  readonly kind: "problem";
  readonly message: string;
}

export type Planned = Check | Problem;

const companionFile = /\.check(\.[cm]?[jt]sx?)$/;
const extensions: readonly string[] = [".ts", ".mts", ".tsx", ".js", ".mjs", ".jsx"];

export async function plan(paths: readonly string[], files: Files): Promise<readonly Planned[]> {
  const planned: Planned[] = [];
  const done = new Set<string>();
  for (const path of paths) {
    const subject = companionFile.test(path) ? subjectOf(path, files) : path;
    const key = subject ?? path;
    if (done.has(key)) continue;
    done.add(key);
    const companion = companionFile.test(path) ? path : companionOf(path, files);
    planned.push(...(await planFile(subject, companion, files)));
  }
  return planned;
}

/** The path of `name.ts` for `name.check.ts`. */
function subjectOf(path: string, { exists }: Files): string | null {
  const own = companionFile.exec(path)?.[1] ?? "";
  const stem = path.replace(companionFile, "");
  return [own, ...extensions].map((extension) => stem + extension).find(exists) ?? null;
}

function companionOf(path: string, { exists }: Files): string | null {
  const stem = path.replace(/\.[cm]?[jt]sx?$/, "");
  const own = path.slice(stem.length);
  return [own, ...extensions].map((extension) => `${stem}.check${extension}`).find(exists) ?? null;
}

async function planFile(subject: string | null, companion: string | null, files: Files): Promise<readonly Planned[]> {
  const problem = (path: string, error: unknown, name = ""): Problem => ({
    kind: "problem",
    file: files.shown(path),
    name,
    message: messageOf(error),
  });
  const file = files.shown(subject ?? (companion as string));
  let tagged: readonly TaggedFunction[] = [];
  let exports: Exports = {};
  if (subject !== null) {
    try {
      tagged = taggedFunctions(files.read(subject), file);
      if (tagged.length > 0 || companion !== null) exports = await files.load(subject);
    } catch (error) {
      return [problem(subject, error)];
    }
  }
  const planned: Planned[] = [];
  const checked = new Set<string>();
  if (companion !== null) {
    try {
      // A syntax error is reported with its line.
      taggedFunctions(files.read(companion), files.shown(companion));
      for (const [name, entry] of Object.entries(await files.load(companion))) {
        checked.add(name);
        planned.push(fromCompanion({ file, name, entry, exports, companion: files.shown(companion) }));
      }
    } catch (error) {
      planned.push(problem(companion, error));
    }
  }
  for (const { name, inputs } of tagged) {
    if (checked.has(name)) continue;
    const f = exports[name];
    if (inputs instanceof ZerothError) planned.push({ kind: "problem", file, name, message: inputs.message });
    else if (typeof f !== "function")
      planned.push({ kind: "problem", file, name, message: `\`${name}\` is not a function` });
    else planned.push(fromTag({ file, name }, f as Callable, inputs));
  }
  if (planned.length > 0) return planned;
  const message = "nothing to check: no exported function has a JSDoc @check tag, and there is no companion file";
  return [{ kind: "problem", file, name: "", message: `${message} (name.check.ts)` }];
}

function fromTag(
  { file, name }: Named,
  f: Callable,
  { parameters, options: { order, runs, rules, ...options } }: Exclude<TaggedFunction["inputs"], ZerothError>,
): Check {
  return {
    kind: "check",
    file,
    name,
    f,
    inputs: parameters.map(({ text }) => text).join(", "),
    at: { random: argumentsFor(parameters, { ...options }) },
    options: { name, ...(order === undefined ? {} : { order }), ...(rules === undefined ? {} : { rules }) },
    runs,
  };
}

interface Entry extends Named {
  readonly entry: unknown;
  readonly exports: Exports;
  readonly companion: string;
}

const shapeOfEntry =
  "an entry of a companion file is { inputs: [one arbitrary for each argument] } or { at: [arguments] }";

function fromCompanion({ file, name, entry, exports, companion }: Entry): Planned {
  const problem = (message: string): Problem => ({ kind: "problem", file: companion, name, message });
  if (typeof entry !== "object" || entry === null) return problem(`\`${name}\` is no record: ${shapeOfEntry}`);
  const { f = exports[name], inputs, at, runs, ...rest } = entry as CompanionCheck;
  const unknown = Object.keys(rest).find((key) => !["order", "modes", "rules", "specialised"].includes(key));
  if (unknown !== undefined) return problem(`\`${unknown}\` of \`${name}\` is not understood: ${shapeOfEntry}`);
  if (typeof f !== "function")
    return problem(`\`${name}\` is not exported by ${file}: export it, or give the entry an f`);
  if ((inputs === undefined) === (at === undefined)) return problem(`\`${name}\`: ${shapeOfEntry}, not both`);
  const common = { kind: "check", file, name, f: f as Callable, options: { name, ...rest }, runs } as const;
  if (at !== undefined) return { ...common, inputs: showValue(at).slice(1, -1), at: { point: at } };
  if (!Array.isArray(inputs) || !inputs.every((input) => input instanceof fc.Arbitrary)) {
    return problem(`\`${name}\`: ${shapeOfEntry}; import them from zeroth/testing, or fast-check`);
  }
  return { ...common, inputs: `by ${companion}`, at: { random: fc.tuple(...(inputs as fc.Arbitrary<unknown>[])) } };
}

/** The text for an error of a user's file: its message; for errors that are not zeroth's, also where it came from. */
function messageOf(error: unknown): string {
  if (error instanceof ZerothError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const frame = /^\s+at .*$/m.exec(error.stack ?? "")?.[0]?.trim();
  return frame === undefined ? `${error.name}: ${error.message}` : `${error.name}: ${error.message}\n${frame}`;
}
