// What Vite has to know of the packages that the plugin compiles: by default it passes none of their files to plugins. It bundles
// them for browsers on its own beforehand, and lets Node load them on servers and in tests.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { globExpression, packageOf } from "./select.ts";

export interface PackageSettings {
  /** Packages that are not bundled beforehand: modules of ECMAScript, which browsers load as they are. */
  readonly unbundled: string[];
  /** Packages that are not left to Node. */
  readonly inside: string[];
}

/**
 * The settings for the packages that patterns name.
 *
 * `runsCommonJs`: what loads the plugin's output understands CommonJS; Vite's own servers do not.
 */
export function packageSettings(root: string, include: readonly string[], runsCommonJs: boolean): PackageSettings {
  const installed = installedIn(root);
  const unbundled = new Set<string>();
  const inside = new Set<string>();
  for (const pattern of include) {
    const name = packageOf(pattern);
    const found = [...installed.keys()].filter((each) => globExpression(`**/${name}`, root).test(`/${each}`));
    // A package that only another one can import is not found.
    for (const each of found.length === 0 && !/[*?{]/.test(name) ? [name] : found) {
      const isCommonJs = installed.has(each) && !hasModules(join(installed.get(each) as string, each));
      if (!isCommonJs) unbundled.add(each);
      if (!isCommonJs || runsCommonJs) inside.add(each);
    }
  }
  return { unbundled: [...unbundled], inside: [...inside] };
}

/** The packages that a folder's files may import, each with the folder that it is in. */
function installedIn(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = resolve(root); ; at = dirname(at)) {
    const folder = join(at, "node_modules");
    const names = namesIn(folder).flatMap((name) =>
      name.startsWith("@") ? namesIn(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
    );
    for (const name of names) if (!found.has(name)) found.set(name, folder);
    if (dirname(at) === at) return found;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}

/** Whether a package has modules of ECMAScript for those who import it. */
function hasModules(folder: string): boolean {
  try {
    const { type, module, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Readonly<
      Record<string, unknown>
    >;
    return type === "module" || typeof module === "string" || JSON.stringify(exports ?? null).includes('"import"');
  } catch {
    return true;
  }
}
