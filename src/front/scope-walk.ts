// The state of the scope analysis, and what its parts share: scopes, references, patterns.

import { declareArguments, noteAssigned } from "./declare.ts";
import { contextualName, type FunctionContext } from "./function-names.ts";
import { strip, type ast, type Node, type Source } from "./read.ts";
import type { Binding, ExportedName, FunctionInfo, Reference, Scope, ScopeKind, SloppyNames } from "./scope-model.ts";

/** The state of the walk. */
export interface Walk {
  readonly source: Source;
  readonly functions: FunctionInfo[];
  readonly references: Map<Node, Reference>;
  readonly declared: Map<Node, Binding>;
  readonly functionOf: Map<Node, FunctionInfo>;
  readonly rules: (readonly Node[])[];
  readonly exports: ExportedName[];
  readonly names: Set<string>;
  /** Visits of expressions that are nested too deeply to be visited immediately. */
  readonly waiting: (() => void)[];
  /** The depth of the node being visited. */
  depth: number;
  /** How many loops of the module's top level enclose the present node. */
  loops: number;
  /** What sloppy code declares in ways of its own. */
  readonly sloppy: SloppyNames;
  /** Visits a node of any kind, in a scope. */
  readonly visit: (node: Node, scope: Scope, context?: FunctionContext) => void;
}

/** Visits the parts of a loop. */
export function inLoop(walk: Walk, visit: () => void): void {
  walk.loops++;
  visit();
  walk.loops--;
}

/** Whether code at the present place in a function runs once for each module. */
export const isRunOnce = ({ loops }: Walk, func: FunctionInfo): boolean => func.form === "module" && loops === 0;

export function makeScope(
  walk: Walk,
  kind: ScopeKind,
  parent: Scope | null,
  func: FunctionInfo,
  node: Node,
  statements: readonly Node[] = [],
  start: number = node.start,
): Scope {
  const scope: Scope = {
    kind,
    parent,
    func,
    isOnce: isRunOnce(walk, func),
    bindings: new Map(),
    node,
    start,
    statements,
    declarations: [],
  };
  if (kind !== "self" && kind !== "params" && kind !== "body") func.scopes.set(node, scope);
  return scope;
}

/** The offset where statements may be inserted: after directives. */
export function bodyStart(statements: readonly Node[], start: number): number {
  let end = start;
  for (const statement of statements) {
    if (
      statement.type !== "ExpressionStatement" ||
      !("directive" in statement) ||
      typeof statement.directive !== "string"
    )
      break;
    ({ end } = statement);
  }
  return end;
}

export function refer(
  walk: Walk,
  node: ast.IdentifierReference,
  scope: Scope,
  { isCallee = false, isTypeof = false }: FunctionContext,
  /** Where it stands in the tree, if that is another node. */
  place: Node = node,
): Reference {
  if (node.name === "arguments") declareArguments(walk, scope);
  const binding = lookUp(node.name, scope);
  const reference: Reference = {
    node,
    name: node.name,
    binding,
    scope,
    func: scope.func,
    isCallee,
    isTypeof,
    inHead: false,
  };
  walk.references.set(place, reference);
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

/** Visits the left side of an assignment: its identifiers are written. `given` is what a plain identifier gets. */
export function visitTarget(walk: Walk, target: Node, scope: Scope, given: ast.Expression | "number" | null): void {
  const node = strip(target as ast.Expression) as Node;
  if (node.type === "Identifier") {
    noteAssigned(refer(walk, node as ast.IdentifierReference, scope, {}).binding, given);
  } else if (
    node.type === "ObjectPattern" ||
    node.type === "ArrayPattern" ||
    node.type === "AssignmentPattern" ||
    node.type === "RestElement"
  ) {
    visitPattern(walk, node, scope, false);
  } else {
    walk.visit(node, scope);
  }
}

/** Visits a pattern: of a declaration, whose identifiers are already declared, or of an assignment. */
export function visitPattern(walk: Walk, pattern: Node, scope: Scope, isDeclaration: boolean): void {
  switch (pattern.type) {
    case "AssignmentPattern":
      visitPattern(walk, pattern.left, scope, isDeclaration);
      walk.visit(pattern.right, scope, contextualName(pattern.left));
      return;
    case "ArrayPattern":
      for (const element of pattern.elements) if (element !== null) visitPattern(walk, element, scope, isDeclaration);
      return;
    case "ObjectPattern":
      for (const property of pattern.properties) {
        if (property.type === "Property" && property.computed) walk.visit(property.key, scope);
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
