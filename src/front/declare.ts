// Declarations: the bindings that statements and patterns make in a scope.

import type { ast, Node } from "./read.ts";
import type { Binding, BindingKind, FunctionInfo, Scope } from "./scope-model.ts";

interface Tables {
  readonly declared: Map<Node, Binding>;
}

export function makeBinding(tables: Tables, scope: Scope, id: ast.BindingIdentifier, kind: BindingKind): Binding {
  const binding: Binding = {
    name: id.name,
    kind,
    scope,
    at: id.start,
    initialised: id.end,
    patternEnd: id.end,
    references: [],
    writes: 0,
    initialisers: 0,
    initialisedOnce: false,
    holds: null,
    imported: id.name,
    exportedBy: "",
    captured: false,
    boxed: false,
    mayBeUnset: false,
    isNumber: false,
    values: [],
  };
  scope.bindings.set(id.name, binding);
  scope.func.bindings.push(binding);
  tables.declared.set(id, binding);
  return binding;
}

/** Declares `arguments` in the function that a reference means, unless a variable is called so. */
export function declareArguments(tables: Tables, scope: Scope): void {
  let owner: FunctionInfo | null = scope.func;
  while (owner?.form === "arrow") owner = owner.parent;
  const params = owner?.paramScope ?? null;
  if (owner === null || params === null) return;
  for (let s: Scope | null = scope; s !== null && s !== params.parent; s = s.parent)
    if (s.bindings.has("arguments")) return;
  const id = { ...owner.node, end: owner.node.start, type: "Identifier", name: "arguments" };
  owner.arguments = id as unknown as ast.BindingIdentifier;
  makeBinding(tables, params, owner.arguments, "param");
}

/** Declares the identifiers of a pattern. */
export function declarePattern(tables: Tables, scope: Scope, pattern: Node, kind: BindingKind): readonly Binding[] {
  return identifiersOf(pattern)
    .filter((id) => id.name !== "this" || kind !== "param")
    .map((id) => makeBinding(tables, scope, id, kind));
}

function identifiersOf(pattern: Node): readonly ast.BindingIdentifier[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern];
    case "AssignmentPattern":
      return identifiersOf(pattern.left);
    case "RestElement":
      return identifiersOf(pattern.argument);
    case "TSParameterProperty":
      return identifiersOf(pattern.parameter);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : identifiersOf(element)));
    case "ObjectPattern":
      return pattern.properties.flatMap((p) => identifiersOf(p.type === "Property" ? p.value : p.argument));
    default:
      return [];
  }
}

/** Declares the block-scoped names of a block's statements: let, const, functions, classes, enums. */
export function declareLexical(tables: Tables, scope: Scope, statements: readonly Node[]): void {
  for (const statement of statements) {
    const node = declarationOf(statement);
    if ("declare" in node && node.declare) continue;
    if (node.type === "VariableDeclaration") {
      if (node.kind !== "var") declareVariables(tables, scope, node);
    } else if (node.type === "FunctionDeclaration") {
      if (node.id !== null && node.body !== null) declareFunction(tables, scope, node.id);
    } else if (isClassLike(node)) {
      declareNamed(tables, scope, node);
    }
  }
}

/** A namespace may add to what has the same name already. */
function declareNamed(tables: Tables, scope: Scope, node: ClassLike): void {
  let id: Node | null = node.id;
  while (id?.type === "TSQualifiedName") id = id.left;
  if (id?.type !== "Identifier") return;
  if (node.type === "TSModuleDeclaration" && scope.bindings.has(id.name)) return;
  // Unlike its name within, the variable of a class may be assigned.
  makeBinding(tables, scope, id, isClass(node) ? "let" : "class").initialised = node.end;
}

const isClass = ({ type }: Node): boolean => type === "ClassDeclaration" || type === "ClassExpression";

type ClassLike = Extract<
  Node,
  { type: "ClassDeclaration" | "TSEnumDeclaration" | "TSImportEqualsDeclaration" | "TSModuleDeclaration" }
>;

/** Whether a node declares a name that is set at that place, and is not compiled itself. */
function isClassLike(node: Node): node is ClassLike {
  const { type } = node;
  return (
    type === "ClassDeclaration" ||
    type === "TSEnumDeclaration" ||
    type === "TSImportEqualsDeclaration" ||
    type === "TSModuleDeclaration"
  );
}

/** What a `var` or a function declared before with the same name names, too; a `var` is assigned the function at the start. */
function declareFunction(tables: Tables, scope: Scope, id: ast.BindingIdentifier): void {
  const shared = scope.bindings.get(id.name);
  if (shared?.kind === "var" || shared?.kind === "function") {
    if (shared.kind === "var") shared.writes++;
    tables.declared.set(id, shared);
  } else {
    makeBinding(tables, scope, id, "function").initialised = -1;
  }
}

function declarationOf(statement: Node): Node {
  if (statement.type === "ExportNamedDeclaration") return statement.declaration ?? statement;
  return statement.type === "ExportDefaultDeclaration" ? statement.declaration : statement;
}

function declareVariables(tables: Tables, scope: Scope, node: ast.VariableDeclaration): void {
  for (const declarator of node.declarations) {
    for (const binding of declarePattern(tables, scope, declarator.id, node.kind === "let" ? "let" : "const")) {
      binding.initialised = declarator.end;
      binding.patternEnd = declarator.id.end;
      binding.values.push(declarator.id.type === "Identifier" ? declarator.init : null);
    }
  }
}

/** Declares the `var`s below some statements, except in nested functions. A `var` with a parameter's name is the parameter. */
export function declareVars(
  tables: Tables,
  scope: Scope,
  statements: readonly Node[],
  params: Scope | null = null,
): void {
  const declare = (node: ast.VariableDeclaration, isDirect: boolean): void => {
    for (const declarator of node.declarations) {
      for (const id of identifiersOf(declarator.id)) {
        const shared = params?.bindings.get(id.name);
        const binding = shared ?? scope.bindings.get(id.name) ?? makeBinding(tables, scope, id, "var");
        tables.declared.set(id, binding);
        if (declarator.init === null && isDirect) continue;
        if (shared !== undefined) shared.writes++;
        binding.initialisers++;
        binding.initialisedOnce = isDirect;
        binding.initialised = declarator.end;
        binding.values.push(declarator.id.type === "Identifier" ? declarator.init : null);
      }
    }
  };
  const search = (node: Node, isDirect: boolean): void => {
    switch (node.type) {
      case "VariableDeclaration":
        if (node.kind === "var" && !node.declare) declare(node, isDirect);
        break;
      case "ExportNamedDeclaration":
        if (node.declaration !== null) search(node.declaration, isDirect);
        break;
      case "BlockStatement":
        for (const statement of node.body) search(statement, false);
        break;
      case "IfStatement":
        search(node.consequent, false);
        if (node.alternate !== null) search(node.alternate, false);
        break;
      case "ForStatement":
        if (node.init !== null) search(node.init, false);
        search(node.body, false);
        break;
      case "ForInStatement":
      case "ForOfStatement":
        search(node.left, false);
        search(node.body, false);
        break;
      case "WhileStatement":
      case "DoWhileStatement":
      case "LabeledStatement":
      case "WithStatement":
        search(node.body, false);
        break;
      case "SwitchStatement":
        for (const { consequent } of node.cases) for (const statement of consequent) search(statement, false);
        break;
      case "TryStatement":
        search(node.block, false);
        if (node.handler !== null) search(node.handler.body, false);
        if (node.finalizer !== null) search(node.finalizer, false);
        break;
      default:
    }
  };
  for (const statement of statements) search(statement, true);
}

/** Declares the imports of a module. An import from the intrinsics is not a value but a primitive. */
export function declareImports(tables: Tables, scope: Scope, statements: readonly Node[]): void {
  for (const node of statements) {
    if (node.type !== "ImportDeclaration" || node.importKind === "type") continue;
    const isIntrinsic = /(?:^|\/)host\/intrinsics\.[jt]s$/.test(node.source.value);
    for (const specifier of node.specifiers) {
      if (specifier.type === "ImportSpecifier" && specifier.importKind === "type") continue;
      const kind = isIntrinsic ? "intrinsic" : specifier.type === "ImportNamespaceSpecifier" ? "namespace" : "import";
      const binding = makeBinding(tables, scope, specifier.local, kind);
      binding.initialised = -1;
      if (specifier.type === "ImportSpecifier")
        binding.imported = "name" in specifier.imported ? specifier.imported.name : specifier.imported.value;
    }
  }
}

/** Notes an assignment outside of declarations. */
export function noteAssigned(binding: Binding | null, given: ast.Expression | "number" | null): void {
  if (binding === null) return;
  binding.writes++;
  binding.values.push(given);
}
