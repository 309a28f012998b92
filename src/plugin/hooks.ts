// The hooks of Node's module loader: the asynchronous pair (`load`, `resolve`) for Node 20, which runs them on their own thread,
// and the synchronous pair for Node 22.15 and later.
//
// TypeScript files outside of `node_modules` have their types stripped whether or not they are compiled. If Node cannot find a
// relative import, it is tried again as the TypeScript file that it stands for (`./x.js` → `./x.ts`). CommonJS modules pass
// through unchanged: common-js.ts compiles them.

import { existsSync, readFileSync } from "node:fs";
import type {
  LoadFnOutput,
  LoadHook,
  LoadHookContext,
  ResolveFnOutput,
  ResolveHook,
  ResolveHookContext,
} from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readOptions } from "./read-options.ts";
import { selectModules } from "./select.ts";
import { stripTypes, transform, transformFile, withInlineMap } from "./transforms.ts";

type NextLoad<R> = (url: string, context?: Partial<LoadHookContext>) => R;
type NextResolve<R> = (specifier: string, context?: Partial<ResolveHookContext>) => R;

const select = selectModules(process.cwd(), readOptions(process.cwd()));

const typescriptFile = /\.m?tsx?$/;

export const load: LoadHook = async (url, context, next) => {
  return typescriptModule(url) ?? compiledScript(url, await next(url, context));
};

export function loadSync(url: string, context: LoadHookContext, next: NextLoad<LoadFnOutput>): LoadFnOutput {
  return typescriptModule(url) ?? compiledScript(url, next(url, context));
}

export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context);
  } catch (error) {
    return substitute(specifier, context, error);
  }
};

export function resolveSync(
  specifier: string,
  context: ResolveHookContext,
  next: NextResolve<ResolveFnOutput>,
): ResolveFnOutput {
  try {
    return next(specifier, context);
  } catch (error) {
    return substitute(specifier, context, error);
  }
}

/** The path of a `file:` URL; null for other URLs. */
function pathOf(url: string): string | null {
  return url.startsWith("file:") ? fileURLToPath(url) : null;
}

function typescriptModule(url: string): LoadFnOutput | null {
  const file = pathOf(url);
  if (file === null || !typescriptFile.test(file)) return null;
  const selected = select(file);
  if (!selected && file.includes("/node_modules/")) return null;
  const text = readFileSync(file, "utf8");
  const result = selected ? transformFile(text, file) : stripTypes(text, file);
  return { format: "module", source: withInlineMap(result), shortCircuit: true };
}

/** Compiles a module of JavaScript that Node has loaded. */
function compiledScript(url: string, loaded: LoadFnOutput): LoadFnOutput {
  const file = pathOf(url);
  if (file === null || loaded.format !== "module" || !select(file) || loaded.source == null) return loaded;
  const text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
  const result = transform(text, file, { format: "module" });
  return result === null ? loaded : { ...loaded, source: withInlineMap(result) };
}

/** The TypeScript file or zeroth's own run-time for a specifier that leads nowhere; otherwise throws the original error. */
function substitute(specifier: string, { parentURL }: ResolveHookContext, error: unknown): ResolveFnOutput {
  if ((error as { code?: unknown }).code === "ERR_MODULE_NOT_FOUND") {
    if (specifier === "zeroth/runtime") {
      return { url: new URL("./runtime.js", import.meta.url).href, format: "module", shortCircuit: true };
    }
    const found =
      parentURL?.startsWith("file:") === true && /^\.{0,2}\//.test(specifier)
        ? typescriptFor(specifier, parentURL)
        : undefined;
    if (found !== undefined) return { url: pathToFileURL(found).href, format: "module", shortCircuit: true };
  }
  throw error;
}

function typescriptFor(specifier: string, parent: string): string | undefined {
  const path = fileURLToPath(new URL(specifier, parent));
  const candidates = /\.m?jsx?$/.test(path)
    ? [path.replace(/js(x?)$/, "ts$1"), path.replace(/jsx?$/, "tsx")]
    : [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return candidates.find((candidate) => existsSync(candidate));
}
