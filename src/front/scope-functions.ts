// Scope analysis of functions and classes.

import { declareLexical, declarePattern, declareVars, makeBinding } from "./declare.ts";
import { createFunction, keyName, type FunctionContext } from "./function-names.ts";
import type { ast, FunctionNode, Node } from "./read.ts";
import type { FunctionForm, Scope } from "./scope-model.ts";
import { bodyStart, isRunOnce, makeScope, visitPattern, type Walk } from "./scope-walk.ts";

export function visitFunction(walk: Walk, node: FunctionNode, scope: Scope, context: FunctionContext): void {
  if (node.body === null || ("declare" in node && node.declare)) return;
  const isOnce = isRunOnce(walk, scope.func);
  const info = createFunction(walk, { ...functionShape(node, scope, context), isOnce });
  if (node.type === "FunctionDeclaration") scope.declarations.push(info);
  const own =
    node.type === "FunctionExpression" && node.id !== null ? makeScope(walk, "self", scope, info, node) : scope;
  if (node.type === "FunctionExpression" && node.id !== null) {
    const self = makeBinding(walk, own, node.id, "self");
    self.holds = info;
    self.initialised = -1;
  }
  const params = makeScope(walk, "params", own, info, node);
  info.paramScope = params;
  const hasExpressions = node.params.some((p) => !isSimple(p));
  for (const param of node.params) {
    for (const binding of declarePattern(walk, params, param, "param")) binding.initialised = param.end;
  }
  const statements: readonly Node[] = node.body.type === "BlockStatement" ? node.body.body : [];
  const start = node.body.type === "BlockStatement" ? bodyStart(statements, node.body.start + 1) : node.body.start;
  const body = makeScope(walk, "body", params, info, node.body, statements, start);
  info.bodyScope = body;
  declareVars(walk, body, statements, hasExpressions ? null : params);
  declareLexical(walk, body, statements);
  if (node.type === "FunctionDeclaration")
    info.binding = node.id === null ? null : (walk.declared.get(node.id) ?? null);
  for (const param of node.params) visitPattern(walk, param, params, true);
  if (node.body.type === "BlockStatement") for (const statement of statements) walk.visit(statement, body);
  else walk.visit(node.body, body);
}

/** Whether a parameter has no default and no computed key, so that parameters and body share one scope. */
function isSimple(param: Node): boolean {
  if (param.type === "RestElement") return isSimple(param.argument);
  if (param.type === "ArrayPattern") return param.elements.every((element) => element === null || isSimple(element));
  if (param.type === "ObjectPattern") {
    return param.properties.every((p) =>
      p.type === "Property" ? !p.computed && isSimple(p.value) : isSimple(p.argument),
    );
  }
  return param.type === "Identifier";
}

function functionShape(
  node: FunctionNode,
  scope: Scope,
  context: FunctionContext,
): Parameters<typeof createFunction>[1] {
  const form: FunctionForm =
    context.form ??
    (node.type === "ArrowFunctionExpression"
      ? "arrow"
      : node.type === "FunctionDeclaration"
        ? "declaration"
        : "expression");
  const sourceName = node.id?.name ?? context.name ?? "";
  return {
    ...context,
    node,
    form,
    parent: scope.func,
    outerScope: scope,
    sourceName,
    name: context.path ?? (sourceName === "" ? "fn" : sourceName),
  };
}

export function visitClass(walk: Walk, node: ast.Class, scope: Scope, context: FunctionContext): void {
  if (node.declare === true) return;
  if (node.superClass !== null) walk.visit(node.superClass, scope);
  const inner = makeScope(walk, "class", scope, scope.func, node);
  if (node.type === "ClassExpression" && node.id !== null) {
    makeBinding(walk, inner, node.id, "class").initialised = node.end;
  }
  const className = node.id?.name ?? context.name ?? "class";
  const visitMember = (value: Node, name: string): void => {
    const info = createFunction(walk, {
      node: value,
      form: "initialiser",
      parent: scope.func,
      outerScope: inner,
      sourceName: name,
      name: `${className}.${name}`,
    });
    const body = makeScope(walk, "block", inner, info, value, [], value.start);
    info.bodyScope = body;
    walk.visit(value, body, { name });
  };
  for (const member of node.body.body) {
    if (member.type === "StaticBlock") {
      const info = createFunction(walk, {
        node: member,
        form: "initialiser",
        parent: scope.func,
        outerScope: inner,
        sourceName: "",
        name: `${className}.static`,
      });
      const body = makeScope(walk, "block", inner, info, member, member.body, member.body[0]?.start ?? member.end - 1);
      info.bodyScope = body;
      declareVars(walk, body, member.body);
      declareLexical(walk, body, member.body);
      for (const statement of member.body) walk.visit(statement, body);
    } else if (member.type !== "TSIndexSignature") {
      if (member.computed) walk.visit(member.key, inner);
      const name = keyName(member) ?? "fn";
      if (member.type === "MethodDefinition") {
        const form: FunctionForm =
          member.kind === "constructor"
            ? "constructor"
            : member.kind === "get"
              ? "getter"
              : member.kind === "set"
                ? "setter"
                : "class-method";
        walk.visit(member.value, inner, { name, path: `${className}.${name}`, form, key: name, classBody: node.body });
      } else if ("value" in member && member.value !== null && member.type !== "TSAbstractMethodDefinition") {
        visitMember(member.value, name);
      }
    }
  }
}
