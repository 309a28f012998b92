// Private arrays: the function makes them, and only reads and writes them by index, so they do not escape.

import { allInstrs, isNumber, ofFunction, typeIn, type Func, type PrimInstr, type ValueId } from "../ir/index.ts";
import { isAccess, madeOf, writesMemory } from "./accesses.ts";
import { definitionsOf } from "./definitions.ts";
import { reachedFrom } from "./reached.ts";
import { usesOf, type Use } from "./uses.ts";

interface ArrayUses {
  /** Stores of numbers at indices. */
  readonly stores: readonly PrimInstr[];
  /** These stores, reads and checks. */
  readonly accesses: readonly Use[];
  /** All others, which may pass the array on. */
  readonly passes: readonly Use[];
}

type Stores = ReadonlyMap<ValueId, readonly PrimInstr[]>;

/**
 * The stores into each private array: all store numbers at indices. With `mayLeave` an array may escape where the function
 * does not access it any more.
 */
export const privateStores = (func: Func, { mayLeave = false }: { readonly mayLeave?: boolean } = {}): Stores =>
  (mayLeave ? storesUntilPassed : storesOfKept)(func);

const storesOfKept: (func: Func) => Stores = ofFunction((func: Func) =>
  storesWhere(func, ({ passes }) => passes.length === 0),
);

const storesUntilPassed: (func: Func) => Stores = ofFunction((func: Func) =>
  storesWhere(func, ({ accesses, passes }, array) =>
    passes.every(({ block }) => {
      // If the array is made again in between, it is another one.
      const behind = reachedFrom(func, [block], definitionsOf(func).blockOf(array));
      return !accesses.some((access) => access.block === block || behind.has(access.block));
    }),
  ),
);

function storesWhere(func: Func, isPrivate: (uses: ArrayUses, array: ValueId) => boolean): Stores {
  const found = new Map<ValueId, readonly PrimInstr[]>();
  for (const instr of allInstrs(func)) {
    if (madeOf(instr) === null) continue;
    const uses = usesOfArray(func, instr.result);
    if (isPrivate(uses, instr.result)) found.set(instr.result, uses.stores);
  }
  return found;
}

export function usesOfArray(func: Func, array: ValueId): ArrayUses {
  const uses = usesOf(func)(array);
  const isStore = ({ instr, k }: Use): boolean =>
    k === 0 &&
    instr?.kind === "prim" &&
    instr.prim === "set" &&
    instr.args.slice(1).every((operand) => isNumber(typeIn(func, operand)));
  const isLook = ({ instr, k }: Use): boolean => k === 0 && instr !== null && isAccess(instr) && !writesMemory(instr);
  const accesses = uses.filter((use) => isStore(use) || isLook(use));
  return {
    stores: accesses.filter(isStore).map(({ instr }) => instr as PrimInstr),
    accesses,
    passes: uses.filter((use) => !accesses.includes(use)),
  };
}
