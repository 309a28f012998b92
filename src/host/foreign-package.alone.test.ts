import fc from "fast-check";
import { diffChars } from "diff";
import { expect, test, vi } from "vitest";
import { foreignPlace, includeRemedy } from "./foreign-package.ts";

type Callable = (...args: never[]) => unknown;

test("a function of a package is found, with its file and line", () => {
  const place = foreignPlace(fc.integer);
  expect(place?.name).toBe("fast-check");
  expect(place?.place).toMatch(/^fast-check\/.*\.js:[1-9]\d*$/);
  expect(foreignPlace(diffChars)?.name).toBe("diff");
  expect(Reflect.ownKeys(process)).not.toContain(Symbol.for("zeroth/where"));
});

test("functions of the program, natives and bound functions are of no package", () => {
  // oxlint-disable-next-line no-eval
  const fromText = (0, eval)("() => 1") as Callable;
  for (const f of [(): number => 1, Math.sin, fc.integer.bind(null), fromText]) expect(foreignPlace(f)).toBeNull();
});

test("where there is no inspector, nobody can tell", () => {
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
  expect(foreignPlace(fc.string)).toBeNull();
});

test("the remedy names the package in each way to include it", () => {
  const remedy = includeRemedy({ name: "@a/b", place: "@a/b/c.js:3" });
  for (const part of ["@a/b/c.js:3", "ZEROTH_INCLUDE=@a/b ", '"include": ["@a/b"]', 'zeroth({ include: ["@a/b"] })'])
    expect(remedy).toContain(part);
});
