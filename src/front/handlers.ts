// Lowers code whose errors go to a handler: that of a `try` statement, or one that ends an iterator.

import type { Operand } from "../ir/index.ts";
import { mayEndIterators, stepFunction } from "./iterated.ts";
import { makeFrame } from "./jumps.ts";
import { enter, prim, span, throwValue, type Lowering } from "./lowering.ts";
import type { Node } from "./read.ts";

/** Lowers code of which errors go to a handler. */
export function lowerHandled(
  l: Lowering,
  node: Node,
  body: () => void,
  hint: string,
  handle: (error: Operand) => void,
): void {
  const at = span(l, node);
  const after = l.builder.block();
  const frame = makeFrame("catch", []);
  l.frames.push(frame);
  body();
  l.frames.pop();
  l.builder.jump(after, at);
  if (frame.exit !== null) {
    enter(l, frame.exit);
    handle(prim(l, "box-get", [l.ssa.read(l.thrown)], node, hint));
    l.builder.jump(after, at);
  }
  enter(l, after);
}

/** Lowers code that uses an item of an iteration: where it throws, the iterator is told. */
export function lowerUse(l: Lowering, walk: Operand, node: Node, body: () => void): void {
  if (!mayEndIterators(l)) return body();
  lowerHandled(l, node, body, "error", (error) => {
    // An error of the iterator's own counts for nothing then.
    l.builder.call(stepFunction(l, "finish", node), [walk], span(l, node), { word: "E" });
    throwValue(l, error, node);
  });
}
