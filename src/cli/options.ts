// The command line.

import { parseArgs } from "node:util";

export interface Options {
  /** Files and globs. */
  readonly files: readonly string[];
  readonly runs: number | undefined;
  readonly seed: number | undefined;
  /** Milliseconds. */
  readonly time: number | undefined;
  readonly json: boolean;
}

export const usage = `Usage: zeroth check <files or globs> [options]
       zeroth cache

check: Checks the derivatives of exported functions that have a JSDoc @check tag, or that a companion file
(name.check.ts) says how to check.

  --runs <n>     random inputs for each function (100)
  --seed <n>     the seed of the random inputs (another one each time)
  --time <t>     the time that all of it may take: 90s, 5m, 500ms
  --json         one JSON document instead of a table
  --help         this text

cache: Lets Node keep the compiled code of this package beside it, for the version of Node that runs the
command: programs start sooner.`;

export type CommandLine =
  | { readonly kind: "check"; readonly options: Options }
  | { readonly kind: "cache" }
  | { readonly kind: "help" }
  /** Not understood, and why. */
  | { readonly kind: "usage"; readonly message: string };

export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    return read(args);
  } catch (error) {
    return { kind: "usage", message: error instanceof Error ? error.message : String(error) };
  }
}

function read(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: "string" },
      seed: { type: "string" },
      time: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) return { kind: "help" };
  const [command, ...files] = positionals;
  if (command === "cache") {
    if (args.length > 1) throw new Error("`cache` takes no arguments");
    return { kind: "cache" };
  }
  if (command !== "check") throw new Error(command === undefined ? "no command" : `there is no command \`${command}\``);
  if (files.length === 0) throw new Error("no file to check");
  return {
    kind: "check",
    options: {
      files,
      runs: values.runs === undefined ? undefined : integer("runs", values.runs, 1),
      seed: values.seed === undefined ? undefined : integer("seed", values.seed, -(2 ** 31)),
      time: values.time === undefined ? undefined : milliseconds(values.time),
      json: values.json ?? false,
    },
  };
}

function integer(name: string, text: string, least: number): number {
  const value = /^-?\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${name} takes an integer${least === 1 ? " of at least 1" : ""}, and was given \`${text}\``);
}

const units: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function milliseconds(text: string): number {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const value = Number(amount) * (units[unit] ?? NaN);
  if (value > 0) return value;
  throw new Error(`--time takes a time such as 90s, 5m or 500ms, and was given \`${text}\``);
}
