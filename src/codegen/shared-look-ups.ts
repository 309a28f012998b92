// Look-ups of shadows that need not be made again. A context gives the same shadow each time, so a look-up whose operands were
// looked up before is that one: what dominates it is used again, and in a loop the first iteration's is kept.
//
//     %s = shadow %ctx, %a; …; %t = shadow %ctx, %a     the first one twice
//     loop { %s = shadow %ctx, %a }                     loop { (s ??= ctx.shadow(a)) }               %a from outside of all loops
//     loop { %a = …; loop { %s = shadow %ctx, %a } }    … (of_s === a ? s : (s = ctx.shadow(of_s = a)))
//
// None is made earlier than it was: a look-up may be refused.

import { definitionsOf } from "../analysis/index.ts";
import type { BlockId, Func, Instr, Operand, PrimInstr, ValueId } from "../ir/index.ts";
import { dominates, immediateDominators, naturalLoops, replaceValues, value } from "../ir/index.ts";

const isLookUp = (instr: Instr): instr is PrimInstr => instr.kind === "prim" && instr.prim === "shadow";

/** What is looked up where; null if an operand is no value. */
export function lookedUp(instr: Instr): string | null {
  if (!isLookUp(instr)) return null;
  const [context, reference] = instr.args as readonly [Operand, Operand];
  return context.kind === "value" && reference.kind === "value" ? `${context.id} ${reference.id}` : null;
}

/** Uses look-ups again where they dominate. */
export function shareLookUps(func: Func): Func {
  const idom = immediateDominators(func);
  const replaced = new Map<ValueId, Operand>();
  const known = new Map<string, { readonly block: BlockId; readonly operand: Operand }[]>();
  func.blocks.forEach(({ instrs }, b) => {
    const block = b as BlockId;
    for (const instr of instrs) {
      const key = lookedUp(instr);
      if (key === null) continue;
      const made = known.get(key) ?? [];
      const found = made.find((other) => dominates(idom, other.block, block));
      if (found !== undefined) replaced.set(instr.result, found.operand);
      else known.set(key, [...made, { block, operand: value(instr.result) }]);
    }
  });
  return replaceValues(func, replaced);
}

/** How a look-up in a loop is kept: as long as the function runs, or until there is another reference. */
export type Kept = "always" | "while the same";

/** The look-ups in loops whose operands come from outside of the loop. */
export function keptLookUps(func: Func): ReadonlyMap<ValueId, Kept> {
  const { of } = naturalLoops(func);
  const { blockOf } = definitionsOf(func);
  const kept = new Map<ValueId, Kept>();
  func.blocks.forEach(({ instrs }, b) => {
    const loop = of[b] ?? -1;
    if (loop < 0) return;
    for (const instr of instrs) {
      if (lookedUp(instr) === null) continue;
      const [context, reference] = (instr as PrimInstr).args.map((arg) =>
        arg.kind === "value" ? (of[blockOf(arg.id)] ?? -1) : loop,
      ) as [number, number];
      if (context >= 0 || reference === loop) continue;
      kept.set(instr.result, reference < 0 ? "always" : "while the same");
    }
  });
  return kept;
}
