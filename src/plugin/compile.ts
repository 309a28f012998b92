// Compiles the text of a TypeScript module to its exports, differentiable. Needs the parser, so it is not for browsers.
//
// The module is compiled as by the loader, then evaluated as a script: imports become constants taken from the given modules,
// exports become getters of a record. A source map leads stack traces back to the text.

import { importModule } from "../host/code-cache.ts";
import { readModule, withinStack, type ast } from "../front/index.ts";
import { ZerothError } from "../ir/index.ts";
import { scriptOf } from "./module-script.ts";
import * as runtime from "../host/runtime.ts";
import { transformFile, withInlineMap } from "./transform-file.ts";

export interface CompileOptions {
  /** The name of the text in errors and stack traces; its extension tells the language. */
  readonly file?: string;
  /** The modules that the text imports, by specifier; Node's own (`node:…`) may be left out. */
  readonly imports?: { readonly [specifier: string]: object };
}

/** The exports of a module. */
export interface Exports {
  readonly [name: string]: unknown;
}

type Importer = (specifier: string) => object;

/** Compiles and runs the text of a module; gives its exports. */
export async function evaluateModule(source: string, options: CompileOptions = {}): Promise<Exports> {
  const { file = "module.ts", imports = {} } = options;
  const { code, map } = withinStack(file, () => transformFile(source, file));
  const { program } = readModule(code, file.replace(/\.([cm]?)tsx?$/, ".$1js"));
  const modules = new Map<string, object>([["zeroth/runtime", runtime]]);
  for (const specifier of program.body.flatMap(specifierOf)) {
    if (!modules.has(specifier)) modules.set(specifier, await importFor(specifier, imports, file));
  }
  const exports: Record<string, unknown> = {};
  // Indirect `eval`: the text sees nothing of this module.
  // oxlint-disable-next-line no-eval
  const evaluate = globalThis.eval as (script: string) => (load: Importer, exports: object) => void;
  const run = withinStack(file, () => evaluate(withInlineMap(scriptOf({ code, map }, program, file))));
  run((specifier) => modules.get(specifier) ?? {}, exports);
  return exports;
}

function specifierOf(statement: ast.Program["body"][number]): readonly string[] {
  return "source" in statement && statement.source !== null ? [statement.source.value] : [];
}

async function importFor(specifier: string, imports: CompileOptions["imports"], file: string): Promise<object> {
  const given = imports !== undefined && Object.hasOwn(imports, specifier) ? imports[specifier] : undefined;
  if (given !== undefined) return given;
  if (specifier.startsWith("node:")) return importModule(specifier);
  const name = JSON.stringify(specifier);
  throw new ZerothError({
    kind: "invalid",
    message: `the text ${file} imports ${name}, which it was not given`,
    remedy: `pass { imports: { ${name}: await import(${name}) } }`,
  });
}
