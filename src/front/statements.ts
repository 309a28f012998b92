// Statements.

import { undef } from "../ir/index.ts";
import { requireReturnable } from "./classes.ts";
import { lowerCondition } from "./conditions.ts";
import { lowerIterated, nameOf } from "./iterated.ts";
import { lowerBreak, lowerContinue, lowerReturn, makeFrame } from "./jumps.ts";
import { lowerDoWhile, lowerFor, lowerForIn, lowerForOf, lowerWhile } from "./loops.ts";
import { enter, span, throwValue, unsupported, type Lowering } from "./lowering.ts";
import { lowerClassDeclaration } from "./made-classes.ts";
import { bindInParallel, bindPattern, patternHint } from "./patterns.ts";
import { isErased, type ast, type Node } from "./read.ts";
import type { Scope } from "./scope-model.ts";
import { lowerSwitch } from "./switch.ts";
import { lowerTry } from "./try.ts";
import { createFunctions, enterScope } from "./variables.ts";

export function lowerStatement(l: Lowering, node: Node, labels: readonly string[] = []): void {
  switch (node.type) {
    case "ExpressionStatement":
      if (node.expression.type === "AssignmentExpression") l.discards.add(node.expression.left);
      l.expression(node.expression);
      return;
    case "VariableDeclaration":
      lowerDeclaration(l, node);
      return;
    case "ReturnStatement": {
      const result = node.argument === null ? undef : l.expression(node.argument);
      requireReturnable(l, result, node);
      lowerReturn(l, result, node);
      return;
    }
    case "IfStatement":
      lowerIf(l, node);
      return;
    case "BlockStatement": {
      const scope = l.info.scopes.get(node);
      if (scope !== undefined)
        lowerLabelled(l, node, labels, () => {
          lowerStatements(l, scope, node.body);
        });
      return;
    }
    case "WhileStatement":
      lowerWhile(l, node, labels);
      return;
    case "DoWhileStatement":
      lowerDoWhile(l, node, labels);
      return;
    case "ForStatement":
      lowerFor(l, node, labels);
      return;
    case "ForOfStatement":
      lowerForOf(l, node, labels);
      return;
    case "ForInStatement":
      lowerForIn(l, node, labels);
      return;
    case "SwitchStatement":
      lowerSwitch(l, node, labels);
      return;
    case "BreakStatement":
      lowerBreak(l, node);
      return;
    case "ContinueStatement":
      lowerContinue(l, node);
      return;
    case "LabeledStatement":
      lowerLabel(l, node, labels);
      return;
    case "ThrowStatement":
      throwValue(l, l.expression(node.argument), node);
      return;
    case "TryStatement":
      lowerTry(l, node);
      return;
    case "ClassDeclaration":
      if (!node.declare) lowerClassDeclaration(l, node);
      return;
    case "EmptyStatement":
    case "DebuggerStatement":
    case "FunctionDeclaration":
      return;
    default:
      if (!isErased(node) || node.type === "TSEnumDeclaration" || node.type === "TSModuleDeclaration") {
        const [what, remedy] = refused[node.type] ?? [`\`${node.type}\``];
        unsupported(l, node, what, remedy);
      }
  }
}

/** Unsupported constructs, and what to write instead. */
const refused: { readonly [type in Node["type"]]?: readonly [what: string, remedy?: string] } = {
  TSEnumDeclaration: ["`enum` declarations", "declare it at the top level"],
  TSModuleDeclaration: ["`namespace` declarations", "declare it at the top level"],
};

/** Lowers the statements of a block or body. Function declarations are created before the statement that first needs them. */
export function lowerStatements(l: Lowering, scope: Scope, statements: readonly Node[]): void {
  enterScope(l, scope);
  for (const statement of statements) {
    if (statement.start !== scope.start) createFunctions(l, scope, statement.start);
    l.statement(statement);
  }
}

function lowerDeclaration(l: Lowering, node: ast.VariableDeclaration): void {
  if (node.declare === true) return;
  if (node.kind === "using" || node.kind === "await using")
    return unsupported(l, node, `\`${node.kind}\` declarations`);
  for (const { id, init } of node.declarations) {
    if (init !== null && id.type === "ArrayPattern" && bindInParallel(l, id, init)) continue;
    if (init !== null && id.type === "ArrayPattern") bindPattern(l, id, lowerIterated(l, init, init), nameOf(l, init));
    else if (init !== null) bindPattern(l, id, l.expression(init, patternHint(id)));
    else if (node.kind !== "var") bindPattern(l, id, undef);
  }
}

function lowerIf(l: Lowering, node: ast.IfStatement): void {
  const at = span(l, node);
  const then = l.builder.block();
  const after = l.builder.block();
  const otherwise = node.alternate === null ? after : l.builder.block();
  lowerCondition(l, node.test, then, otherwise);
  enter(l, then);
  l.statement(node.consequent);
  l.builder.jump(after, at);
  if (node.alternate !== null) {
    enter(l, otherwise);
    l.statement(node.alternate);
    l.builder.jump(after, at);
  }
  enter(l, after);
}

function lowerLabel(l: Lowering, node: ast.LabeledStatement, labels: readonly string[]): void {
  const all = [...labels, node.label.name];
  switch (node.body.type) {
    case "LabeledStatement":
    case "WhileStatement":
    case "DoWhileStatement":
    case "ForStatement":
    case "ForOfStatement":
    case "ForInStatement":
    case "SwitchStatement":
    case "BlockStatement":
      lowerStatement(l, node.body, all);
      return;
    default:
      lowerLabelled(l, node, all, () => {
        l.statement(node.body);
      });
  }
}

/** Lowers a statement that a `break` with one of these labels leaves. */
function lowerLabelled(l: Lowering, node: Node, labels: readonly string[], body: () => void): void {
  if (labels.length === 0) {
    body();
    return;
  }
  const frame = makeFrame("block", labels);
  l.frames.push(frame);
  body();
  l.frames.pop();
  if (frame.exit === null) return;
  l.builder.jump(frame.exit, span(l, node));
  enter(l, frame.exit);
}
