// The text that a fixture `src/**/fixtures/**/*.ir` should have: computed again from its input.
//
// `run` lines are computed on the input and again on what a command makes of it, by every engine. An input is
// verified; where the command is `verify`, its problems stand on the guilty lines, else there must be none.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Module, parseModule, printProblems, verifyModule } from "../ir/index.ts";
import { commands, engines } from "./fixture-commands.ts";
import { type Output, readFixture, writeFixture } from "./fixture-file.ts";
import { annotateErrors } from "./guilty-lines.ts";
import { runLine } from "./run-line.ts";

export const source: string = dirname(dirname(fileURLToPath(import.meta.url)));
const names: ReadonlySet<string> = new Set(["run", "only", "verify", ...Object.keys(commands)]);

export function fixtureFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?:^|[\\/])fixtures[\\/].*\.ir$/u.test(path))
    .sort()
    .map((path) => join(folder, path));
}

/** The text that a fixture should have. */
export function rebuild(file: string): string {
  const { head, input, commands: wanted } = readFixture(readFileSync(file, "utf8"), names);
  const beside = file.replace(/\.ir$/u, ".ts");
  const fromSource = existsSync(beside);
  const text = fromSource ? readFileSync(beside, "utf8") : input;
  const only = wanted.flatMap(({ name, argument }) => (name === "only" ? argument.split(" ") : []));
  const verifies = wanted.some(({ name }) => name === "verify");
  if (wanted.length === 0) throw new Error(`no command in ${file}`);

  const modules: Module[] = [];
  if (!fromSource && !verifies && !wanted.some(({ name }) => name === "roundtrip")) modules.push(verified(text));
  const outputs = wanted.flatMap((command): Output[] => {
    const result = commands[command.name]?.({
      text,
      source: fromSource,
      argument: command.argument,
      file: relative(source, beside),
      only,
    });
    if (result?.module != null) modules.push(result.module);
    return result?.text == null ? [] : [{ command, text: result.text }];
  });
  const lines = [...head];
  for (const { name, argument, line } of wanted) {
    if (name !== "run") continue;
    const [expression = ""] = argument.split(/ == (?!.* == )/u);
    const answers = new Set(modules.map((module) => runLine(expression, module, engines)));
    lines[line] = `// run: ${expression} == ${[...answers].join(" but then ")}`;
  }
  return writeFixture(lines, verifies ? annotateErrors(input) : input, outputs);
}

function verified(text: string): Module {
  const module = parseModule(text);
  const problems = verifyModule(module);
  if (problems.length > 0) throw new Error(`the input is not well formed\n${printProblems(problems, module)}`);
  return module;
}
