// Tests load the compiler as Node's own modules, from .modules, which tsc makes of src. As Vite serves modules, each use of an
// import is a call of a getter: single files took twice as long, and all tests a sixth longer.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = join(root, "src/");
const modules = join(root, ".modules/");

const run = (file: string, ...args: readonly string[]): void => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")}\n${stdout}${stderr}`);
};

const newestIn = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => statSync(join(folder, file)).mtimeMs),
  );

/** Makes the modules anew if a source has changed. Another run may read them meanwhile: they are replaced at once. */
function build(): void {
  const isFresh =
    existsSync(modules) && statSync(modules).mtimeMs > Math.max(newestIn(sources), newestIn(join(root, "scripts")));
  if (isFresh) return;
  const made = `.modules-${process.pid}`;
  const flags = ["--noCheck", "--declaration", "false", "--declarationMap", "false", "--isolatedDeclarations", "false"];
  run("node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--outDir", made, ...flags);
  run("scripts/build-prelude.mjs", made);
  rmSync(modules, { recursive: true, force: true });
  renameSync(join(root, made), modules);
}

/**
 * The plugin of the project's own tests. Not for those who watch, whose tests must know which sources they depend on, nor for
 * coverage, which Vite's modules count.
 */
export function onModules(): Plugin {
  let isOn = false;
  return {
    name: "on-modules",
    enforce: "pre",
    config: () => ({ test: { server: { deps: { external: [/\/\.modules\//] } } } }),
    configureVitest({ vitest }) {
      const { watch, coverage } = vitest.config;
      isOn = !watch && !coverage.enabled;
      if (isOn) build();
    },
    async resolveId(source, importer, options) {
      if (!isOn) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = resolved?.id.split("?")[0] ?? "";
      // The plugin itself says where zeroth's run-time is, and that depends on whether it runs from its sources.
      if (!path.startsWith(sources) || !path.endsWith(".ts") || path.startsWith(`${sources}plugin/`)) return null;
      const built = join(modules, path.slice(sources.length).replace(/\.ts$/, ".js"));
      return existsSync(built) ? { id: built } : null;
    },
  };
}
