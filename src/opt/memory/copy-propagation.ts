// Copy propagation through arrays: a read of a copy becomes a read of the original (for variables: S. Muchnick, "Advanced Compiler
// Design and Implementation", 1997, section 12.5).
//
// **How** The copy is a private array that one loop fills from beginning to end with the elements of an array that nothing
// writes while the function runs (`load`), each at its own index. Where all elements are there, a read within bounds reads the
// original. `dce` then drops the copy.
//
// **Example** `set %a, %i, (load %x, %i)` in a loop over all indices; `%y = get %a, %k` behind it → `%y = load %x, %k`.

import { filledArrays, knownElements, privateStores, usesOf } from "../../analysis/index.ts";
import type { Func, Instr, Operand, Pass } from "../../ir/index.ts";
import { isElementRead, keepsNumbers, mapFunctions, rebuild, value } from "../../ir/index.ts";

export const copyPropagation: Pass = {
  name: "copy-propagation",
  phase: "any",
  run: (module) => mapFunctions(module, forwardIn),
};

function forwardIn(func: Func): Func {
  const arePrivate = privateStores(func);
  const instead = new Map<Instr, Operand>();
  for (const [array, { element, isFull }] of filledArrays(func)) {
    if (element.kind !== "copy" || !arePrivate.has(array) || !keepsNumbers(func.values[array]?.type ?? "any")) continue;
    // The original must also be available where the copy is read.
    if (element.of.kind !== "value" || func.blocks[0]?.params.includes(element.of.id) !== true) continue;
    for (const { instr, block } of usesOf(func)(array)) {
      if (instr?.kind !== "prim" || !isElementRead(instr.prim) || !isFull(block)) continue;
      const isThere = knownElements(func).isNumber(value(array), instr.args[1] as Operand, block);
      if (isThere) instead.set(instr, element.of);
    }
  }
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
