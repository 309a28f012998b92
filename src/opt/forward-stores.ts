// Reads of what was stored before.
//
// **Requires** closed code without alphas.
// **Guarantees** results are the same. Running it twice changes nothing more.
//
// **How** In an array that was made here, that nobody else gets hold of before the function is done, and in which only one
// instruction stores. A read behind it by the same key gives what it stored: neither key nor value are computed again
// without being stored again. In a Float64Array the key must be within bounds.
//
// **Example** `set %a, %i, %x; %y = get %a, %i` → `%x`.

import type { BlockId, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../ir/index.ts";
import {
  dominates,
  immediateDominators,
  isArray,
  mapFunctions,
  mapOperands,
  mapTerminator,
  renumber,
  sameOperand,
} from "../ir/index.ts";
import { knownElements } from "./known-elements.ts";
import { privateStores } from "./private-arrays.ts";

export const forwardStores: Pass = { name: "forward-stores", run: (module) => mapFunctions(module, forwardIn) };

function forwardIn(func: Func): Func {
  const only = new Map<ValueId, PrimInstr>();
  for (const [array, [store, ...others]] of privateStores(func, { mayLeave: true }))
    if (store !== undefined && others.length === 0) only.set(array, store);
  if (only.size === 0) return func;
  const places = new Map<Instr, readonly [block: number, k: number]>();
  func.blocks.forEach(({ instrs }, b) => instrs.forEach((instr, k) => places.set(instr, [b, k])));
  const idom = immediateDominators(func);
  const elements = knownElements(func);
  const isBehind = (read: Instr, store: Instr): boolean => {
    const [[b, k], [c, l]] = [places.get(read), places.get(store)] as [
      readonly [number, number],
      readonly [number, number],
    ];
    return b === c ? k > l : dominates(idom, c as BlockId, b as BlockId);
  };
  const stored = new Map<ValueId, Operand>();
  for (const [instr, [b]] of places) {
    if (instr.kind !== "prim" || (instr.prim !== "get" && instr.prim !== "load")) continue;
    const [array, key] = instr.args as readonly [Operand, Operand];
    const store = array.kind === "value" ? only.get(array.id) : undefined;
    const [, at, value] = store?.args ?? [];
    if (store === undefined || array.kind !== "value" || !sameOperand(at as Operand, key) || !isBehind(instr, store))
      continue;
    const isList = isArray(func.values[array.id]?.type ?? "any");
    if (isList || elements.isNumber(array, key, b)) stored.set(instr.result, value as Operand);
  }
  if (stored.size === 0) return func;
  const resolve = (operand: Operand): Operand => {
    const value = operand.kind === "value" ? stored.get(operand.id) : undefined;
    return value === undefined ? operand : resolve(value);
  };
  const blocks = func.blocks.map((block) => ({
    params: block.params,
    instrs: block.instrs.flatMap((instr) => (stored.has(instr.result) ? [] : [mapOperands(instr, resolve)])),
    terminator: mapTerminator(block.terminator, resolve),
  }));
  return renumber({ ...func, blocks });
}
