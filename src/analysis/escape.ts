// Private arrays: the function makes them, and only reads and writes them by index, so they do not escape.

import type { Block, Func, Instr, Operand, PrimInstr, PrimName, Type, ValueId } from "../ir/index.ts";
import { isNumber, operandsOf, typeIn, successorsOf, terminatorOperands } from "../ir/index.ts";
import { isAccess, writesMemory } from "./accesses.ts";

const making: ReadonlySet<PrimName> = new Set<PrimName>(["array", "array-new", "array-zeros", "typed-new"]);
/** The blocks that make an array, access it, and pass it on; and the stores into it. */
interface Uses {
  readonly made: number;
  readonly accessed: Set<number>;
  readonly passed: Set<number>;
  readonly stores: PrimInstr[];
}

/**
 * The stores into each private array: all store numbers at indices. With `mayLeave` an array may escape where the function
 * does not access it any more.
 */
export function privateStores(
  func: Func,
  { mayLeave = false }: { readonly mayLeave?: boolean } = {},
): ReadonlyMap<ValueId, readonly PrimInstr[]> {
  const arrays = usesOf(func);
  const isPrivate = ({ made, accessed, passed }: Uses): boolean =>
    passed.size === 0 || (mayLeave && ![...passed].some((b) => reaches(func, b, made, accessed)));
  return new Map([...arrays].flatMap(([array, uses]) => (isPrivate(uses) ? [[array, uses.stores]] : [])));
}

function usesOf(func: Func): ReadonlyMap<ValueId, Uses> {
  const arrays = new Map<ValueId, Uses>();
  func.blocks.forEach(({ instrs }, made) => {
    for (const instr of instrs) {
      if (instr.kind === "prim" && making.has(instr.prim))
        arrays.set(instr.result, { made, accessed: new Set(), passed: new Set(), stores: [] });
    }
  });
  if (arrays.size === 0) return arrays;
  const typeOf = (operand: Operand | undefined): Type => typeIn(func, operand);
  const usesOfArray = (operand: Operand | undefined): Uses | undefined =>
    operand?.kind === "value" ? arrays.get(operand.id) : undefined;
  const visit = (instr: Instr, b: number): void => {
    const [first, ...rest] = operandsOf(instr);
    for (const operand of rest) usesOfArray(operand)?.passed.add(b);
    const own = usesOfArray(first);
    if (own === undefined) return;
    const isStore = instr.kind === "prim" && instr.prim === "set" && rest.every((operand) => isNumber(typeOf(operand)));
    if (isStore) own.stores.push(instr);
    if (isStore || (isAccess(instr) && !writesMemory(instr))) own.accessed.add(b);
    else own.passed.add(b);
  };
  func.blocks.forEach(({ instrs, terminator }, b) => {
    for (const instr of instrs) visit(instr, b);
    for (const operand of terminatorOperands(terminator)) usesOfArray(operand)?.passed.add(b);
  });
  return arrays;
}

/** Whether control may get from block `from` to one of `blocks` without passing through block `before`. */
function reaches(func: Func, from: number, before: number, blocks: ReadonlySet<number>): boolean {
  const seen = new Set([before]);
  const work = [from];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (blocks.has(b)) return true;
    seen.add(b);
    work.push(...successorsOf((func.blocks[b] as Block).terminator).filter((next) => !seen.has(next)));
  }
  return false;
}
