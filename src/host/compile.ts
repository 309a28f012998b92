// The text of a TypeScript module to its exports, differentiable. Needs the parser, so not for browsers.
//
// The module is compiled as the loader would, then evaluated as a script: imports become constants taken from the
// given modules, exports become getters of a record. A source map leads stack traces back to the text.

import remapping from "@jridgewell/remapping";
import MagicString from "magic-string";
import { readModule, type ast } from "../front/read.ts";
import { ZerothError } from "../ir/index.ts";
import * as runtime from "./runtime.ts";
import { transformFile, withInlineMap, type TransformedFile } from "./transform-file.ts";

export interface CompileOptions {
  /** What errors and stack traces call the text; its extension says the language. */
  readonly file?: string;
  /** The modules that the text imports, by specifier; Node's own (`node:…`) need not be given. */
  readonly imports?: { readonly [specifier: string]: object };
}

/** The exports of a module. */
export type Exports = { readonly [name: string]: unknown };

type Importer = (specifier: string) => object;

const exporter = "$exports";
const importer = "$import";

/** Compiles and runs the text of a module; gives its exports. */
export async function evaluateModule(source: string, options: CompileOptions = {}): Promise<Exports> {
  const { file = "module.ts", imports = {} } = options;
  const { code, map } = transformFile(source, file);
  const { program } = readModule(code, file.replace(/\.([cm]?)tsx?$/, ".$1js"));
  const modules = new Map<string, object>([["zeroth/runtime", runtime]]);
  for (const specifier of program.body.flatMap(specifierOf)) {
    if (!modules.has(specifier)) modules.set(specifier, await importFor(specifier, imports, file));
  }
  const exports: Record<string, unknown> = {};
  // Indirect: the text sees nothing of this module.
  const evaluate = globalThis.eval as (script: string) => (load: Importer, exports: object) => void;
  evaluate(withInlineMap(scriptOf(code, program, file, map)))((specifier) => modules.get(specifier) ?? {}, exports);
  return exports;
}

function specifierOf(statement: ast.Program["body"][number]): readonly string[] {
  return "source" in statement && statement.source !== null ? [statement.source.value] : [];
}

async function importFor(specifier: string, imports: CompileOptions["imports"], file: string): Promise<object> {
  const given = imports !== undefined && Object.hasOwn(imports, specifier) ? imports[specifier] : undefined;
  if (given !== undefined) return given;
  if (specifier.startsWith("node:")) return (await import(specifier)) as object;
  const name = quoted(specifier);
  throw new ZerothError({
    kind: "invalid",
    message: `the text ${file} imports ${name}, which it was not given`,
    remedy: `pass { imports: { ${name}: await import(${name}) } }`,
  });
}

/** A function expression over `$import` and `$exports` that does what the module does. */
function scriptOf(code: string, program: ast.Program, file: string, earlier: string): TransformedFile {
  const text = new MagicString(code);
  const head: string[] = [];
  const give = (name: string, value: string): void => {
    head.push(`Object.defineProperty(${exporter},${JSON.stringify(name)},{enumerable:true,get(){return ${value}}});`);
  };
  for (const statement of program.body) {
    switch (statement.type) {
      case "ImportDeclaration":
        head.push(importOf(statement));
        blank(text, code, statement.start, statement.end);
        break;
      case "ExportAllDeclaration": {
        const module = `${importer}(${quoted(statement.source.value)})`;
        if (statement.exported === null) head.push(`Object.assign(${exporter},${module});`);
        else give(nameOf(statement.exported), module);
        blank(text, code, statement.start, statement.end);
        break;
      }
      case "ExportNamedDeclaration": {
        const { declaration, source, specifiers } = statement;
        if (declaration === null) blank(text, code, statement.start, statement.end);
        else text.remove(statement.start, declaration.start);
        for (const { local, exported } of specifiers) {
          const from = source === null ? "" : `${importer}(${quoted(source.value)})`;
          give(nameOf(exported), source === null ? nameOf(local) : `${from}[${quoted(nameOf(local))}]`);
        }
        for (const name of declaration === null ? [] : declaredNames(declaration)) give(name, name);
        break;
      }
      case "ExportDefaultDeclaration": {
        const { declaration } = statement;
        const named = "id" in declaration && declaration.type.endsWith("Declaration") ? declaration.id : null;
        if (named === null) text.overwrite(statement.start, declaration.start, "const $default=");
        else text.remove(statement.start, declaration.start);
        give("default", named === null ? "$default" : nameOf(named));
        break;
      }
    }
  }
  text.prepend(`(function(${importer},${exporter}){"use strict";${head.join("")}`).append(`\n})\n//# sourceURL=${file}`);
  const map = text.generateMap({ source: file, hires: "boundary" });
  return { code: text.toString(), map: remapping([map.toString(), earlier], () => null).toString() };
}

function importOf({ source, specifiers }: ast.ImportDeclaration): string {
  const module = `${importer}(${quoted(source.value)})`;
  const names: string[] = [];
  const declarations: string[] = [];
  for (const specifier of specifiers) {
    if (specifier.type === "ImportNamespaceSpecifier") declarations.push(`${specifier.local.name}=${module}`);
    else names.push(`${specifier.type === "ImportDefaultSpecifier" ? "default" : quoted(nameOf(specifier.imported))}:${specifier.local.name}`);
  }
  if (names.length > 0) declarations.push(`{${names.join(",")}}=${module}`);
  return declarations.length === 0 ? `${module};` : `const ${declarations.join(",")};`;
}

/** Removes a range, but not its line breaks. */
function blank(text: MagicString, code: string, start: number, end: number): void {
  const breaks = code.slice(start, end).replace(/[^\n]/g, "");
  text.overwrite(start, end, breaks === "" ? ";" : breaks);
}

function declaredNames(declaration: ast.Declaration): readonly string[] {
  if (declaration.type === "VariableDeclaration") return declaration.declarations.flatMap(({ id }) => namesIn(id));
  return "id" in declaration && declaration.id !== null && declaration.id.type === "Identifier" ? [declaration.id.name] : [];
}

function namesIn(pattern: ast.BindingPattern): readonly string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : namesIn(element.type === "RestElement" ? element.argument : element)));
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => namesIn(property.type === "RestElement" ? property.argument : property.value));
  }
}

function nameOf(name: ast.ModuleExportName | ast.BindingIdentifier): string {
  return name.type === "Literal" ? name.value : name.name;
}

const quoted = (text: string): string => JSON.stringify(text);
