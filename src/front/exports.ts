// The exports of a module.

import { isErased, type ast, type Node } from "./read.ts";
import type { ExportedName } from "./scope-model.ts";

export type ExportNode = ast.ExportNamedDeclaration | ast.ExportDefaultDeclaration | ast.ExportAllDeclaration;

/** The names that a statement exports. */
export function exportedNames(node: ExportNode): readonly ExportedName[] {
  if (node.exportKind === "type") return [];
  if (node.type === "ExportAllDeclaration") {
    return [{ exported: node.exported === null ? "*" : moduleName(node.exported), local: null }];
  }
  if (node.type === "ExportDefaultDeclaration") {
    const { declaration } = node;
    if (isErased(declaration)) return [];
    const isNamed = declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration";
    return [{ exported: "default", local: isNamed ? (declaration.id?.name ?? null) : null }];
  }
  if (node.declaration !== null)
    return declaredNames(node.declaration).map((name) => ({ exported: name, local: name }));
  return node.specifiers
    .filter(({ exportKind }) => exportKind !== "type")
    .map(({ local, exported }) => ({
      exported: moduleName(exported),
      local: node.source === null ? moduleName(local) : null,
    }));
}

const moduleName = (name: ast.ModuleExportName): string => ("name" in name ? name.name : name.value);

function declaredNames(node: ast.Declaration): readonly string[] {
  if (node.type === "VariableDeclaration") return node.declarations.flatMap(({ id }) => patternNames(id));
  if (isErased(node) || !("id" in node) || node.id === null || node.id.type !== "Identifier") return [];
  return [node.id.name];
}

function patternNames(pattern: Node): readonly string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return patternNames(pattern.left);
    case "RestElement":
      return patternNames(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : patternNames(element)));
    case "ObjectPattern":
      return pattern.properties.flatMap((p) => patternNames(p.type === "Property" ? p.value : p.argument));
    default:
      return [];
  }
}
