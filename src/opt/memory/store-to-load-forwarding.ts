// Store-to-load forwarding: a read of what was stored before is the stored value.
//
// **How** The array is private, and one instruction stores in it. A read behind it by the same key gives what it stored; neither
// key nor value has been computed again without being stored again. In a Float64Array the key must be within bounds. A read
// before the store gives zero if the array was made of zeros before the loop, and the key is within bounds and differs in each
// iteration.
//
// **Example** `set %a, %i, %x; %y = get %a, %i` → `%x`.

import { definitionsOf, knownElements, privateStores, isElementRead } from "../../analysis/index.ts";
import type { Block, BlockId, Func, Instr, Operand, Pass, PrimInstr, PrimName, ValueId } from "../../ir/index.ts";
import {
  constant,
  dominates,
  edgesOf,
  immediateDominators,
  isArray,
  keepsNumbers,
  mapFunctions,
  naturalLoops,
  replaceValues,
  sameOperand,
  value,
} from "../../ir/index.ts";

export const storeToLoadForwarding: Pass = {
  name: "store-to-load-forwarding",
  phase: "any",
  run: (module) => mapFunctions(module, forwardIn),
};

function forwardIn(func: Func): Func {
  const only = new Map<ValueId, PrimInstr>();
  for (const [array, [store, ...others]] of privateStores(func, { mayLeave: true }))
    if (store !== undefined && others.length === 0 && keepsNumbers(func.values[array]?.type ?? "any"))
      only.set(array, store);
  if (only.size === 0) return func;
  const places = new Map<Instr, readonly [block: number, k: number]>();
  func.blocks.forEach(({ instrs }, b) => instrs.forEach((instr, k) => places.set(instr, [b, k])));
  const idom = immediateDominators(func);
  const elements = knownElements(func);
  const placeOf = (instr: Instr): readonly [block: number, k: number] => places.get(instr) as readonly [number, number];
  const isBehind = (read: Instr, store: Instr): boolean => {
    const [[b, k], [c, l]] = [placeOf(read), placeOf(store)];
    return b === c ? k > l : dominates(idom, c as BlockId, b as BlockId);
  };
  const isFirst = firstUses(func, places);
  const stored = new Map<ValueId, Operand>();
  for (const [instr, [b]] of places) {
    if (instr.kind !== "prim" || !isElementRead(instr.prim)) continue;
    const [array, key] = instr.args as readonly [Operand, Operand];
    const store = array.kind === "value" ? only.get(array.id) : undefined;
    const [, at, value] = store?.args ?? [];
    if (store === undefined || array.kind !== "value" || !sameOperand(at as Operand, key)) continue;
    const isList = isArray(func.values[array.id]?.type ?? "any");
    if (isBehind(instr, store)) {
      if (isList || elements.isNumber(array, key, b)) stored.set(instr.result, value as Operand);
    } else if (
      isBehind(store, instr) &&
      elements.isNumber(array, key, b) &&
      isFirst(array.id, key, b, placeOf(store)[0])
    )
      stored.set(instr.result, constant(0));
  }
  return replaceValues(func, stored);
}

/**
 * Whether an array still has zeros where a block of a loop reads it by a key, before block `store` of the loop stores by that
 * key: the array was made of zeros before the loop, and the key counts.
 */
function firstUses(
  func: Func,
  places: ReadonlyMap<Instr, readonly [block: number, k: number]>,
): (array: ValueId, key: Operand, block: number, store: number) => boolean {
  const loops = naturalLoops(func);
  const definitions = definitionsOf(func);
  const isZeros = new Set<PrimName>(["array-zeros", "typed-new"]);
  /** The operand that a value is a constant more or less than; the value itself if there is none. */
  const origin = (operand: Operand): Operand => {
    const instr = definitions.prim(operand);
    if (instr === undefined || (instr.prim !== "add" && instr.prim !== "sub")) return operand;
    const [from, by] = instr.args as readonly [Operand, Operand];
    return by.kind === "const" && by.value !== 0 ? from : operand;
  };
  return (array, key, block, store) => {
    const made = definitions.prim(value(array));
    const own = loops.of[block] as number;
    const loop = loops.list[own];
    if (made === undefined || !isZeros.has(made.prim) || loop === undefined || loops.of[store] !== own) return false;
    if (loops.of[(places.get(made) as readonly [number, number])[0]] !== loop.parent) return false;
    const counter = origin(key);
    const { params } = func.blocks[loop.header] as Block;
    const k = counter.kind === "value" ? params.indexOf(counter.id) : -1;
    const back = edgesOf((func.blocks[loop.latch] as Block).terminator).find(({ target }) => target === loop.header);
    const next = back?.args[k];
    return k >= 0 && next !== undefined && !sameOperand(next, counter) && sameOperand(origin(next), counter);
  };
}
