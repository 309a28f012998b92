// while, do, for, for-of and for-in.
//
// A boxed `let` in a `for` head is a new cell in each iteration: plain in the head, a cell in the body, copied at the end of the
// body as in JavaScript.

import { constant, undef, type Operand } from "../ir/index.ts";
import { lowerUse } from "./handlers.ts";
import { iteratorCall, mayIterate, nameOf, step } from "./iterated.ts";
import { lowerIndexLoop, lowerLoop } from "./loop.ts";
import { prim, unsupported, when, type Lowering } from "./lowering.ts";
import { bindPattern, patternHint } from "./patterns.ts";
import { strip, type ast } from "./read.ts";
import type { Binding, Scope } from "./scope-model.ts";
import { enterScope, makeCell } from "./variables.ts";

export function lowerWhile(l: Lowering, node: ast.WhileStatement, labels: readonly string[]): void {
  const test = isTrue(node.test) ? null : { condition: node.test };
  lowerLoop(l, {
    node,
    labels,
    test,
    testsFirst: true,
    body: () => {
      l.statement(node.body);
    },
  });
}

export function lowerDoWhile(l: Lowering, node: ast.DoWhileStatement, labels: readonly string[]): void {
  const test = isTrue(node.test) ? null : { condition: node.test };
  lowerLoop(l, {
    node,
    labels,
    test,
    testsFirst: false,
    body: () => {
      l.statement(node.body);
    },
  });
}

function isTrue(condition: ast.Expression): boolean {
  const node = strip(condition);
  return node.type === "Literal" && (node.value === true || node.value === 1);
}

export function lowerFor(l: Lowering, node: ast.ForStatement, labels: readonly string[]): void {
  const scope = l.info.scopes.get(node);
  const fresh = scope === undefined ? [] : freshCells(scope);
  if (scope !== undefined) enterScope(l, scope);
  const restore = enterHead(l, fresh);
  if (node.init?.type === "VariableDeclaration") l.statement(node.init);
  else if (node.init !== null) l.expression(node.init);
  const test = node.test === null || isTrue(node.test) ? null : { condition: node.test };
  lowerLoop(l, {
    node,
    labels,
    test,
    testsFirst: true,
    body: () => {
      for (const binding of fresh) {
        l.plain.delete(binding);
        makeCell(l, binding, l.ssa.read(binding), node);
      }
      l.statement(node.body);
    },
    update: () => {
      for (const binding of fresh) {
        l.ssa.write(binding, prim(l, "cell-get", [l.anchors.get(binding) as Operand], node, binding.name));
        l.plain.add(binding);
      }
      if (node.update !== null) l.expression(node.update);
    },
  });
  restore();
}

/** The boxed variables of a `for` head, of which each iteration has its own. */
function freshCells(scope: Scope): readonly Binding[] {
  return [...scope.bindings.values()].filter(({ boxed, kind }) => boxed && kind !== "var");
}

function enterHead(l: Lowering, fresh: readonly Binding[]): () => void {
  for (const binding of fresh) l.plain.add(binding);
  return () => {
    for (const binding of fresh) l.plain.delete(binding);
  };
}

/** Walks the elements by index; with `xs.entries()`, `xs.keys()` or `xs.values()` in the head it walks `xs` itself. */
export function lowerForOf(l: Lowering, node: ast.ForOfStatement, labels: readonly string[]): void {
  if (mayIterate(l)) return lowerWalk(l, node, labels);
  const { over, part } = iteratedPart(node.right);
  const elements = prim(l, "iterable", [l.expression(over), ...nameOf(l, over)], node.right);
  const scope = l.info.scopes.get(node);
  lowerIndexLoop(l, {
    node,
    labels,
    count: () => prim(l, "length", [elements], node.right),
    body: (index) => {
      const element = (hint: string): Operand => prim(l, "get", [elements, index], node.left, hint);
      if (scope !== undefined) enterScope(l, scope);
      if (part === "entries") bindEntry(l, node, index, element);
      else bindHead(l, node, part === "keys" ? () => index : element);
      l.statement(node.body);
    },
  });
}

/** Iterates by the protocol of the language. */
function lowerWalk(l: Lowering, node: ast.ForOfStatement, labels: readonly string[]): void {
  const callee = iteratorCall(node.right);
  const iterated =
    callee === null
      ? [l.expression(node.right), ...nameOf(l, node.right)]
      : [l.expression(callee.object), undef, constant(callee.property.name)];
  const walk = step(l, "iterate", iterated, node.right);
  const scope = l.info.scopes.get(node);
  lowerLoop(l, {
    node,
    labels,
    test: { value: () => step(l, "more", [walk], node.right) },
    testsFirst: true,
    body: () => {
      const item = step(l, "item", [walk], node.left);
      lowerUse(l, walk, node, () => {
        if (scope !== undefined) enterScope(l, scope);
        bindHead(l, node, () => item);
        l.statement(node.body);
      });
    },
    finish: () => {
      step(l, "finish", [walk], node.right);
    },
  });
}

/** Walks the names that the object has at first; those that it has lost meanwhile are left out, as in JavaScript. */
export function lowerForIn(l: Lowering, node: ast.ForInStatement, labels: readonly string[]): void {
  const object = l.expression(node.right);
  const names = prim(l, "keys-in", [object], node.right);
  const scope = l.info.scopes.get(node);
  lowerIndexLoop(l, {
    node,
    labels,
    count: () => prim(l, "length", [names], node.right),
    body: (index) => {
      const name = prim(l, "get", [names, index], node.left);
      when(l, prim(l, "still-in", [object, name], node.left), node, () => {
        if (scope !== undefined) enterScope(l, scope);
        bindHead(l, node, () => name);
        l.statement(node.body);
      });
    },
  });
}

function iteratedPart(right: ast.Expression): { readonly over: ast.Expression; readonly part: string } {
  const callee = iteratorCall(right);
  return callee === null ? { over: right, part: "values" } : { over: callee.object, part: callee.property.name };
}

function bindHead(
  l: Lowering,
  node: ast.ForOfStatement | ast.ForInStatement,
  element: (hint: string) => Operand,
): void {
  const { left } = node;
  if (left.type !== "VariableDeclaration") {
    bindPattern(l, left, element(""));
    return;
  }
  const [declarator] = left.declarations;
  if (left.kind === "using" || left.kind === "await using" || declarator === undefined)
    return unsupported(l, left, `\`${left.kind}\` declarations`);
  bindPattern(l, declarator.id, element(patternHint(declarator.id)));
}

/** Binds `[i, x]` of entries part by part, without an array. */
function bindEntry(l: Lowering, node: ast.ForOfStatement, index: Operand, element: (hint: string) => Operand): void {
  const { left } = node;
  const pattern = left.type === "VariableDeclaration" ? left.declarations[0]?.id : left;
  if (
    pattern?.type !== "ArrayPattern" ||
    pattern.elements.length > 2 ||
    pattern.elements.some((e) => e?.type === "RestElement")
  ) {
    bindHead(l, node, (hint) => prim(l, "array", [index, element("")], node.left, hint));
    return;
  }
  const [first, second] = pattern.elements;
  if (first != null) bindPattern(l, first, index);
  if (second != null) bindPattern(l, second, element(patternHint(second)));
}
