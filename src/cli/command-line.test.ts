// Arguments of the command, and the files that they name.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFiles, shownPath } from "./find-files.ts";
import { readCommandLine } from "./options.ts";

test("the command line", () => {
  const options = { files: ["a.ts", "b.ts"], runs: 5, seed: -3, time: 90_000, json: true };
  expect(readCommandLine(["check", "a.ts", "b.ts", "--runs", "5", "--seed=-3", "--time", "1.5m", "--json"])).toEqual({
    kind: "check",
    options,
  });
  expect(readCommandLine(["--help"])).toEqual({ kind: "help" });
  expect(readCommandLine(["cache"])).toEqual({ kind: "cache" });
  const nothing = { name: null, derivative: null, operator: "grad", args: null };
  expect(readCommandLine(["passes", "a.ts"])).toEqual({ kind: "passes", options: { file: "a.ts", ...nothing } });
  expect(readCommandLine(["passes", "a.ts", "f", "--args", "[1]", "--operator", "jacobian"])).toEqual({
    kind: "passes",
    options: { file: "a.ts", name: "f", derivative: null, operator: "jacobian", args: "[1]" },
  });
  const explained = { file: "a.ts", name: "f", operator: "grad", args: "[1]", code: false };
  expect(readCommandLine(["explain", "a.ts", "f", "--args", "[1]"])).toEqual({ kind: "explain", options: explained });
  expect(readCommandLine(["explain", "a.ts", "f", "--args", "[1]", "--code"])).toEqual({
    kind: "explain",
    options: { ...explained, code: true },
  });
  const mistakes = [
    ["explain", "a.ts", "--args", "1"],
    ["explain", "a.ts", "f"],
    ["explain", "a.ts", "f", "g", "--args", "1"],
    ["explain", "a.ts", "f", "--args", "1", "--json"],
    ["passes", "a.ts", "f", "--code"],
    ["passes"],
    ["passes", "a.ts", "f", "g"],
    ["passes", "a.ts", "--args", "1"],
    ["passes", "a.ts", "f", "--derivative", "x"],
    ["passes", "a.ts", "f", "--derivative", "J", "--args", "1"],
    ["passes", "a.ts", "f", "--operator", "hessian"],
    ["passes", "a.ts", "--json"],
    ["check", "a.ts", "--args", "1"],
    [],
    ["cache", "a.ts"],
    ["cache", "--json"],
    ["run", "a.ts"],
    ["check"],
    ["check", "a", "--runs", "0"],
    ["check", "a", "--time", "soon"],
    ["check", "a", "--fast"],
  ];
  for (const args of mistakes) expect(readCommandLine(args), args.join(" ")).toMatchObject({ kind: "usage" });
});

test("files by path and glob, each once", () => {
  const folder = mkdtempSync(join(tmpdir(), "zeroth-files-"));
  try {
    for (const path of ["src/deep", "node_modules/p"]) mkdirSync(join(folder, path), { recursive: true });
    for (const path of ["a.ts", "src/b.ts", "src/deep/c.ts", "src/d.js", "node_modules/p/e.ts"])
      writeFileSync(join(folder, path), "");
    const found = (...patterns: string[]): unknown => {
      const { files, missing } = findFiles(patterns, folder);
      return [files.map((file) => shownPath(file, folder)), missing];
    };
    expect(found("src/**/*.ts", "src/b.ts", "a.ts")).toEqual([["src/b.ts", "src/deep/c.ts", "a.ts"], []]);
    expect(found("**/*.ts")).toEqual([["a.ts", "src/b.ts", "src/deep/c.ts"], []]);
    expect(found("src/*.{ts,js}", "x.ts", "*.md")).toEqual([
      ["src/b.ts", "src/d.js"],
      ["x.ts", "*.md"],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
