// Finds files by paths and globs: each once, in order.

import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { globExpression } from "../plugin/select.ts";

const isGlob = (pattern: string): boolean => /[*?{]/.test(pattern);

/** Absolute paths; a pattern that matches nothing is returned as a problem. */
export function findFiles(
  patterns: readonly string[],
  folder: string,
): { readonly files: readonly string[]; readonly missing: readonly string[] } {
  const files = new Set<string>();
  const missing: string[] = [];
  for (const pattern of patterns) {
    const found = isFile(resolve(folder, pattern))
      ? [resolve(folder, pattern)]
      : isGlob(pattern)
        ? globbed(pattern, folder)
        : [];
    if (found.length === 0) missing.push(pattern);
    for (const file of found) files.add(file);
  }
  return { files: [...files], missing };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function globbed(pattern: string, folder: string): readonly string[] {
  const expression = globExpression(pattern, folder);
  const plain = pattern.split("/").slice(0, -1);
  const literal = plain.slice(0, plain.findIndex(isGlob) < 0 ? plain.length : plain.findIndex(isGlob)).join("/");
  const start = isAbsolute(pattern) ? literal : join(folder, literal);
  return walk(start === "" ? "/" : start)
    .filter((path) => expression.test(path.replaceAll("\\", "/")))
    .toSorted();
}

/** All files below a folder, except those of packages and hidden ones. */
function walk(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : [];
  });
}

/** A path as people write it: relative to the folder if it is below it. */
export function shownPath(path: string, folder: string): string {
  const shown = relative(folder, path);
  return shown.startsWith("..") || isAbsolute(shown) ? path : shown;
}
