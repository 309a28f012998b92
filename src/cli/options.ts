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

export interface PassesOptions {
  readonly file: string;
  /** The function to inspect; null for the whole module. */
  readonly name: string | null;
  /** A derivative of the function, by its letters: `J`, `D`, `JD`. */
  readonly derivative: string | null;
  /** The operator; the call is one of its result for the function. */
  readonly operator: string;
  /** The arguments of a call to specialise, as JavaScript. */
  readonly args: string | null;
}

export interface ExplainOptions extends Pick<PassesOptions, "file" | "operator"> {
  readonly name: string;
  /** The arguments of the call, as JavaScript. */
  readonly args: string;
  /** Whether to print the code instead. */
  readonly code: boolean;
}

export const usage = `Usage: zeroth check <files or globs> [options]
       zeroth passes <file> [function] [options]
       zeroth explain <file> <function> --args <arguments> [options]
       zeroth cache

check: Checks the derivatives of exported functions that have a JSDoc @check tag, or that a companion file
(name.check.ts) says how to check.

  --runs <n>     random inputs for each function (100)
  --seed <n>     the seed of the random inputs (another one each time)
  --time <t>     the time that all of it may take: 90s, 5m, 500ms
  --json         one JSON document instead of a table
  --help         this text

passes: Prints what each pass makes of a module, or of one function of it: the differences of the intermediate
representation, from the text to JavaScript.

  --derivative <letters>   goes on with a derivative of the function: J is reverse mode, D forward mode
  --args <arguments>       goes on with a call of the gradient, which is specialised: --args "[1, 2], 3"
  --operator <name>        another operator than grad: valueAndGrad, jacobian, hessian, …

explain: Tells what a call of the gradient of a function runs, why, and what to write to make it faster.

  --args <arguments>       the arguments of the call: --args "[1, 2], 3"
  --operator <name>        another operator than grad
  --code                   the JavaScript and the intermediate representation instead

cache: Lets Node keep the compiled code of this package beside it, for the version of Node that runs the
command: programs start sooner.`;

export type CommandLine =
  | { readonly kind: "check"; readonly options: Options }
  | { readonly kind: "passes"; readonly options: PassesOptions }
  | { readonly kind: "explain"; readonly options: ExplainOptions }
  | { readonly kind: "cache" }
  | { readonly kind: "help" }
  /** Invalid options, and why. */
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
      derivative: { type: "string" },
      args: { type: "string" },
      operator: { type: "string" },
      code: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) return { kind: "help" };
  const [command, ...files] = positionals;
  if (command === "cache") {
    if (args.length > 1) throw new Error("`cache` takes no arguments");
    return { kind: "cache" };
  }
  if (command === "explain") return explainLine(files, values);
  if (command === "passes") return passesLine(files, values);
  if (command !== "check") throw new Error(command === undefined ? "no command" : `there is no command \`${command}\``);
  if (files.length === 0) throw new Error("no file to check");
  forbid(values, "check", ["derivative", "args", "operator", "code"]);
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

interface Values {
  readonly [option: string]: string | boolean | undefined;
}

function forbid(values: Values, command: string, options: readonly string[]): void {
  const one = options.find((option) => values[option] !== undefined);
  if (one !== undefined) throw new Error(`\`${command}\` has no option --${one}`);
}

function passesLine([file, name, ...more]: readonly string[], values: Values): CommandLine {
  forbid(values, "passes", ["runs", "seed", "time", "json", "code"]);
  const { derivative = null, args = null, operator } = values as { readonly [option: string]: string | undefined };
  if (file === undefined) throw new Error("no file to look at");
  if (more.length > 0) throw new Error("`passes` takes one file and one function");
  if (name === undefined && (derivative !== null || args !== null)) throw new Error("no function to look at");
  if (derivative !== null && args !== null) throw new Error("--derivative and --args are two ways to go on");
  if (operator !== undefined && args === null) throw new Error("--operator needs --args");
  if (derivative !== null && !/^(?:J|D|V\d+|T\d+)+$/.test(derivative))
    throw new Error(`--derivative takes letters such as J, D or JD, and was given \`${derivative}\``);
  return { kind: "passes", options: { file, name: name ?? null, derivative, operator: operator ?? "grad", args } };
}

function explainLine([file, name, ...more]: readonly string[], values: Values): CommandLine {
  forbid(values, "explain", ["runs", "seed", "time", "json", "derivative"]);
  const { args, operator = "grad" } = values as { readonly [option: string]: string | undefined };
  if (file === undefined || name === undefined || more.length > 0)
    throw new Error("`explain` takes one file and one function");
  if (args === undefined) throw new Error("`explain` needs --args, the arguments of a call");
  return { kind: "explain", options: { file, name, operator, args, code: values["code"] === true } };
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
