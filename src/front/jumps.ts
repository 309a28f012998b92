// break, continue, return and throw. Only its latch leaves a loop, so a jump out of a loop sets a flag and goes to the latch.
// After the loop the flag decides where to continue, possibly at the latch of the enclosing loop. Likewise, a jump out of a `try`
// statement with `finally` goes to that block, and a flag decides after it.
//
// Flags, latches and the code that reads flags are made only when a jump needs them: a loop without such jumps has none.

import { constant, unset, type OpenBlock, type Operand } from "../ir/index.ts";
import {
  deadBlock,
  enter,
  placed,
  temporary,
  impossible,
  type Frame,
  type Lowering,
  type Place,
  type Target,
} from "./lowering.ts";
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
export function leave(l: Lowering, target: Target, place: Place): void {
  if (!l.builder.isOpen()) return;
  const at = placed(l, place);
  const crossed = crossedFirst(l, target);
  if (target.kind === "continue" && crossed === target.frame) {
    l.builder.jump((crossed.continueBlock ??= l.builder.block()), at);
  } else if (crossed !== undefined) {
    if (crossed.kind === "loop" && target.kind === "break" && crossed === target.frame) crossed.breaks = true;
    else if (crossed.kind === "loop" || crossed.kind === "finally")
      l.ssa.write(leavingFlag(l, crossed, target), constant(true));
    if (crossed.kind === "loop") l.ssa.write(crossed.again, constant(false));
    l.builder.jump((crossed.exit ??= l.builder.block()), at);
  } else if (target.kind === "throw") {
    l.builder.throw(l.builder.prim("box-get", [l.ssa.read(l.thrown)], at, "error"), at);
  } else {
    l.returns.push({ block: l.builder.current, value: l.ssa.read(l.result), span: at });
  }
  l.builder.switchTo(deadBlock(l));
}

const frameOf = (target: Target): Frame | null => (target.kind === "return" ? null : target.frame);

/** The innermost frame that a jump has to do with: its target, or a loop or a `finally` on its way. */
function crossedFirst({ frames }: Lowering, target: Target): Frame | undefined {
  // An error that leaves the function ends its loops where it stands.
  const outermost = frames.findIndex(({ kind }) => kind === "finally");
  const isFinal = target.kind === "throw" && target.frame === null;
  const from = !isFinal ? 0 : outermost < 0 ? frames.length : outermost;
  return frames.findLast(
    (frame, k) => k >= from && (frame.kind === "loop" || frame.kind === "finally" || frame === frameOf(target)),
  );
}

/** Jumps to what handles an error. The code after it is dead. */
export function raise(l: Lowering, thrown: Operand, place: Place): void {
  l.ssa.write(l.thrown, thrown);
  leave(l, { kind: "throw", frame: l.frames.findLast(({ kind }) => kind === "catch") ?? null }, place);
}

function leavingFlag(l: Lowering, loop: Frame, target: Target): ReturnType<typeof temporary> {
  const same = loop.leaving.find(
    ({ target: other }) => other.kind === target.kind && frameOf(other) === frameOf(target),
  );
  if (same !== undefined) return same.flag;
  const flag = temporary(`${target.kind}s`);
  loop.leaving.push({ target, flag });
  // Nothing has read the flag yet, so its value at the start of the loop can still be set.
  const header = loop.header as OpenBlock;
  l.ssa.write(flag, constant(false), header);
  const carried = target.kind === "return" ? l.result : target.kind === "throw" ? l.thrown : null;
  if (carried !== null && loop.kind === "loop" && l.builder.current !== header) l.ssa.write(carried, unset, header);
  return flag;
}

/** After a loop or a `finally`: continues where the jumps that it stopped lead. `mayEnd` tells whether the loop can also end without a jump. */
export function dispatch(l: Lowering, loop: Frame, mayEnd: boolean, node: Place): void {
  loop.leaving.forEach(({ target, flag }, index) => {
    const isLast = !mayEnd && index === loop.leaving.length - 1;
    const condition = l.ssa.read(flag);
    if (isLast || isAlways(condition)) return leave(l, target, node);
    const then = l.builder.block();
    const after = l.builder.block();
    l.builder.branch(condition, then, after, placed(l, node));
    enter(l, then);
    leave(l, target, node);
    enter(l, after);
    if (target.kind === "return") l.ssa.write(l.result, unset);
    if (target.kind === "throw") l.ssa.write(l.thrown, unset);
  });
}

const isAlways = (operand: Operand): boolean => operand.kind === "const" && operand.value === true;

export function lowerBreak(l: Lowering, node: ast.BreakStatement): void {
  const frame =
    node.label === null
      ? l.frames.findLast(({ kind, labels }) => kind === "loop" || labels.includes(switchLabel))
      : labelled(l, node.label.name);
  if (frame === undefined) return impossible(l, node, "`break` outside of a loop");
  leave(l, { kind: "break", frame }, node);
}

export function lowerContinue(l: Lowering, node: ast.ContinueStatement): void {
  const frame = node.label === null ? l.frames.findLast(({ kind }) => kind === "loop") : labelled(l, node.label.name);
  if (frame === undefined) return impossible(l, node, "`continue` outside of a loop");
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
