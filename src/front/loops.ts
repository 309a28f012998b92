// Loops in canonical form: one header, one latch, and only the latch leaves.
//
//     while (c) b   →   if (c) do b while (c)
//
// The condition is lowered twice (and `for` likewise, with its update before the second). A `let` of a `for` head that
// is boxed is a fresh cell in each iteration: plain in the head, a cell in the body, copied at the end of the body as
// JavaScript does.

import { constant, type Operand } from "../ir/index.ts";
import { lowerCondition } from "./conditions.ts";
import { dispatch, makeFrame } from "./jumps.ts";
import { enter, prim, span, temporary, unsupported, type Frame, type Lowering } from "./lowering.ts";
import { bindPattern } from "./patterns.ts";
import { strip, type ast, type Node } from "./read.ts";
import type { Binding, Scope } from "./scope-model.ts";
import { enterScope, makeCell } from "./variables.ts";

export interface LoopParts {
  readonly node: Node;
  readonly labels: readonly string[];
  /** Null: no condition. */
  readonly test: LoopTest | null;
  /** Whether the condition is tested before the first iteration too. */
  readonly testsFirst: boolean;
  readonly body: () => void;
  /** What follows the body, before the condition. */
  readonly update?: () => void;
}

export type LoopTest = { readonly condition: ast.Expression } | { readonly value: () => Operand };

export function lowerLoop(l: Lowering, { node, labels, test, testsFirst, body, update }: LoopParts): void {
  const at = span(l, node);
  const header = l.builder.block();
  const after = l.builder.block();
  if (test !== null && testsFirst) guard(l, test, header, after, node);
  else l.builder.jump(header, at);
  const frame = makeFrame("loop", labels, header);
  l.builder.switchTo(header);
  l.frames.push(frame);
  body();
  if (frame.continueBlock !== null) {
    l.builder.jump(frame.continueBlock, at);
    enter(l, frame.continueBlock);
  }
  update?.();
  const again = test === null ? constant(true) : valueOf(l, test);
  close(l, frame, again, header, after, node);
}

/** The latch, and what follows the loop. */
function close(l: Lowering, frame: Frame, again: Operand, header: Frame["header"] & object, after: typeof header, node: Node): void {
  const at = span(l, node);
  const isEndless = again.kind === "const" && again.value === true;
  const goesRound = l.builder.isOpen();
  const { exit } = frame;
  if (exit === null) {
    if (isEndless) l.builder.jump(header, at);
    else l.builder.branch(again, header, after, at);
    l.frames.pop();
    l.ssa.seal(header);
    enter(l, after);
    return;
  }
  l.ssa.write(frame.again, again);
  l.builder.jump(exit, at);
  enter(l, exit);
  const behind = l.builder.block();
  const condition = goesRound ? l.ssa.read(frame.again) : constant(false);
  if (goesRound) l.builder.branch(condition, header, behind, at);
  else l.builder.jump(behind, at);
  l.ssa.seal(header);
  l.frames.pop();
  enter(l, behind);
  dispatch(l, frame, frame.breaks || (goesRound && !isEndless), node);
  l.builder.jump(after, at);
  enter(l, after);
}

function guard(l: Lowering, test: LoopTest, header: Frame["header"] & object, after: typeof header, node: Node): void {
  if ("value" in test) {
    l.builder.branch(test.value(), header, after, span(l, node));
    return;
  }
  if (isSimple(test.condition)) {
    lowerCondition(l, test.condition, header, after);
    return;
  }
  const before = l.builder.block();
  lowerCondition(l, test.condition, before, after);
  enter(l, before);
  l.builder.jump(header, span(l, node));
}

/** Whether a condition leads to its targets by one edge each. */
function isSimple(condition: ast.Expression): boolean {
  const node = strip(condition);
  return node.type !== "LogicalExpression" && node.type !== "ConditionalExpression" && !(node.type === "UnaryExpression" && node.operator === "!" && !isSimple(node.argument));
}

const valueOf = (l: Lowering, test: LoopTest): Operand => ("value" in test ? test.value() : l.expression(test.condition));

export function lowerWhile(l: Lowering, node: ast.WhileStatement, labels: readonly string[]): void {
  const test = isTrue(node.test) ? null : { condition: node.test };
  lowerLoop(l, { node, labels, test, testsFirst: true, body: () => { l.statement(node.body); } });
}

export function lowerDoWhile(l: Lowering, node: ast.DoWhileStatement, labels: readonly string[]): void {
  const test = isTrue(node.test) ? null : { condition: node.test };
  lowerLoop(l, { node, labels, test, testsFirst: false, body: () => { l.statement(node.body); } });
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

/** The boxed variables of a `for` head, each iteration's being another. */
function freshCells(scope: Scope): readonly Binding[] {
  return [...scope.bindings.values()].filter(({ boxed, kind }) => boxed && kind !== "var");
}

function enterHead(l: Lowering, fresh: readonly Binding[]): () => void {
  for (const binding of fresh) l.plain.add(binding);
  return () => {
    for (const binding of fresh) l.plain.delete(binding);
  };
}

/** An index loop over `count()` elements, which is evaluated in each iteration. */
export function lowerIndexLoop(
  l: Lowering,
  { node, labels = [], count, start = constant(0), body }: {
    readonly node: Node;
    readonly labels?: readonly string[];
    readonly count: () => Operand;
    readonly start?: Operand;
    readonly body: (index: Operand) => void;
  },
): void {
  const index = temporary("at");
  l.ssa.write(index, start);
  lowerLoop(l, {
    node,
    labels,
    test: { value: () => prim(l, "lt", [l.ssa.read(index), count()], node) },
    testsFirst: true,
    body: () => { body(l.ssa.read(index)); },
    update: () => { l.ssa.write(index, prim(l, "add", [l.ssa.read(index), constant(1)], node, "at")); },
  });
}

/** Walks the elements by index; `xs.entries()`, `xs.keys()` and `xs.values()` in the head walk `xs` itself. */
export function lowerForOf(l: Lowering, node: ast.ForOfStatement, labels: readonly string[]): void {
  if (node.await) unsupported(l, node, "`for await`");
  const { over, part } = iteratedPart(node.right);
  const elements = prim(l, "iterable", [l.expression(over)], node.right);
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

function iteratedPart(right: ast.Expression): { readonly over: ast.Expression; readonly part: string } {
  const node = strip(right);
  if (node.type !== "CallExpression" || node.arguments.length > 0 || node.optional) return { over: right, part: "values" };
  const callee = strip(node.callee);
  if (callee.type !== "MemberExpression" || callee.computed || callee.optional) return { over: right, part: "values" };
  const { name } = callee.property;
  return name === "entries" || name === "keys" || name === "values" ? { over: callee.object, part: name } : { over: right, part: "values" };
}

function bindHead(l: Lowering, node: ast.ForOfStatement, element: (hint: string) => Operand): void {
  const { left } = node;
  if (left.type !== "VariableDeclaration") {
    bindPattern(l, left, element(""), "assign");
    return;
  }
  const [declarator] = left.declarations;
  if (left.kind === "using" || left.kind === "await using" || declarator === undefined) return unsupported(l, left, `\`${left.kind}\` declarations`);
  const hint = declarator.id.type === "Identifier" ? declarator.id.name : "";
  bindPattern(l, declarator.id, element(hint), left.kind === "var" ? "assign" : "initialise");
}

/** `[i, x]` of entries is bound part by part, without an array. */
function bindEntry(l: Lowering, node: ast.ForOfStatement, index: Operand, element: (hint: string) => Operand): void {
  const { left } = node;
  const pattern = left.type === "VariableDeclaration" ? left.declarations[0]?.id : left;
  const mode = left.type === "VariableDeclaration" && left.kind !== "var" ? "initialise" : "assign";
  if (pattern?.type !== "ArrayPattern" || pattern.elements.length > 2 || pattern.elements.some((e) => e?.type === "RestElement")) {
    bindHead(l, node, (hint) => prim(l, "array", [index, element("")], node.left, hint));
    return;
  }
  const [first, second] = pattern.elements;
  if (first != null) bindPattern(l, first, index, mode);
  if (second != null) bindPattern(l, second, element(second.type === "Identifier" ? second.name : ""), mode);
}
