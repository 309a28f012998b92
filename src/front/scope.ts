// Scope analysis: which binding every identifier means, and the tree of functions.
//
// One walk. On entering a scope its declarations are made first (JavaScript hoists them), so references resolve at
// once. Types are skipped. What captures and boxes follow from this is decided in captures.ts.

import { eachChild, isErased, strip, strippedExpression, type ast, type FunctionNode, type Node, type Source } from "./read.ts";
import { declareImports, declareLexical, declarePattern, declareVars, makeBinding, noteAssigned } from "./declare.ts";
import { contextualName, createFunction, keyName, type FunctionContext } from "./function-names.ts";
import type { Analysis, Binding, ExportedName, FunctionForm, FunctionInfo, Reference, Scope, ScopeKind } from "./scope-model.ts";

/** What the walk fills in. */
export interface Walk {
  readonly source: Source;
  readonly functions: FunctionInfo[];
  readonly references: Map<Node, Reference>;
  readonly declared: Map<Node, Binding>;
  readonly functionOf: Map<Node, FunctionInfo>;
  readonly exports: ExportedName[];
  readonly names: Set<string>;
}

export function analyseScopes(source: Source): Analysis {
  const { program } = source;
  const walk: Walk = {
    source,
    functions: [],
    references: new Map(),
    declared: new Map(),
    functionOf: new Map(),
    exports: [],
    names: new Set(["module"]),
  };
  const module = createFunction(walk, { node: program, form: "module", parent: null, outerScope: null, sourceName: "", name: "module" });
  const scope = makeScope("module", null, module, program, program.body, bodyStart(program.body, program.hashbang?.end ?? 0));
  module.bodyScope = scope;
  declareImports(walk, scope, program.body);
  declareVars(walk, scope, program.body);
  declareLexical(walk, scope, program.body);
  for (const statement of program.body) visit(walk, statement, scope);
  return { ...walk, module };
}

export function makeScope(
  kind: ScopeKind,
  parent: Scope | null,
  func: FunctionInfo,
  node: Node,
  statements: readonly Node[] = [],
  start: number = node.start,
): Scope {
  const scope: Scope = { kind, parent, func, bindings: new Map(), node, start, statements, declarations: [] };
  if (kind !== "self" && kind !== "params" && kind !== "body") func.scopes.set(node, scope);
  return scope;
}

/** Where statements may be inserted: after directives. */
function bodyStart(statements: readonly Node[], start: number): number {
  let end = start;
  for (const statement of statements) {
    if (statement.type !== "ExpressionStatement" || !("directive" in statement) || typeof statement.directive !== "string") break;
    ({ end } = statement);
  }
  return end;
}

function visit(walk: Walk, node: Node, scope: Scope, context: FunctionContext = {}): void {
  switch (node.type) {
    case "Identifier":
      refer(walk, node as ast.IdentifierReference, scope, false, context.isCallee ?? false);
      return;
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      visitFunction(walk, node, scope, context);
      return;
    case "ClassDeclaration":
    case "ClassExpression":
      visitClass(walk, node, scope, context);
      return;
    case "BlockStatement":
      visitBlock(walk, node, scope);
      return;
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement":
      visitFor(walk, node, scope);
      return;
    case "SwitchStatement":
      visitSwitch(walk, node, scope);
      return;
    case "CatchClause": {
      const inner = makeScope("catch", scope, scope.func, node);
      if (node.param !== null) {
        for (const binding of declarePattern(walk, inner, node.param, "catch")) binding.initialised = node.param.end;
        visitPattern(walk, node.param, inner, true);
      }
      visitBlock(walk, node.body, inner);
      return;
    }
    case "VariableDeclaration":
      if (node.declare !== true) for (const declarator of node.declarations) visitDeclarator(walk, declarator, scope);
      return;
    case "AssignmentExpression":
      visitTarget(walk, node.left, scope, node.operator === "=" ? node.right : node);
      visit(walk, node.right, scope, contextualName(node.left));
      return;
    case "UpdateExpression":
      visitTarget(walk, node.argument, scope, "number");
      return;
    case "MemberExpression":
      visit(walk, node.object, scope);
      if (node.computed) visit(walk, node.property, scope);
      return;
    case "CallExpression":
    case "NewExpression":
      visitCall(walk, node, scope);
      return;
    case "ObjectExpression":
      visitObject(walk, node, scope);
      return;
    case "ThisExpression":
      for (let f: FunctionInfo | null = scope.func; f !== null; f = f.form === "arrow" ? f.parent : null) f.usesThis = true;
      return;
    case "LabeledStatement":
      visit(walk, node.body, scope);
      return;
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
    case "ExportAllDeclaration":
      visitExport(walk, node, scope);
      return;
    case "ImportDeclaration":
    case "BreakStatement":
    case "ContinueStatement":
    case "MetaProperty":
    case "TSEnumDeclaration":
    case "TSModuleDeclaration":
    case "TSImportEqualsDeclaration":
      return;
    default: {
      const inner = strippedExpression(node);
      if (inner !== null) visit(walk, inner, scope, context);
      else if (!isErased(node)) eachChild(node, (child) => { visit(walk, child, scope); });
    }
  }
}

function refer(walk: Walk, node: ast.IdentifierReference, scope: Scope, isWrite: boolean, isCallee: boolean): Reference {
  const binding = lookUp(node.name, scope);
  const reference: Reference = { node, name: node.name, binding, scope, func: scope.func, isWrite, isCallee, inHead: false };
  walk.references.set(node, reference);
  binding?.references.push(reference);
  return reference;
}

function lookUp(name: string, scope: Scope): Binding | null {
  for (let s: Scope | null = scope; s !== null; s = s.parent) {
    const found = s.bindings.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** The left side of an assignment: its identifiers are written. `given` is what a plain identifier gets. */
function visitTarget(walk: Walk, target: Node, scope: Scope, given: ast.Expression | "number" | null): void {
  const node = strip(target as ast.Expression) as Node;
  if (node.type === "Identifier") {
    noteAssigned(refer(walk, node as ast.IdentifierReference, scope, true, false).binding, given);
  } else if (node.type === "ObjectPattern" || node.type === "ArrayPattern" || node.type === "AssignmentPattern" || node.type === "RestElement") {
    visitPattern(walk, node, scope, false);
  } else {
    visit(walk, node, scope);
  }
}

/** A pattern: of a declaration, whose identifiers are already declared, or of an assignment. */
function visitPattern(walk: Walk, pattern: Node, scope: Scope, isDeclaration: boolean): void {
  switch (pattern.type) {
    case "AssignmentPattern":
      visitPattern(walk, pattern.left, scope, isDeclaration);
      visit(walk, pattern.right, scope, contextualName(pattern.left));
      return;
    case "ArrayPattern":
      for (const element of pattern.elements) if (element !== null) visitPattern(walk, element, scope, isDeclaration);
      return;
    case "ObjectPattern":
      for (const property of pattern.properties) {
        if (property.type === "Property" && property.computed) visit(walk, property.key, scope);
        visitPattern(walk, property.type === "Property" ? property.value : property.argument, scope, isDeclaration);
      }
      return;
    case "RestElement":
      visitPattern(walk, pattern.argument, scope, isDeclaration);
      return;
    case "TSParameterProperty":
      visitPattern(walk, pattern.parameter, scope, isDeclaration);
      return;
    default:
      if (!isDeclaration) visitTarget(walk, pattern, scope, null);
  }
}

function visitDeclarator(walk: Walk, node: ast.VariableDeclarator, scope: Scope): void {
  visitPattern(walk, node.id, scope, true);
  if (node.init === null) return;
  visit(walk, node.init, scope, contextualName(node.id));
  if (node.id.type !== "Identifier") return;
  const binding = walk.declared.get(node.id);
  const init = strip(node.init);
  if (binding === undefined || binding.kind === "var") return;
  if (init.type === "ArrowFunctionExpression" || init.type === "FunctionExpression") binding.holds = walk.functionOf.get(init) ?? null;
}

function visitBlock(walk: Walk, node: ast.BlockStatement, scope: Scope): void {
  const inner = makeScope("block", scope, scope.func, node, node.body, node.start + 1);
  declareLexical(walk, inner, node.body);
  for (const statement of node.body) visit(walk, statement, inner);
}

function visitFor(walk: Walk, node: ast.ForStatement | ast.ForInStatement | ast.ForOfStatement, scope: Scope): void {
  const inner = makeScope("for", scope, scope.func, node);
  const head = node.type === "ForStatement" ? node.init : node.left;
  if (head?.type === "VariableDeclaration") declareLexical(walk, inner, [head]);
  if (node.type === "ForStatement") {
    if (head !== null) visit(walk, head, inner);
    if (node.test !== null) visit(walk, node.test, inner);
    if (node.update !== null) visit(walk, node.update, inner);
  } else {
    if (head?.type === "VariableDeclaration") {
      visit(walk, head, inner);
      // The names exist, unset, while the right side is evaluated.
      for (const binding of inner.bindings.values()) binding.initialised = node.right.end;
    } else if (head !== null) {
      visitTarget(walk, head, inner, null);
    }
    visit(walk, node.right, inner);
  }
  visit(walk, node.body, inner);
}

function visitSwitch(walk: Walk, node: ast.SwitchStatement, scope: Scope): void {
  visit(walk, node.discriminant, scope);
  const inner = makeScope("switch", scope, scope.func, node);
  for (const { consequent } of node.cases) declareLexical(walk, inner, consequent);
  for (const { test, consequent } of node.cases) {
    if (test !== null) visit(walk, test, inner);
    for (const statement of consequent) visit(walk, statement, inner);
  }
}

function visitCall(walk: Walk, node: ast.CallExpression | ast.NewExpression, scope: Scope): void {
  visit(walk, node.callee, scope, { isCallee: true });
  const callee = strip(node.callee);
  const isInPlaceCallback =
    node.type === "CallExpression" && callee.type === "MemberExpression" && !callee.computed && arrayMethods.has((callee.property as ast.IdentifierName).name);
  for (const argument of node.arguments) visit(walk, argument, scope, { isInPlaceCallback });
}

const arrayMethods: ReadonlySet<string> = new Set([
  "map", "filter", "forEach", "reduce", "reduceRight", "some", "every", "find", "findIndex", "findLast", "findLastIndex",
  "flatMap", "sort", "toSorted",
]);

function visitObject(walk: Walk, node: ast.ObjectExpression, scope: Scope): void {
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      visit(walk, property.argument, scope);
      continue;
    }
    if (property.computed) visit(walk, property.key, scope);
    const name = keyName(property);
    const context: FunctionContext = name === null ? {} : { name };
    if (property.kind !== "init" || property.method) {
      const form: FunctionForm = property.kind === "get" ? "getter" : property.kind === "set" ? "setter" : "method";
      visit(walk, property.value, scope, { ...context, form, literal: node, key: name });
    } else {
      visit(walk, property.value, scope, context);
    }
  }
}

function visitClass(walk: Walk, node: ast.Class, scope: Scope, context: FunctionContext): void {
  if (node.declare === true) return;
  if (node.superClass !== null) visit(walk, node.superClass, scope);
  const inner = makeScope("class", scope, scope.func, node);
  if (node.type === "ClassExpression" && node.id !== null) {
    makeBinding(walk, inner, node.id, "class").initialised = node.end;
  }
  const className = node.id?.name ?? context.name ?? "class";
  const visitMember = (value: Node, name: string): void => {
    const info = createFunction(walk, { node: value, form: "initialiser", parent: scope.func, outerScope: inner, sourceName: name, name: `${className}.${name}` });
    const body = makeScope("block", inner, info, value, [], value.start);
    info.bodyScope = body;
    visit(walk, value, body, { name });
  };
  for (const member of node.body.body) {
    if (member.type === "StaticBlock") {
      const info = createFunction(walk, { node: member, form: "initialiser", parent: scope.func, outerScope: inner, sourceName: "", name: `${className}.static` });
      const body = makeScope("block", inner, info, member, member.body, member.start);
      info.bodyScope = body;
      declareVars(walk, body, member.body);
      declareLexical(walk, body, member.body);
      for (const statement of member.body) visit(walk, statement, body);
    } else if (member.type !== "TSIndexSignature") {
      if (member.computed) visit(walk, member.key, inner);
      const name = keyName(member) ?? "fn";
      if (member.type === "MethodDefinition") {
        const form: FunctionForm =
          member.kind === "constructor" ? "constructor" : member.kind === "get" ? "getter" : member.kind === "set" ? "setter" : "class-method";
        visit(walk, member.value, inner, { name, path: `${className}.${name}`, form, key: name });
      } else if ("value" in member && member.value !== null && member.type !== "TSAbstractMethodDefinition") {
        visitMember(member.value, name);
      }
    }
  }
}

function visitFunction(walk: Walk, node: FunctionNode, scope: Scope, context: FunctionContext): void {
  if (node.body === null || ("declare" in node && node.declare === true)) return;
  const info = createFunction(walk, functionShape(node, scope, context));
  if (node.type === "FunctionDeclaration") scope.declarations.push(info);
  const own = node.type === "FunctionExpression" && node.id !== null ? makeScope("self", scope, info, node) : scope;
  if (node.type === "FunctionExpression" && node.id !== null) {
    const self = makeBinding(walk, own, node.id, "self");
    self.holds = info;
    self.initialised = -1;
  }
  const params = makeScope("params", own, info, node);
  info.paramScope = params;
  const hasExpressions = node.params.some((p) => !isSimple(p));
  for (const param of node.params) {
    for (const binding of declarePattern(walk, params, param, "param")) binding.initialised = param.end;
  }
  const statements: readonly Node[] = node.body.type === "BlockStatement" ? node.body.body : [];
  const start = node.body.type === "BlockStatement" ? bodyStart(statements, node.body.start + 1) : node.body.start;
  const body = makeScope("body", params, info, node.body, statements, start);
  info.bodyScope = body;
  declareVars(walk, body, statements, hasExpressions ? null : params);
  declareLexical(walk, body, statements);
  if (node.type === "FunctionDeclaration") info.binding = node.id === null ? null : (walk.declared.get(node.id) ?? null);
  for (const param of node.params) visitPattern(walk, param, params, true);
  if (node.body.type === "BlockStatement") for (const statement of statements) visit(walk, statement, body);
  else visit(walk, node.body, body);
}

/** Whether a parameter has no default and no computed key, so that parameters and body share one scope. */
function isSimple(param: Node): boolean {
  if (param.type === "RestElement") return isSimple(param.argument);
  if (param.type === "ArrayPattern") return param.elements.every((element) => element === null || isSimple(element));
  if (param.type === "ObjectPattern") {
    return param.properties.every((p) => (p.type === "Property" ? !p.computed && isSimple(p.value) : isSimple(p.argument)));
  }
  return param.type === "Identifier";
}

function functionShape(node: FunctionNode, scope: Scope, context: FunctionContext): Parameters<typeof createFunction>[1] {
  const form: FunctionForm =
    context.form ?? (node.type === "ArrowFunctionExpression" ? "arrow" : node.type === "FunctionDeclaration" ? "declaration" : "expression");
  const sourceName = node.id?.name ?? context.name ?? "";
  return { ...context, node, form, parent: scope.func, outerScope: scope, sourceName, name: context.path ?? (sourceName === "" ? "fn" : sourceName) };
}

function visitExport(
  walk: Walk,
  node: ast.ExportNamedDeclaration | ast.ExportDefaultDeclaration | ast.ExportAllDeclaration,
  scope: Scope,
): void {
  if (node.exportKind === "type") return;
  if (node.type === "ExportAllDeclaration") {
    walk.exports.push({ exported: node.exported === null ? "*" : moduleName(node.exported), local: null });
  } else if (node.type === "ExportDefaultDeclaration") {
    const { declaration } = node;
    const name = "id" in declaration && declaration.id !== null && declaration.type !== "TSInterfaceDeclaration" ? declaration.id.name : null;
    if (!isErased(declaration)) walk.exports.push({ exported: "default", local: name });
    visit(walk, declaration, scope, { name: "default", isExportDefault: true });
  } else if (node.declaration !== null) {
    visit(walk, node.declaration, scope);
    for (const name of declaredNames(node.declaration)) walk.exports.push({ exported: name, local: name });
  } else {
    for (const { local, exported, exportKind } of node.specifiers) {
      if (exportKind !== "type") walk.exports.push({ exported: moduleName(exported), local: node.source === null ? moduleName(local) : null });
    }
  }
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
