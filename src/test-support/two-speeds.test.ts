// `npm run test:unit` and `npm run test:laws` are `npm test` in two parts: each test file is in one of them.

import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../..", import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const filtersOf = (script: string): readonly string[] =>
  (scripts[script] ?? "").split("vitest run ")[1]?.split(" ") ?? [];

test("every test file is in one part", () => {
  const files = ["src", "bench", "examples", "props"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter((file) => /\.(?:test|prop)\.ts$/u.test(file)),
  );
  const parts = [filtersOf("test:unit"), filtersOf("test:laws")];
  const wrong = files.filter(
    (file) => parts.filter((filters) => filters.some((filter) => file.includes(filter))).length !== 1,
  );
  expect(wrong).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
