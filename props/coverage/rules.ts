// The rules of differentiation: which primitives were differentiated in a function whose pullback ran, because what
// they give or move may carry a cotangent there.

import { activeValues } from "../../src/ad/activity.ts";
import { rules } from "../../src/ad/rules/index.ts";
import { prims, type Func, type Module, type Operand, type PrimName } from "../../src/ir/index.ts";

export const rulePrims: readonly string[] = (Object.keys(rules) as PrimName[]).filter(
  (prim) => rules[prim].kind !== "none",
);

/** The primitives of a function that its pullback differentiates. */
export function differentiatedIn(func: Func): ReadonlySet<string> {
  const active = activeValues(func);
  const isActive = (operand: Operand): boolean => operand.kind === "value" && (active[operand.id] ?? false);
  const found = new Set<string>();
  for (const { instrs } of func.blocks) {
    for (const instr of instrs) {
      if (instr.kind !== "prim") continue;
      const { kind } = rules[instr.prim];
      // What clears a slot is differentiated even if nothing in it carries a cotangent.
      const moves = kind === "structural" && (prims[instr.prim].effect === "write" || instr.args.some(isActive));
      if (kind !== "none" && (moves || active[instr.result] === true)) found.add(instr.prim);
    }
  }
  return found;
}

/** The function that a pullback belongs to: `@f` of `@f.J*`. */
export function primalOf(pullback: Func, module: Module): Func | undefined {
  return pullback.name.endsWith(".J*") ? module.functions[pullback.name.slice(0, -".J*".length)] : undefined;
}
