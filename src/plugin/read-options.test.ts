import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readOptions } from "./read-options.ts";

const folder = mkdtempSync(join(tmpdir(), "zeroth-options-"));
const program = join(folder, "program/src");
mkdirSync(program, { recursive: true });

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function declare(zeroth: unknown): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "program", zeroth }));
}

test("options, environment and package.json add up", () => {
  declare({ include: ["c"], exclude: ["generated/**"] });
  const environment = { ZEROTH_INCLUDE: "b, @s/b,,", ZEROTH_EXCLUDE: "x/*" };
  expect(readOptions(program, { include: "a", exclude: /y/ }, environment)).toEqual({
    include: ["a", "b", "@s/b", "c"],
    exclude: [/y/, "x/*", "generated/**"],
  });
  // The nearest package.json with an entry counts.
  writeFileSync(join(folder, "program/package.json"), '{ "zeroth": { "include": ["d"] } }');
  expect(readOptions(program, {}, {})).toEqual({ include: ["d"], exclude: [] });
  writeFileSync(join(folder, "program/package.json"), '{ "name": "inner" }');
  expect(readOptions(program, { include: ["a"] }, {}).include).toEqual(["a", "c"]);
});

test.each([
  [{ includes: ["c"] }, /`zeroth` in .*package\.json has no option `includes`.*\n.*`include`/s],
  [{ include: "c" }, /`include` of `zeroth` is no array of texts in .*package\.json/],
  [{ exclude: [1] }, /`exclude` of `zeroth` is no array of texts/],
  [["c"], /`zeroth` is no object/],
  [null, /`zeroth` is no object/],
])("the entry %j of package.json is refused", (entry, message) => {
  declare(entry);
  expect(() => readOptions(program, {}, {})).toThrow(message);
});

test("an option that the plugin does not have is refused", () => {
  declare(undefined);
  expect(() => readOptions(program, { exlude: "a" } as object, {})).toThrow("`exclude` may be meant");
});
