// What the commands of fixtures do: one entry per command. Output commands give text; the others check or rewrite.

import { irDifference } from "../cli/ir-difference.ts";
import { emitFunction } from "../codegen/index.ts";
import { lower } from "../front/index.ts";
import { assertVerified, type Func, type Module, parseModule, printModule, runPasses } from "../ir/index.ts";
import { closing } from "../compile/closing.ts";
import { cleaning } from "../compile/cleaning.ts";
import { createProgram } from "../compile/derived-program.ts";
import { allPasses } from "../compile/passes.ts";
import { resolveShadows } from "../opt/index.ts";
import { type Engine, generatedCode, interpreter, programOf } from "./run-line.ts";
export interface Fixture {
  /** The text to read: IR, or the source beside the fixture. */
  readonly text: string;
  readonly source: boolean;
  readonly argument: string;
  /** The path of the source beside the fixture. */
  readonly file: string;
  /** The blocks and functions to show of what a pass makes; if there are none, what changed. */
  readonly only: readonly string[];
}

export interface Result {
  /** What stands after the rule line; null: nothing. */
  readonly text: string | null;
  /** The module that `run` lines run too. */
  readonly module: Module | null;
}

/** The commands that give output. `run`, `only` and `verify` are the driver's. */
export const commands: Readonly<Record<string, (fixture: Fixture) => Result>> = {
  roundtrip: ({ text }) => {
    const printed = printModule(parseModule(text));
    if (printModule(parseModule(printed)) !== printed) throw new Error(`printing is not canonical:\n${printed}`);
    const spanned = printModule(parseModule(text), { spans: true });
    return {
      text: spanned.trimEnd() === bodyOf(text) || printed.trimEnd() === bodyOf(text) ? null : printed,
      module: null,
    };
  },
  pass: ({ text, argument, only }) => {
    // The first input may share no memory with the others.
    const isDistinct = argument === "resolve-shadows distinct";
    const pass = isDistinct ? resolveShadows([0]) : allPasses.find(({ name }) => name === argument);
    if (pass === undefined) throw new Error(`there is no pass ${argument}`);
    const before = parseModule(text);
    const snapshot = printModule(before, { spans: true });
    const after = pass.run(before);
    if (printModule(before, { spans: true }) !== snapshot) throw new Error(`${argument} changed its input`);
    if (after === before) return { text: "// unchanged", module: null };
    assertVerified(after, pass.name);
    const printed = printModule(after);
    return { text: only.length > 0 ? blocksOf(printed, only) : shorter(printModule(before), printed), module: after };
  },
  lower: ({ text, file }) => ({ text: printModule(lower(text, file).module), module: null }),
  convert: ({ text, file }) => {
    const module = closedFrom(text, file);
    return { text: printModule(module), module };
  },
  vjp: (fixture) => derive(fixture, "J"),
  "vjp-primal": (fixture) => derive(fixture, "J", [""]),
  "vjp-pullback": (fixture) => derive(fixture, "J", ["*"]),
  "forward-sweep": (fixture) => derive(fixture, "S", [""]),
  "reverse-sweep": (fixture) => derive(fixture, "S", ["*"]),
  jvp: (fixture) => derive(fixture, "D"),
  "jvp-2": (fixture) => derive(fixture, "V2"),
  series: (fixture) => derive(fixture, "T3"),
  errors: ({ text, argument }) => {
    const program = createProgram(parseModule(text));
    const name = program.derived(nameOf(argument), "E");
    // The pullback that is made for a derivative by hand belongs to it, too.
    const shown = Object.fromEntries(
      Object.values(program.module.functions).flatMap((func) =>
        func.name.startsWith(name) ? [[func.name, func] as const] : [],
      ),
    );
    return { text: printModule({ functions: shown, sources: {} }), module: program.module };
  },
  js: ({ text, argument }) => ({
    text: emitFunction(programOf(parseModule(text)), nameOf(argument)).text,
    module: null,
  }),
};

/** The derivative of a function by one letter, with its pullback; of several (`jvp @f.J`), the last. */
function derive(
  { text, source, argument, file }: Fixture,
  letter: string,
  shown: readonly ("" | "*")[] = ["", "*"],
): Result {
  const program = createProgram(
    source ? runPasses([cleaning], closedFrom(text, file), { verify: true }) : parseModule(text),
  );
  const [, root = "", word = "", pullback = ""] = /^@(.*?)((?:\.(?:[JD]|[VT]\d+))*)(\*?)$/u.exec(argument) ?? [];
  const name = program.derived(`${program.derived(root, word.replaceAll(".", ""))}${pullback}`, letter);
  const derived = shown.flatMap((star): [string, Func][] => {
    const func = program.module.functions[name + star];
    return func === undefined ? [] : [[func.name, func]];
  });
  return { text: printModule({ functions: Object.fromEntries(derived), sources: {} }), module: program.module };
}

/** What came of a text: the lines that changed, or all of it if that is no longer. */
function shorter(before: string, after: string): string {
  const difference = irDifference(before, after, false);
  return difference.split("\n").length < after.trimEnd().split("\n").length ? difference : after;
}

/** Some blocks of the text of a function, and all of some other functions: `only` names both. */
function blocksOf(text: string, only: readonly string[]): string {
  const shown = text.split(/^(?=fn )/mu).flatMap((func) => {
    if (only.includes(/^fn (@\S+)/u.exec(func)?.[1] ?? "")) return [func];
    return func.split(/^(?=bb\d|\})/mu).filter((block) => only.includes(/^bb\d+/u.exec(block)?.[0] ?? ""));
  });
  if (shown.length !== only.length)
    throw new Error(`${only.join(" ")} are not all blocks of one function, or other functions`);
  return shown.join("");
}

const closedFrom = (text: string, file: string): Module =>
  runPasses(closing, lower(text, file).module, { verify: true });

const nameOf = (argument: string): string => argument.replace(/^@/u, "");

/** What `run` lines run on. */
export const engines: readonly Engine[] = [interpreter, generatedCode];

/** The text without comments at line ends and before functions. */
function bodyOf(text: string): string {
  return text.replaceAll(/ *\/\/.*$/gmu, "").trim();
}
