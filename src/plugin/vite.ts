// The plugin for Vite, Vitest, Rollup and Rolldown: compiles the user's modules before any other plugin changes them.

import { isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readOptions } from "./read-options.ts";
import { preludeName, selectModules, type Select, type SelectOptions } from "./select.ts";
import { isCommonJs, transform } from "./transform.ts";
import { packageSettings } from "./vite-packages.ts";

export type { ModulePattern, SelectOptions } from "./select.ts";

/** The hooks that bundlers use; assignable to Vite's and Rollup's own `Plugin`. */
export interface ZerothPlugin {
  readonly name: "zeroth";
  readonly enforce: "pre";
  readonly config: (
    config: { readonly root?: string | undefined },
    env: { readonly command: "build" | "serve" },
  ) => { readonly optimizeDeps: { readonly exclude: string[] }; readonly ssr: { readonly noExternal: string[] } };
  readonly configResolved: (config: { readonly root: string; readonly command: "build" | "serve" }) => void;
  readonly resolveId: (
    this: Resolver,
    id: string,
    importer: string | undefined,
  ) => Promise<{ readonly id: string } | undefined>;
  readonly transform: (code: string, id: string) => { readonly code: string; readonly map: string } | null;
}

interface Resolver {
  readonly resolve: (
    id: string,
    importer?: string,
    options?: { readonly skipSelf?: boolean },
  ) => Promise<{ readonly id: string } | null>;
}

const runtimeName = "zeroth/runtime";
/** Bundlers give both kinds of modules the same instance. */
const requiredRuntime = `require(${JSON.stringify(runtimeName)})`;
const fromSources = import.meta.url.endsWith(".ts");
const ownRuntime = fileURLToPath(new URL(fromSources ? "../host/runtime.ts" : "../bundle/runtime.js", import.meta.url));

/**
 * The plugin that makes the functions of a project differentiable.
 *
 * @example
 * ```ts
 * // vite.config.ts
 * import { zeroth } from "zeroth/vite";
 * export default { plugins: [zeroth({ exclude: "src/generated/**" })] };
 * ```
 */
export function zeroth(options: SelectOptions = {}): ZerothPlugin {
  let root = process.cwd();
  let building = false;
  let select: Select = selectModules(root, readOptions(root, options));
  return {
    name: "zeroth",
    enforce: "pre",
    // Keep one copy of zeroth: pre-bundling would make a second one beside the run-time that modules import.
    config: ({ root: folder = root }, { command }) => {
      const runsCommonJs = command === "build" || process.env["VITEST"] !== undefined;
      const { unbundled, inside } = packageSettings(folder, readOptions(folder, options).include, runsCommonJs);
      return { optimizeDeps: { exclude: ["zeroth", ...unbundled] }, ssr: { noExternal: inside } };
    },
    configResolved: (config) => {
      root = config.root;
      building = config.command === "build";
      select = selectModules(root, readOptions(root, options));
    },
    async resolveId(id, importer) {
      if (id !== runtimeName) return undefined;
      if (fromSources) return { id: ownRuntime };
      return (await this.resolve(id, importer, { skipSelf: true })) ?? { id: ownRuntime };
    },
    transform: (code, id) => {
      const file = id.replace(/[?#].*$/, "");
      if (id.startsWith("\0") || !isAbsolute(file) || !select(file)) return null;
      // A build is used elsewhere, so it names files relative to the project's folder.
      const shownAs = building ? relative(root, file).replaceAll("\\", "/") : file;
      const common = isCommonJs(code, file) ? ({ format: "commonjs", runtime: requiredRuntime } as const) : {};
      return transform(code, file, { shownAs: preludeName(file) ?? shownAs, ...common });
    },
  };
}
