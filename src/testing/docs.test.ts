// docs/testing.md is true: its test runs, and its commands print what it shows. `vitest run src/testing/docs -u` writes
// the outputs again.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compile } from "zeroth";
import * as testing from "zeroth/testing";
import { readCommandLine } from "../cli/options.ts";
import { checkTexts } from "../test-support/check-texts.ts";

const file = fileURLToPath(new URL("../../docs/testing.md", import.meta.url));
const page = readFileSync(file, "utf8");
const texts = Object.fromEntries(
  [...page.matchAll(/^```ts (\S+)\n([^]*?)^```$/gmu)].map(([, name = "", text = ""]) => [name, text]),
);

test("its tests pass", { timeout: 60_000 }, async () => {
  const names: string[] = [];
  const vitest = {
    test: (name: string, run: () => void) => {
      run();
      names.push(name);
    },
  };
  const imports = { vitest, "zeroth/testing": testing };
  await compile(texts["norm.test.ts"] ?? "", { file: "norm.test.ts", imports });
  expect(names).toHaveLength(2);
});

/** Last digits depend on the machine's Math functions, and so may the way of shrinking. */
const masked = (text: string): string =>
  text
    .replaceAll(/\b\d+(?:\.\d+)?e-\d+/gu, "…")
    .replaceAll(/(\.\d{8})\d+/gu, "$1")
    .replaceAll(/shrunk \d+ times|path "[^"]*"/gu, "…")
    .replaceAll(/ +/gu, " ");

test("its commands print what it shows", { timeout: 60_000 }, async () => {
  const commands = [...page.matchAll(/^```sh\nnpx zeroth (.*)\n```\n\n```text\n([^]*?)^```$/gmu)];
  expect(commands).toHaveLength(2);
  let rebuilt = page;
  for (const [whole, command = "", shown = ""] of commands) {
    const line = readCommandLine(command.split(" "));
    const { text } = await checkTexts(texts, line.kind === "check" ? line.options : {});
    if (masked(`${text}\n`) !== masked(shown))
      rebuilt = rebuilt.replace(
        whole,
        whole.replace(`text\n${shown}`, () => `text\n${text}\n`),
      );
  }
  await expect(rebuilt).toMatchFileSnapshot(file);
});
