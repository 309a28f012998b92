// Lowers loops to canonical form: one header, one latch, and only the latch leaves.
//
//     while (c) b   →   if (c) do b while (c)
//
// The condition is lowered twice (and `for` likewise, with its update before the second).

import { constant, type OpenBlock, type Operand } from "../ir/index.ts";
import { lowerCondition } from "./conditions.ts";
import { dispatch, makeFrame } from "./jumps.ts";
import { enter, prim, span, temporary, type Frame, type Lowering } from "./lowering.ts";
import { strip, type ast, type Node } from "./read.ts";

export interface LoopParts {
  readonly node: Node;
  readonly labels: readonly string[];
  /** Null if there is no condition. */
  readonly test: LoopTest | null;
  /** Whether the condition is tested before the first iteration too. */
  readonly testsFirst: boolean;
  readonly body: () => void;
  /** Runs after the body, before the condition. */
  readonly update?: () => void;
  /** Runs after a loop that may have been left early. */
  readonly finish?: () => void;
}

export type LoopTest = { readonly condition: ast.Expression } | { readonly value: () => Operand };

export function lowerLoop(l: Lowering, { node, labels, test, testsFirst, body, update, finish }: LoopParts): void {
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
  close(l, frame, again, { header, after, node, finish });
}

/** Writes the latch, and the start of what follows the loop. */
function close(
  l: Lowering,
  frame: Frame,
  again: Operand,
  {
    header,
    after,
    node,
    finish,
  }: Record<"header" | "after", OpenBlock> & { readonly node: Node; readonly finish: (() => void) | undefined },
): void {
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
  finish?.();
  dispatch(l, frame, frame.breaks || (goesRound && !isEndless), node);
  l.builder.jump(after, at);
  enter(l, after);
}

function guard(l: Lowering, test: LoopTest, header: OpenBlock, after: OpenBlock, node: Node): void {
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

/** Whether a condition leads to each of its targets by one edge. */
function isSimple(condition: ast.Expression): boolean {
  const node = strip(condition);
  if (node.type === "UnaryExpression" && node.operator === "!") return isSimple(node.argument);
  return node.type !== "LogicalExpression" || node.operator === "??";
}

const valueOf = (l: Lowering, test: LoopTest): Operand =>
  "value" in test ? test.value() : l.expression(test.condition);

/** An index loop over `count()` elements; the count is evaluated in each iteration. */
export function lowerIndexLoop(
  l: Lowering,
  {
    node,
    labels = [],
    count,
    start = constant(0),
    body,
  }: {
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
    body: () => {
      body(l.ssa.read(index));
    },
    update: () => {
      l.ssa.write(index, prim(l, "add", [l.ssa.read(index), constant(1)], node, "at"));
    },
  });
}
