// Replaces values of a function by other operands.

import type { Func, Operand, ValueId } from "./model.ts";
import { renumber } from "./renumber.ts";

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
  return replaced.size === 0 ? func : renumber(func, { replaced, resolve: resolver(replaced) });
}
