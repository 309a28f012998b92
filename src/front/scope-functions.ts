// Scope analysis of functions and classes.

import { declareLexical, declarePattern, declareVars, makeBinding } from "./declare.ts";
import { createFunction, keyName, memberKey, type FunctionContext } from "./function-names.ts";
import type { ast, FunctionNode, Node } from "./read.ts";
import type { FunctionForm, FunctionInfo, Scope } from "./scope-model.ts";
import { noteDeclaration, noteParameters, saysStrict } from "./sloppy.ts";
import { bodyStart, isRunOnce, makeScope, refer, visitPattern, type Walk } from "./scope-walk.ts";

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
  info.isStrict ||= saysStrict(statements);
  noteParameters(info, node);
  const start = node.body.type === "BlockStatement" ? bodyStart(statements, node.body.start + 1) : node.body.start;
  const body = makeScope(walk, "body", params, info, node.body, statements, start);
  info.bodyScope = body;
  declareVars(walk, body, statements, hasExpressions ? null : params);
  declareLexical(walk, body, statements);
  if (node.type === "FunctionDeclaration") {
    info.binding = node.id === null ? null : (walk.declared.get(node.id) ?? null);
    noteDeclaration(walk, info, scope, info.binding);
  }
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

/** The name by which members of a class refer to the class: no variable can be called so. */
export const homeName = "super";

export function visitClass(walk: Walk, node: ast.Class, scope: Scope, context: FunctionContext): void {
  if (node.declare === true) return;
  if (node.superClass !== null) walk.visit(node.superClass, scope);
  const inner = makeScope(walk, "class", scope, scope.func, node);
  // Inside, the name is set before static members run.
  const isInModule = scope.func.form === "module";
  if (node.id !== null && isInModule) makeBinding(walk, inner, node.id, "class").initialised = node.start;
  const className = node.id?.name ?? context.name ?? "class";
  const id = { ...node.body, type: "Identifier", name: homeName } as unknown as ast.BindingIdentifier;
  const home = makeBinding(walk, inner, id, "class");
  home.initialised = isInModule ? node.start : node.end;
  // Functions make classes anew each time: there, members know the class by one name only.
  if (node.id !== null && !isInModule) inner.bindings.set(node.id.name, home);
  const constructor = visitConstructor(walk, node, inner, className, node.id?.name ?? context.name ?? "");
  const visitField = (member: ast.PropertyDefinition | ast.AccessorProperty, value: Node, name: string): void => {
    const isStatic = member.static;
    const info = createFunction(walk, {
      node: value,
      form: "initialiser",
      // The constructor runs it.
      parent: isStatic ? scope.func : constructor,
      outerScope: inner,
      sourceName: name,
      name: isStatic ? `${className}.${name}` : name,
      classNode: node,
    });
    // The value may be a function itself.
    walk.functionOf.set(member, info);
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
        classNode: node,
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
        if (member.kind === "constructor") continue;
        const form: FunctionForm = member.kind === "get" ? "getter" : member.kind === "set" ? "setter" : "class-method";
        walk.visit(member.value, inner, {
          name,
          path: `${className}.${name}`,
          form,
          key: memberKey(member),
          classNode: node,
        });
      } else if (
        (member.type === "PropertyDefinition" || member.type === "AccessorProperty") &&
        member.value !== null
      ) {
        visitField(member, member.value, name);
      }
    }
  }
}

/** Notes that the code at a node needs the class around it. */
export function referHome(walk: Walk, node: Node, scope: Scope): void {
  const home = { ...node, type: "Identifier", name: homeName } as unknown as ast.IdentifierReference;
  refer(walk, home, scope, {}, node);
}

/** Whether a constructor asks its class what fields there are: private ones, and those with computed names. */
const asksForFields = (node: ast.Class): boolean =>
  hasPrivates(node) ||
  node.body.body.some((member) => member.type === "PropertyDefinition" && !member.static && keyName(member) === null);

/** Whether instances of a class get private members. */
export const hasPrivates = ({ body }: ast.Class): boolean =>
  body.body.some((member) => "key" in member && !member.static && member.key.type === "PrivateIdentifier");

/** The constructor of a class, which may have none in the text. It comes before the initialisers of fields, which it runs. */
function visitConstructor(
  walk: Walk,
  node: ast.Class,
  scope: Scope,
  className: string,
  sourceName: string,
): FunctionInfo {
  const own = node.body.body.find(
    (member) => member.type === "MethodDefinition" && member.kind === "constructor" && member.value.body !== null,
  );
  const path = `${className}.constructor`;
  const context = {
    name: sourceName,
    path,
    form: "constructor",
    key: { name: "constructor" },
    classNode: node,
  } as const;
  if (own?.type === "MethodDefinition") {
    walk.visit(own.value, scope, context);
    const info = walk.functionOf.get(own.value) as FunctionInfo;
    if (asksForFields(node)) referHome(walk, own, info.bodyScope as Scope);
    return info;
  }
  const shape = {
    ...context,
    node,
    parent: scope.func,
    outerScope: scope,
    sourceName,
    isOnce: isRunOnce(walk, scope.func),
  };
  const info = createFunction(walk, { ...shape, name: path });
  info.bodyScope = makeScope(walk, "block", scope, info, node.body);
  if (node.superClass !== null || asksForFields(node)) referHome(walk, node.body, info.bodyScope);
  return info;
}
