// Turns a module of JavaScript into a script: a function of `$import`, which returns modules by specifier, and `$exports`, which
// gets a getter for each export.

import remapping from "@jridgewell/remapping";
import MagicString from "magic-string";
import type { ast } from "../front/index.ts";
import type { TransformedFile } from "./transform-file.ts";

type Statement = ast.Program["body"][number];

interface Script {
  readonly code: string;
  readonly text: MagicString;
  /** Code that runs before the module's own statements. */
  readonly head: string[];
}

/** The module as a function expression; its source map leads to the same texts as the module's. */
export function scriptOf({ code, map }: TransformedFile, { body }: ast.Program, file: string): TransformedFile {
  const text = new MagicString(code);
  const script: Script = { code, text, head: [] };
  for (const statement of body) rewrite(script, statement);
  text
    .prepend(`(function($import,$exports){"use strict";${script.head.join("")}`)
    .append(`\n})\n//# sourceURL=${file}`);
  const own = text.generateMap({ source: file, hires: "boundary" });
  return { code: text.toString(), map: remapping([own.toString(), map], () => null).toString() };
}

function rewrite(script: Script, statement: Statement): void {
  const { text, head } = script;
  switch (statement.type) {
    case "ImportDeclaration":
      head.push(importText(statement));
      blank(script, statement);
      break;
    case "ExportAllDeclaration": {
      const module = moduleText(statement);
      if (statement.exported === null) head.push(`Object.assign($exports,${module});`);
      else give(script, nameOf(statement.exported), module);
      blank(script, statement);
      break;
    }
    case "ExportNamedDeclaration":
      rewriteNamed(script, statement);
      break;
    case "ExportDefaultDeclaration": {
      const { declaration } = statement;
      const id = "id" in declaration && declaration.type.endsWith("Declaration") ? declaration.id : null;
      if (id === null) text.overwrite(statement.start, declaration.start, "const $default=");
      else text.remove(statement.start, declaration.start);
      give(script, "default", id === null ? "$default" : id.name);
      break;
    }
    default:
  }
}

function rewriteNamed(script: Script, statement: ast.ExportNamedDeclaration): void {
  const { declaration, specifiers } = statement;
  for (const { local, exported } of specifiers) {
    const name = nameOf(local);
    give(script, nameOf(exported), statement.source === null ? name : `${moduleText(statement)}[${quoted(name)}]`);
  }
  if (declaration === null) {
    blank(script, statement);
  } else {
    script.text.remove(statement.start, declaration.start);
    for (const name of declaredNames(declaration)) give(script, name, name);
  }
}

function give({ head }: Script, name: string, value: string): void {
  head.push(`Object.defineProperty($exports,${quoted(name)},{enumerable:true,get(){return ${value}}});`);
}

function moduleText({ source }: { readonly source: ast.StringLiteral | null }): string {
  return `$import(${quoted(source?.value ?? "")})`;
}

function importText(statement: ast.ImportDeclaration): string {
  const module = moduleText(statement);
  const names: string[] = [];
  const declarations: string[] = [];
  for (const specifier of statement.specifiers) {
    const { name } = specifier.local;
    if (specifier.type === "ImportNamespaceSpecifier") declarations.push(`${name}=${module}`);
    else if (specifier.type === "ImportDefaultSpecifier") names.push(`default:${name}`);
    else names.push(`${quoted(nameOf(specifier.imported))}:${name}`);
  }
  if (names.length > 0) declarations.push(`{${names.join(",")}}=${module}`);
  return declarations.length === 0 ? `${module};` : `const ${declarations.join(",")};`;
}

/** Removes a range, but not its line breaks. */
function blank({ text, code }: Script, { start, end }: Statement): void {
  const breaks = code.slice(start, end).replace(/[^\n]/g, "");
  text.overwrite(start, end, breaks === "" ? ";" : breaks);
}

function declaredNames(declaration: ast.Declaration): readonly string[] {
  if (declaration.type === "VariableDeclaration") return declaration.declarations.flatMap(({ id }) => namesIn(id));
  return "id" in declaration && declaration.id !== null && declaration.id.type === "Identifier"
    ? [declaration.id.name]
    : [];
}

function namesIn(pattern: ast.BindingPattern): readonly string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) =>
        element === null ? [] : namesIn(element.type === "RestElement" ? element.argument : element),
      );
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === "RestElement" ? property.argument : property.value),
      );
  }
}

function nameOf(name: ast.ModuleExportName): string {
  return name.type === "Literal" ? name.value : name.name;
}

const quoted = (text: string): string => JSON.stringify(text);
