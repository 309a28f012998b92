// Replaces values of a function by other operands.

import type { Block, Func, Operand, ValueId } from "./model.ts";
import { renumber } from "./renumber.ts";
import { mapBlock } from "./walk.ts";

/** What an operand becomes; a replacement may itself be replaced. */
export function resolver(replaced: ReadonlyMap<ValueId, Operand>): (operand: Operand) => Operand {
  return (operand) => {
    let resolved = operand;
    while (resolved.kind === "value") {
      const next = replaced.get(resolved.id);
      if (next === undefined) break;
      resolved = next;
    }
    return resolved;
  };
}

/** The function with operands in place of values, and without the instructions and parameters that define these values. */
export function replaceValues(func: Func, replaced: ReadonlyMap<ValueId, Operand>): Func {
  if (replaced.size === 0) return func;
  const resolve = resolver(replaced);
  const isKept = (block: number, k: number): boolean => {
    const param = func.blocks[block]?.params[k];
    return param === undefined || !replaced.has(param);
  };
  const blocks = func.blocks.map((block, b): Block => ({
    ...mapBlock({ ...block, instrs: block.instrs.filter(({ result }) => !replaced.has(result)) }, resolve, (edge) => ({
      target: edge.target,
      args: edge.args.filter((_, k) => isKept(edge.target, k)).map(resolve),
    })),
    params: block.params.filter((_, k) => isKept(b, k)),
  }));
  return renumber({ ...func, blocks });
}
