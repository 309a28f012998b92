// Runs every fixture `src/**/fixtures/**/*.ir`: computes its whole text again and compares it with the file.
// `vitest run src/test-support/fixtures -u` blesses. What commands there are: test-support/fixture-commands.ts; how a file looks:
// test-support/fixture-file.ts.

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { allPasses } from "../compile/passes.ts";
import { fixtureFiles, rebuild, source } from "./rebuild-fixture.ts";

/** More does not fit on a screen. */
const mostLines = 40;

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
  const without = allPasses.filter(({ name }) => {
    const own = texts.filter((text) => text.includes(`// pass ${name}\n`));
    const unchanged = own.filter((text) => text.includes("\n// unchanged"));
    return unchanged.length === 0 || unchanged.length === own.length;
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});

test("fixtures are short enough to read", () => {
  const long = fixtureFiles(source).flatMap((file) => {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n").length;
    return lines > mostLines ? [`${relative(source, file)} has ${lines} lines`] : [];
  });
  expect(long).toEqual([]);
});
