// switch: compares the cases in order, then control falls through their bodies.

import type { OpenBlock } from "../ir/index.ts";
import { makeFrame, switchLabel } from "./jumps.ts";
import { enter, prim, span, type Lowering } from "./lowering.ts";
import type { ast } from "./read.ts";
import { enterScope } from "./variables.ts";

export function lowerSwitch(l: Lowering, node: ast.SwitchStatement, labels: readonly string[]): void {
  const value = l.expression(node.discriminant);
  const scope = l.info.scopes.get(node);
  if (scope !== undefined) enterScope(l, scope);
  const bodies = node.cases.map(() => l.builder.block());
  const frame = makeFrame("block", [...labels, switchLabel]);
  const exit = l.builder.block();
  frame.exit = exit;
  node.cases.forEach(({ test }, i) => {
    if (test === null) return;
    const next = l.builder.block();
    const isCase = prim(l, "eq", [value, l.expression(test)], test);
    l.builder.branch(isCase, bodies[i] as OpenBlock, next, span(l, test));
    enter(l, next);
  });
  const fallback = bodies[node.cases.findIndex(({ test }) => test === null)] ?? exit;
  l.builder.jump(fallback, span(l, node));
  l.frames.push(frame);
  node.cases.forEach(({ consequent }, i) => {
    enter(l, bodies[i] as OpenBlock);
    for (const statement of consequent) l.statement(statement);
    l.builder.jump(bodies[i + 1] ?? exit, span(l, node));
  });
  l.frames.pop();
  enter(l, exit);
}
