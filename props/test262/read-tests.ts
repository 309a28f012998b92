// Reads a checkout of the language's conformance tests (github.com/tc39/test262), as it is.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folders that the table has, below `test`. */
export const folders: readonly string[] = [
  "language/expressions",
  "language/statements",
  "language/types",
  "language/destructuring",
  "built-ins/Array",
  "built-ins/Math",
  "built-ins/Number",
  "built-ins/Object",
  "built-ins/String",
];

/** A test of one function's code: scripts, modules and asynchronous tests are not. */
export interface Test {
  readonly text: string;
  /** Files of the harness that it needs, besides those that all have. */
  readonly includes: readonly string[];
  /** The name of the error that it ends with; null if it ends normally. */
  readonly error: string | null;
}

/** Where the checkout is; null if nowhere. */
export function checkout(): string | null {
  const root = process.env["ZEROTH_TEST262"];
  return root !== undefined && existsSync(join(root, "harness", "assert.js")) ? root : null;
}

/** The tests of a folder, relative to `test`, in order. */
export function filesIn(root: string, folder: string): readonly string[] {
  const path = join(root, "test", folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && !name.includes("_FIXTURE"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();
}

export const folderOf = (file: string): string => folders.find((folder) => file.startsWith(`${folder}/`)) ?? file;

const notApplicable = ["module", "async", "raw", "noStrict", "CanBlockIsFalse"];

/** Null if the test is not about the code of one strict function. */
export function readTest(root: string, file: string): Test | null {
  const text = readFileSync(join(root, "test", file), "utf8");
  const header = /\/\*---([\s\S]*?)---\*\//.exec(text)?.[1] ?? "";
  const flags = listOf(header, "flags");
  if (flags.some((flag) => notApplicable.includes(flag))) return null;
  const negative = /^negative:((?:\r?\n[ \t]+.*)+)/m.exec(header)?.[1];
  if (negative !== undefined && !/phase:\s*runtime/.test(negative)) return null;
  const error = negative === undefined ? undefined : /type:\s*(\w+)/.exec(negative)?.[1];
  return { text, includes: listOf(header, "includes"), error: error ?? null };
}

function listOf(header: string, key: string): readonly string[] {
  const inline = new RegExp(`^${key}:\\s*\\[([^\\]]*)\\]`, "m").exec(header)?.[1];
  if (inline !== undefined) return inline.split(",").map((item) => item.trim());
  const lines = new RegExp(`^${key}:\\s*((?:\\r?\\n\\s+-.*)+)`, "m").exec(header)?.[1] ?? "";
  return [...lines.matchAll(/-\s*(\S+)/g)].map((match) => match[1] as string);
}
