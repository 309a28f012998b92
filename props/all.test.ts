// `npm run props` and `npm run faults` know all laws: no file of laws is left out of all.ts.

import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("./", import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, folder), "utf8");

test("all laws are in all.ts, but for those that need a process of their own", () => {
  const files = readdirSync(folder).filter((name) => /(?<!\.alone)\.prop\.ts$/.test(name));
  const ofLaws = files.filter((name) => /\b(?:law|seedLaw|moduleLaw)\(/.test(textOf(name)));
  expect(ofLaws.length).toBeGreaterThan(20);
  const all = textOf("all.ts");
  expect(ofLaws.filter((name) => !all.includes(`import "./${name}";`))).toEqual([]);
});
