// The packages that zeroth is made of: itself, what it depends on, and what that depends on.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

let known: ReadonlySet<string> | null = null;

/** The names of these packages, found out once, where something else than the program's own files is to be compiled. */
export function packagesOfZeroth(): ReadonlySet<string> {
  if (known !== null) return known;
  const names = new Set<string>();
  const add = (name: string, folder: string): void => {
    names.add(name);
    for (const dependency of dependenciesIn(folder)) {
      if (names.has(dependency)) continue;
      names.add(dependency);
      const place = folderOf(dependency, folder);
      if (place !== null) add(dependency, place);
    }
  };
  add("zeroth", fileURLToPath(new URL("../../", import.meta.url)));
  known = names;
  return names;
}

function dependenciesIn(folder: string): readonly string[] {
  const { dependencies, optionalDependencies } = manifestIn(folder) ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

function manifestIn(folder: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  } catch {
    return null;
  }
}

/** Where a package that a folder's files import is installed; null for optional ones that are not. */
function folderOf(name: string, from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, "node_modules", name);
    if (manifestIn(folder) !== null) return folder;
    if (dirname(at) === at) return null;
  }
}
