// Scope analysis of TypeScript's namespaces: the body of one is a block that runs once, with `var`s of its own. What another body of
// the same namespace exports is visible in it.
//
// An exported variable that may be assigned is a property of the namespace's object as well, or nothing else, as compilers of
// TypeScript please: functions that use its plain name are refused.

import { declareLexical, declareVars, makeBinding } from "./declare.ts";
import { exportedNames } from "./exports.ts";
import type { ast, Node } from "./read.ts";
import type { Scope } from "./scope-model.ts";
import { bodyStart, makeScope, type Walk } from "./scope-walk.ts";

export function visitNamespace(walk: Walk, node: ast.TSModuleDeclaration, scope: Scope): void {
  const body = bodyOf(node);
  if (body === null || scope.func.form !== "module") return;
  const path = pathOf(node.id);
  const around = makeScope(walk, "block", scope, scope.func, node);
  // `namespace A.B`: in it, B is a name as well. It is set when the functions in it exist.
  for (const id of path.slice(1)) makeBinding(walk, around, id, "class").initialised = -1;
  const inner = makeScope(walk, "block", around, scope.func, body, body.body, bodyStart(body.body, body.start + 1));
  declareVars(walk, inner, body.body);
  declareLexical(walk, inner, body.body);
  const name = path.map((id) => id.name).join(".");
  for (const [exported, kind] of exportsOf(body)) {
    const binding = inner.bindings.get(exported);
    if (binding !== undefined && kind !== "const") binding.exportedBy = name;
  }
  for (const other of siblingsOf(scope.node, node, name)) {
    for (const [exported, kind] of exportsOf(other)) {
      if (inner.bindings.has(exported)) continue;
      const id = { ...other, type: "Identifier", name: exported } as unknown as ast.BindingIdentifier;
      const binding = makeBinding(walk, inner, id, "const");
      binding.initialised = -1;
      binding.values.push(null);
      if (kind !== "const") binding.exportedBy = name;
    }
  }
  for (const statement of body.body) {
    if (statement.type !== "ExportNamedDeclaration") walk.visit(statement, inner);
    else if (statement.declaration !== null) walk.visit(statement.declaration, inner);
  }
}

function bodyOf(node: Node): ast.TSModuleBlock | null {
  if (node.type !== "TSModuleDeclaration" || node.declare) return null;
  return node.body?.type === "TSModuleBlock" ? node.body : null;
}

/** The names of `namespace A.B.C`, the outermost first; none for other modules. */
export function pathOf(id: Node): readonly ast.BindingIdentifier[] {
  if (id.type === "TSQualifiedName") return [...pathOf(id.left), id.right];
  return id.type === "Identifier" ? [id] : [];
}

/** The exported names of values; what may be assigned is not `const`. */
function exportsOf({ body }: ast.TSModuleBlock): readonly (readonly [name: string, kind: "const" | "variable"])[] {
  return body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const { declaration } = statement;
    const isVariable = declaration?.type === "VariableDeclaration" && declaration.kind !== "const";
    return exportedNames(statement).map(({ exported }) => [exported, isVariable ? "variable" : "const"] as const);
  });
}

/** The other bodies of a namespace in the same scope. */
function siblingsOf(around: Node, own: ast.TSModuleDeclaration, name: string): readonly ast.TSModuleBlock[] {
  const statements = "body" in around && Array.isArray(around.body) ? (around.body as readonly Node[]) : [];
  return statements.flatMap((statement) => {
    const node = statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement;
    const body = node === own ? null : bodyOf(node);
    if (body === null || node.type !== "TSModuleDeclaration") return [];
    const isSame =
      pathOf(node.id)
        .map((id) => id.name)
        .join(".") === name;
    return isSame ? [body] : [];
  });
}
