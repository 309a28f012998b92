// Runs every fixture `src/**/fixtures/**/*.ir`: computes its whole text again and compares it with the file.
// `vitest run src/fixtures -u` blesses. What commands there are: test-support/fixture-commands.ts; how a file looks:
// test-support/fixture-file.ts.
//
// `run` lines are computed on the input and again on what a command makes of it, by every engine. An input is
// verified; where the command is `verify`, its problems stand on the guilty lines, else there must be none.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Module, parseModule, printProblems, verifyModule } from "./ir/index.ts";
import { commands, engines, passes } from "./test-support/fixture-commands.ts";
import { type Output, readFixture, writeFixture } from "./test-support/fixture-file.ts";
import { annotateErrors } from "./test-support/guilty-lines.ts";
import { runLine } from "./test-support/run-line.ts";

const source = dirname(fileURLToPath(import.meta.url));
const names: ReadonlySet<string> = new Set(["run", "verify", ...Object.keys(commands)]);

function fixtureFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?:^|[\\/])fixtures[\\/].*\.ir$/u.test(path))
    .sort()
    .map((path) => join(folder, path));
}

/** The text that a fixture should have. */
function rebuild(file: string): string {
  const { head, input, commands: wanted } = readFixture(readFileSync(file, "utf8"), names);
  const beside = file.replace(/\.ir$/u, ".ts");
  const fromSource = existsSync(beside);
  const text = fromSource ? readFileSync(beside, "utf8") : input;
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

describe("fixtures", () => {
  for (const file of fixtureFiles(source)) {
    const title = relative(source, file);
    // oxlint-disable-next-line vitest/valid-title
    test(title, async () => {
      await expect(rebuild(file)).toMatchFileSnapshot(file);
    });
  }
});

test("every pass has a fixture where it changes something and one where it does not", () => {
  const texts = fixtureFiles(source).map((file) => readFileSync(file, "utf8"));
  const without = passes.filter(({ name }) => {
    const own = texts.filter((text) => text.includes(`// pass ${name}\n`));
    const unchanged = own.filter((text) => text.includes("\n// unchanged"));
    return unchanged.length === 0 || unchanged.length === own.length;
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});
