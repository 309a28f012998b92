// break, continue and return. Only its latch leaves a loop, so a jump out of a loop sets a flag and goes to the latch. After the
// loop the flag decides where to continue, possibly at the latch of the enclosing loop.
//
// Flags, latches and the code that reads flags are made only when a jump needs them: a loop without such jumps has none.

import { constant, unset, type OpenBlock, type Operand } from "../ir/index.ts";
import { deadBlock, enter, span, temporary, unsupported, type Frame, type Lowering, type Target } from "./lowering.ts";
import type { ast, Node } from "./read.ts";

export function makeFrame(kind: Frame["kind"], labels: readonly string[], header: OpenBlock | null = null): Frame {
  return {
    kind,
    labels,
    header,
    continueBlock: null,
    exit: null,
    again: temporary("again"),
    breaks: false,
    leaving: [],
  };
}

/** Jumps to a target; the code after it is dead. */
export function leave(l: Lowering, target: Target, node: Node): void {
  if (!l.builder.isOpen()) return;
  const at = span(l, node);
  const crossed = l.frames.findLast((frame) => frame.kind === "loop" || frame === frameOf(target));
  const loop = crossed?.kind === "loop" ? crossed : null;
  if (target.kind === "continue" && loop === target.frame) {
    l.builder.jump((loop.continueBlock ??= l.builder.block()), at);
  } else if (target.kind === "break" && crossed === target.frame && loop === null) {
    l.builder.jump((target.frame.exit ??= l.builder.block()), at);
  } else if (loop !== null) {
    if (target.kind === "break" && loop === target.frame) loop.breaks = true;
    else l.ssa.write(leavingFlag(l, loop, target), constant(true));
    l.ssa.write(loop.again, constant(false));
    l.builder.jump((loop.exit ??= l.builder.block()), at);
  } else {
    l.returns.push({ block: l.builder.current, value: l.ssa.read(l.result), span: at });
  }
  l.builder.switchTo(deadBlock(l));
}

const frameOf = (target: Target): Frame | null => (target.kind === "return" ? null : target.frame);

function leavingFlag(l: Lowering, loop: Frame, target: Target): ReturnType<typeof temporary> {
  const same = loop.leaving.find(
    ({ target: other }) => other.kind === target.kind && frameOf(other) === frameOf(target),
  );
  if (same !== undefined) return same.flag;
  const flag = temporary(target.kind === "return" ? "returns" : target.kind === "break" ? "breaks" : "continues");
  loop.leaving.push({ target, flag });
  // Nothing has read the flag yet, so its value at the start of the loop can still be set.
  const header = loop.header as OpenBlock;
  l.ssa.write(flag, constant(false), header);
  if (target.kind === "return" && l.builder.current !== header) l.ssa.write(l.result, unset, header);
  return flag;
}

/** After a loop: continues where the loop's jumps lead. `mayEnd` tells whether the loop can also end without a jump. */
export function dispatch(l: Lowering, loop: Frame, mayEnd: boolean, node: Node): void {
  loop.leaving.forEach(({ target, flag }, index) => {
    const isLast = !mayEnd && index === loop.leaving.length - 1;
    const condition = l.ssa.read(flag);
    if (isLast || isAlways(condition)) return leave(l, target, node);
    const then = l.builder.block();
    const after = l.builder.block();
    l.builder.branch(condition, then, after, span(l, node));
    enter(l, then);
    leave(l, target, node);
    enter(l, after);
    if (target.kind === "return") l.ssa.write(l.result, unset);
  });
}

const isAlways = (operand: Operand): boolean => operand.kind === "const" && operand.value === true;

export function lowerBreak(l: Lowering, node: ast.BreakStatement): void {
  const frame =
    node.label === null
      ? l.frames.findLast(({ kind, labels }) => kind === "loop" || labels.includes(switchLabel))
      : labelled(l, node.label.name);
  if (frame === undefined) return unsupported(l, node, "`break` outside of a loop");
  leave(l, { kind: "break", frame }, node);
}

export function lowerContinue(l: Lowering, node: ast.ContinueStatement): void {
  const frame = node.label === null ? l.frames.findLast(({ kind }) => kind === "loop") : labelled(l, node.label.name);
  if (frame === undefined) return unsupported(l, node, "`continue` outside of a loop");
  leave(l, { kind: "continue", frame }, node);
}

/** The label of a `switch` frame, the target of a `break` without label. */
export const switchLabel = "switch statement";

const labelled = (l: Lowering, name: string): Frame | undefined =>
  l.frames.findLast(({ labels }) => labels.includes(name));

export function lowerReturn(l: Lowering, operand: Operand, node: Node): void {
  l.ssa.write(l.result, operand);
  leave(l, { kind: "return" }, node);
}
