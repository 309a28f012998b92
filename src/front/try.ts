// `try` statements. What may throw in their blocks gives its error as a value: calls have the word `E`, and `failure` asks before
// other operations (lowering.ts). An error then jumps to its handler like a `break`, out of loops by their latches.
//
//     try { r = f(x) } catch (e) { H }   →   r = call.E f(x); if (is-thrown r) { e = box-get r; H }

import { lowerHandled } from "./handlers.ts";
import { enter, span, type Lowering } from "./lowering.ts";
import { dispatch, makeFrame } from "./jumps.ts";
import { bindPattern, patternHint } from "./patterns.ts";
import type { ast, Node } from "./read.ts";
import { enterScope } from "./variables.ts";

export function lowerTry(l: Lowering, node: ast.TryStatement): void {
  const { block, handler, finalizer } = node;
  const body = (): void => {
    if (handler === null) l.statement(block);
    else lowerCatch(l, node, handler);
  };
  if (finalizer === null) return body();
  const at = span(l, node);
  const header = l.builder.block();
  l.builder.jump(header, at);
  enter(l, header);
  const frame = makeFrame("finally", [], header);
  l.frames.push(frame);
  body();
  l.frames.pop();
  const mayEnd = l.builder.isOpen();
  const exit = (frame.exit ??= l.builder.block());
  l.builder.jump(exit, at);
  enter(l, exit);
  // What is on its way: statements of the block may return or throw meanwhile.
  const carried = (
    [
      ["return", l.result],
      ["throw", l.thrown],
    ] as const
  )
    .filter(([kind]) => frame.leaving.some(({ target }) => target.kind === kind))
    .map(([, variable]) => [variable, l.ssa.read(variable)] as const);
  l.statement(finalizer);
  for (const [variable, operand] of carried) l.ssa.write(variable, operand);
  dispatch(l, frame, mayEnd, node);
}

function lowerCatch(l: Lowering, node: ast.TryStatement, { param, body }: ast.CatchClause): void {
  const run = (): void => {
    l.statement(node.block);
  };
  lowerHandled(l, node, run, param === null ? "error" : patternHint(param), (error) => {
    const scope = l.info.scopes.get(node.handler as Node);
    if (scope !== undefined) enterScope(l, scope);
    if (param !== null) bindPattern(l, param, error);
    l.statement(body);
  });
}
