// Store-to-load forwarding: a read of what was stored before is the stored value (D. Callahan, S. Carr and K. Kennedy, "Improving
// register allocation for subscripted variables", 1990).
//
// **How** The array is private, and one instruction stores in it. A read behind it by the same key gives what it stored, if
// neither key nor value has been computed again without being stored again. In a Float64Array the key must be within bounds. A
// read before the store gives zero if the array was made of zeros before the loop, and the key is within bounds and differs in
// each iteration.
//
// **Example** `set %a, %i, %x; %y = get %a, %i` → `%x`.

import { beyond, definitionsOf, knownElements, loopsOf, madeOf, privateStores, usesOf } from "../../analysis/index.ts";
import type { Block, Func, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  isElementRead,
  constant,
  dominates,
  immediateDominators,
  isArray,
  keepsNumbers,
  mapFunctions,
  naturalLoops,
  replaceValues,
  sameOperand,
} from "../../ir/index.ts";

export const storeToLoadForwarding: Pass = {
  name: "store-to-load-forwarding",
  phase: "any",
  run: (module) => mapFunctions(module, forwardIn),
};

function forwardIn(func: Func): Func {
  const idom = immediateDominators(func);
  const elements = knownElements(func);
  const { blockOf } = definitionsOf(func);
  const isBehind = (later: PrimInstr, earlier: PrimInstr): boolean => {
    const [b, c] = [blockOf(later.result), blockOf(earlier.result)];
    const { instrs } = func.blocks[b] as Block;
    return b === c ? instrs.indexOf(later) > instrs.indexOf(earlier) : dominates(idom, c, b);
  };
  const forwarded = new Map<ValueId, Operand>();
  for (const [array, [store, ...others]] of privateStores(func, { mayLeave: true })) {
    const type = func.values[array]?.type ?? "any";
    if (store === undefined || others.length > 0 || !keepsNumbers(type)) continue;
    const [own, at, stored] = store.args as readonly [Operand, Operand, Operand];
    for (const { instr: read, block } of usesOf(func)(array)) {
      if (read?.kind !== "prim" || !isElementRead(read.prim) || !sameOperand(at, read.args[1] as Operand)) continue;
      if (!isArray(type) && !elements.isNumber(own, at, block)) continue;
      if (isBehind(read, store)) forwarded.set(read.result, stored);
      else if (elements.isNumber(own, at, block) && isBehind(store, read) && isFirst(func, array, at, block, store))
        forwarded.set(read.result, constant(0));
    }
  }
  return replaceValues(func, forwarded);
}

/**
 * Whether an array still has zeros where a block of a loop reads it by a key, before the only store of the loop stores by that
 * key: the array was made of zeros before the loop, and the key counts.
 */
function isFirst(func: Func, array: ValueId, key: Operand, block: number, store: PrimInstr): boolean {
  const loops = naturalLoops(func);
  const { of, blockOf } = definitionsOf(func);
  const made = of(array);
  const own = loops.of[block] as number;
  const loop = loops.list[own];
  if (madeOf(made) !== "zeros" || loop === undefined) return false;
  if (loops.of[blockOf(store.result)] !== own || loops.of[blockOf(array)] !== loop.parent) return false;
  const { counters = [] } = loopsOf(func).find(({ header }) => header === loop.header) ?? {};
  return counters.some(({ param, step }) => step !== 0 && !Number.isNaN(beyond(func, key, param)));
}
