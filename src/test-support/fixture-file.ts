// The shape of a fixture file, `fixtures/<what>/<idea>.ir`:
//
//     // pass dce                     commands and sentences
//     // run: @f(2) == 4
//     // An unused multiplication goes.
//
//     fn @f { … }                           the input, unless a `.ts` of the same name stands beside it
//     // --- pass dce                 what the command gives, exactly
//     fn @f { … }
//
// `// only: bb2 @g` shows this block and this function of what a pass gives; `run` lines say that the rest is right, too.
//
// The driver computes the whole text again and compares it with the file; `vitest run src/test-support/fixtures -u` blesses.

export interface FixtureFile {
  readonly commands: readonly Command[];
  /** Comments before the input: commands and sentences, in order. */
  readonly head: readonly string[];
  /** The input text with its comments. */
  readonly input: string;
}

/** `// name argument` or `// name: argument`. */
export interface Command {
  readonly name: string;
  readonly argument: string;
  /** The index in `head`. */
  readonly line: number;
}

/** Splits a fixture; comment lines that start with none of the names are sentences. */
export function readFixture(text: string, names: ReadonlySet<string>): FixtureFile {
  const [before = ""] = text.split(/^\/\/ --- .*\n/mu, 1);
  const lines = before.split("\n");
  const end = lines.findIndex((line) => !/^(?:\/\/.*)?$/u.test(line));
  const headLines = lines.slice(0, end < 0 ? lines.length : end);
  const head = headLines.filter((line) => line !== "");
  const commands = head.flatMap((line, i): Command[] => {
    const match = /^\/\/ ([\w-]+):?(?: (.*))?$/u.exec(line);
    const name = match?.[1] ?? "";
    return names.has(name) ? [{ name, argument: match?.[2] ?? "", line: i }] : [];
  });
  return { commands, head, input: end < 0 ? "" : `${lines.slice(end).join("\n").trimEnd()}\n` };
}

export interface Output {
  readonly command: Command;
  readonly text: string;
}

export function writeFixture(head: readonly string[], input: string, outputs: readonly Output[]): string {
  const parts = outputs.map(
    ({ command, text }) => `// --- ${`${command.name} ${command.argument}`.trimEnd()}\n${text.trimEnd()}\n`,
  );
  return `${head.join("\n")}\n\n${[...(input === "" ? [] : [input]), ...parts].join("\n")}`;
}
