// Scope analysis: finds the binding of every identifier, and the tree of functions.
//
// There is one walk. On entry to a scope its declarations are made first (JavaScript hoists them), so references resolve at once.
// Types are skipped. captures.ts then decides captures and boxes. Expressions that are nested too deeply wait until the walk is
// back at the top, so the depth of the text does not become depth of the JavaScript stack.

import { declareImports, declareLexical, declarePattern, declareVars } from "./declare.ts";
import { exportedNames, type ExportNode } from "./exports.ts";
import { contextualName, createFunction, keyName, memberKey, type FunctionContext } from "./function-names.ts";
import { eachChild, isErased, strip, strippedExpression, type ast, type Node, type Source } from "./read.ts";
import { referHome, visitClass, visitFunction } from "./scope-functions.ts";
import { declareGiven, noSloppyNames, noteEval, refuseSloppy, saysStrict, visitWith } from "./sloppy.ts";
import { visitNamespace } from "./scope-namespaces.ts";
import type { Analysis, FunctionForm, FunctionInfo, Scope } from "./scope-model.ts";
import { bodyStart, inLoop, makeScope, refer, visitPattern, visitTarget, type Walk } from "./scope-walk.ts";

export function analyseScopes(source: Source): Analysis {
  const { program } = source;
  const walk: Walk = {
    source,
    functions: [],
    references: new Map(),
    declared: new Map(),
    functionOf: new Map(),
    rules: [],
    exports: [],
    names: new Set(["module"]),
    waiting: [],
    depth: 0,
    loops: 0,
    sloppy: noSloppyNames(),
    visit: (node, scope, context = {}) => {
      visit(walk, node, scope, context);
    },
  };
  const module = createFunction(walk, {
    node: program,
    form: "module",
    parent: null,
    outerScope: null,
    sourceName: "",
    name: "module",
  });
  module.isStrict = source.isStrict || saysStrict(program.body);
  const scope = makeScope(
    walk,
    "module",
    null,
    module,
    program,
    program.body,
    bodyStart(program.body, program.hashbang?.end ?? 0),
  );
  module.bodyScope = scope;
  declareGiven(walk, scope);
  declareImports(walk, scope, program.body);
  declareVars(walk, scope, program.body);
  declareLexical(walk, scope, program.body);
  for (const statement of program.body) visit(walk, statement, scope);
  // The loop adds further visits to the list that it walks.
  for (const visitLater of walk.waiting) visitLater();
  const functions = walk.waiting.length > 0 ? outerFirst(module) : walk.functions;
  refuseSloppy(walk, { ...walk, functions });
  return { ...walk, functions, module };
}

/** Functions in the order of the text; the initialisers of fields come after the constructor that runs them. */
function outerFirst(info: FunctionInfo): readonly FunctionInfo[] {
  const inner = [...info.children].sort((a, b) => a.node.start - b.node.start);
  return [info, ...inner.flatMap(outerFirst)];
}

const deepest = 200;

/** Kinds of expressions that nest in one another; when a visit returns, nobody needs what it found inside them. */
const nesting: ReadonlySet<Node["type"]> = new Set<Node["type"]>([
  "ArrayExpression",
  "BinaryExpression",
  "CallExpression",
  "ConditionalExpression",
  "LogicalExpression",
  "MemberExpression",
  "ObjectExpression",
  "SequenceExpression",
  "TemplateLiteral",
  "UnaryExpression",
]);

function visit(walk: Walk, node: Node, scope: Scope, context: FunctionContext = {}): void {
  if (walk.depth >= deepest && nesting.has(node.type)) {
    const { loops } = walk;
    walk.waiting.push(() => {
      walk.loops = loops;
      visit(walk, node, scope, context);
    });
    return;
  }
  walk.depth++;
  visitNode(walk, node, scope, context);
  walk.depth--;
}

function visitNode(walk: Walk, node: Node, scope: Scope, context: FunctionContext): void {
  switch (node.type) {
    case "Identifier":
      refer(walk, node as ast.IdentifierReference, scope, context);
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
      inLoop(walk, () => {
        visitFor(walk, node, scope);
      });
      return;
    case "WhileStatement":
    case "DoWhileStatement":
      inLoop(walk, () => {
        visitParts(walk, node, scope);
      });
      return;
    case "SwitchStatement":
      visitSwitch(walk, node, scope);
      return;
    case "CatchClause": {
      const inner = makeScope(walk, "catch", scope, scope.func, node);
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
    case "UnaryExpression":
      visit(walk, node.argument, scope, { isTypeof: node.operator === "typeof" });
      return;
    case "MemberExpression":
      visit(walk, node.object, scope);
      if (node.computed) visit(walk, node.property, scope);
      if (node.property.type === "PrivateIdentifier") referHome(walk, node.property, scope);
      return;
    case "PrivateIdentifier":
      referHome(walk, node, scope);
      return;
    case "CallExpression":
    case "NewExpression":
      visitCall(walk, node, scope);
      return;
    case "ObjectExpression":
      visitObject(walk, node, scope);
      return;
    case "MetaProperty":
    case "ThisExpression":
      // `new.target` is found by the object that is made.
      for (let f: FunctionInfo | null = scope.func; f !== null; f = f.form === "arrow" ? f.parent : null)
        f.usesThis = true;
      return;
    case "Super":
      scope.func.usesThis = true;
      referHome(walk, node, scope);
      return;
    case "TSModuleDeclaration":
      if (node.kind !== "global") visitNamespace(walk, node, scope);
      return;
    case "LabeledStatement":
      visit(walk, node.body, scope);
      return;
    case "WithStatement":
      visitWith(walk, node, scope);
      return;
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
    case "ExportAllDeclaration":
      visitExport(walk, node, scope);
      return;
    case "ImportDeclaration":
    case "BreakStatement":
    case "ContinueStatement":
    case "TSEnumDeclaration":
    case "TSImportEqualsDeclaration":
      return;
    default: {
      const inner = strippedExpression(node);
      if (inner !== null) visit(walk, inner, scope, context);
      else if (!isErased(node)) visitParts(walk, node, scope);
    }
  }
}

function visitParts(walk: Walk, node: Node, scope: Scope): void {
  eachChild(node, (child) => {
    visit(walk, child, scope);
  });
}

function visitDeclarator(walk: Walk, node: ast.VariableDeclarator, scope: Scope): void {
  visitPattern(walk, node.id, scope, true);
  if (node.init === null) return;
  visit(walk, node.init, scope, contextualName(node.id));
  if (node.id.type !== "Identifier") return;
  const binding = walk.declared.get(node.id);
  const init = strip(node.init);
  if (binding === undefined || binding.kind === "var") return;
  if (init.type === "ArrowFunctionExpression" || init.type === "FunctionExpression")
    binding.holds = walk.functionOf.get(init) ?? null;
}

function visitBlock(walk: Walk, node: ast.BlockStatement, scope: Scope): void {
  const inner = makeScope(walk, "block", scope, scope.func, node, node.body, node.start + 1);
  declareLexical(walk, inner, node.body);
  for (const statement of node.body) visit(walk, statement, inner);
}

function visitFor(walk: Walk, node: ast.ForStatement | ast.ForInStatement | ast.ForOfStatement, scope: Scope): void {
  const inner = makeScope(walk, "for", scope, scope.func, node);
  const head = node.type === "ForStatement" ? node.init : node.left;
  if (head?.type === "VariableDeclaration") declareLexical(walk, inner, [head]);
  if (node.type === "ForStatement") {
    if (head !== null) visit(walk, head, inner);
    if (node.test !== null) visit(walk, node.test, inner);
    if (node.update !== null) visit(walk, node.update, inner);
  } else {
    if (head?.type === "VariableDeclaration") {
      visit(walk, head, inner);
      // The names exist, but are unset, while the right side is evaluated.
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
  const inner = makeScope(walk, "switch", scope, scope.func, node);
  for (const { consequent } of node.cases) declareLexical(walk, inner, consequent);
  for (const { test, consequent } of node.cases) {
    if (test !== null) visit(walk, test, inner);
    for (const statement of consequent) visit(walk, statement, inner);
  }
}

function visitCall(walk: Walk, node: ast.CallExpression | ast.NewExpression, scope: Scope): void {
  visit(walk, node.callee, scope, { isCallee: true });
  const callee = strip(node.callee);
  noteEval(walk, callee, scope);
  for (const argument of node.arguments) visit(walk, argument, scope);
  const binding = walk.references.get(callee)?.binding;
  const [first, second] = node.arguments;
  if (binding?.kind === "intrinsic" && binding.imported === "rule" && first !== undefined && second !== undefined) {
    walk.rules.push(node.arguments.map((argument) => strip(argument as ast.Expression)));
  }
}

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
      visit(walk, property.value, scope, { ...context, form, literal: node, key: memberKey(property) });
    } else {
      visit(walk, property.value, scope, context);
    }
  }
}

function visitExport(walk: Walk, node: ExportNode, scope: Scope): void {
  if (node.exportKind === "type") return;
  walk.exports.push(...exportedNames(node));
  if (node.type === "ExportDefaultDeclaration")
    visit(walk, node.declaration, scope, { name: "default", isExportDefault: true });
  else if (node.type === "ExportNamedDeclaration" && node.declaration !== null) visit(walk, node.declaration, scope);
}
