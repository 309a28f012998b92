// Generators: `yield` stops the function, which src/generators makes a state machine of. What a generator is resumed with says how it
// goes on: with a value, as if the `yield` threw, or as if it returned.

import { constant, undef, type Operand } from "../ir/index.ts";
import { nameOf, step } from "./iterated.ts";
import { lowerReturn } from "./jumps.ts";
import { lowerLoop } from "./loop.ts";
import { prim, temporary, throwValue, when, type Lowering } from "./lowering.ts";
import type { ast, Node } from "./read.ts";

/** What a generator is resumed with: 0 for `next`, 1 for `throw`, 2 for `return`; and a value. */
interface Resumed {
  readonly mode: Operand;
  readonly sent: Operand;
}

export function lowerYield(l: Lowering, node: ast.YieldExpression): Operand {
  if (node.delegate) return lowerDelegation(l, node, node.argument as ast.Expression);
  return yieldOf(l, node.argument === null ? undef : l.expression(node.argument), node);
}

/** Stops with a value; gives the value that the generator is resumed with. */
export function yieldOf(l: Lowering, given: Operand, node: Node): Operand {
  const { mode, sent } = stop(l, given, node);
  goOn(l, mode, sent, node);
  return sent;
}

function stop(l: Lowering, given: Operand, node: Node): Resumed {
  const resumed = prim(l, "yield", [given], node, "resumed");
  const [mode, sent] = [0, 1].map((k) => prim(l, "tuple-get", [resumed, constant(k)], node, k === 0 ? "mode" : "sent"));
  return { mode: mode as Operand, sent: sent as Operand };
}

function goOn(l: Lowering, mode: Operand, sent: Operand, node: Node): void {
  when(l, mode, node, () => {
    when(l, prim(l, "eq", [mode, constant(1)], node), node, () => {
      throwValue(l, sent, node);
    });
    lowerReturn(l, sent, node);
  });
}

/** `yield* x`: stops with each item of x, which gets what the generator is resumed with. */
function lowerDelegation(l: Lowering, node: Node, argument: ast.Expression): Operand {
  const walk = step(l, "iterate", [l.expression(argument), ...nameOf(l, argument)], node);
  const [mode, sent] = [temporary("mode"), temporary("sent")];
  l.ssa.write(mode, constant(0));
  l.ssa.write(sent, undef);
  lowerLoop(l, {
    node,
    labels: [],
    test: { value: () => step(l, "pass", [walk, l.ssa.read(mode), l.ssa.read(sent)], node) },
    testsFirst: true,
    body: () => {
      const resumed = stop(l, step(l, "item", [walk], node), node);
      l.ssa.write(mode, resumed.mode);
      l.ssa.write(sent, resumed.sent);
    },
  });
  const result = step(l, "ended", [walk], node);
  when(l, prim(l, "eq", [l.ssa.read(mode), constant(2)], node), node, () => {
    lowerReturn(l, result, node);
  });
  return result;
}
