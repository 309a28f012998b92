// Copy propagation through arrays: a read of a copy becomes a read of the original.
//
// **How** The copy is a private array that one loop fills from beginning to end, each element with the one of the same index of
// an array that nothing writes while the function runs (`load`). Where all elements are there, a read within bounds reads the
// original. `dce` then drops the copy.
//
// **Example** `set %a, %i, (load %x, %i)` in a loop over all indices; `%y = get %a, %k` behind it → `%y = load %x, %k`.

import { filledArrays, knownElements, privateStores, isElementRead } from "../../analysis/index.ts";
import type { Func, Instr, Operand, Pass, ValueId } from "../../ir/index.ts";
import { keepsNumbers, mapFunctions, rebuild } from "../../ir/index.ts";

export const copyPropagation: Pass = {
  name: "copy-propagation",
  phase: "any",
  run: (module) => mapFunctions(module, forwardIn),
};

function forwardIn(func: Func): Func {
  const originals = copiesIn(func);
  if (originals.size === 0) return func;
  const filled = filledArrays(func);
  const elements = knownElements(func);
  const instead = new Map<Instr, Operand>();
  func.blocks.forEach(({ instrs }, b) => {
    for (const instr of instrs) {
      if (instr.kind !== "prim" || !isElementRead(instr.prim)) continue;
      const [array, key] = instr.args as readonly [Operand, Operand];
      const original = array.kind === "value" ? originals.get(array.id) : undefined;
      if (original === undefined || array.kind !== "value" || filled.get(array.id)?.isFull(b) !== true) continue;
      if (elements.isNumber(array, key, b)) instead.set(instr, original);
    }
  });
  if (instead.size === 0) return func;
  return rebuild(func, {
    instr: (instr, { builder, operand }) => {
      const original = instead.get(instr);
      if (original === undefined || instr.kind !== "prim") return undefined;
      const read = builder.prim("load", [operand(original), operand(instr.args[1] as Operand)], instr.span);
      // The element was a number where it was copied.
      return builder.prim("guard-number", [read], instr.span, func.values[instr.result]?.hint);
    },
  });
}

/** The original of each array that is a copy. */
function copiesIn(func: Func): ReadonlyMap<ValueId, Operand> {
  const found = new Map<ValueId, Operand>();
  const arePrivate = privateStores(func);
  for (const [array, { element }] of filledArrays(func)) {
    if (element.kind !== "copy" || !arePrivate.has(array) || !keepsNumbers(func.values[array]?.type ?? "any")) continue;
    // The original must also be available where the copy is read.
    const isInput = element.of.kind === "value" && func.blocks[0]?.params.includes(element.of.id) === true;
    if (isInput) found.set(array, element.of);
  }
  return found;
}
