// Expectations that others make needless.
//
// **Requires** closed code without alphas.
// **Guarantees** results are the same, and a run is given up wherever it was. Running it twice changes nothing more.
//
// **How** `expect-element a, k` says that element k is there, unless k is beyond the end. It is not needed
// - before a branch that leads to a read of this element only if k is below the length: what is read is checked there, and
//   nothing that others could see happens in between;
// - of an array made here that a loop has filled from its beginning to its end with numbers.
//
// **Example** `expect-element %x, %k; branch lt %k, %n, bb1(%k), bb2; bb1(%i): %v = load %x, %i; expect-number %v` → without.

import type { Block, BlockId, Func, Instr, Loop, Operand, Pass, PrimInstr, PrimName, ValueId } from "../ir/index.ts";
import {
  dominates,
  immediateDominators,
  isNumber,
  mapFunctions,
  naturalLoops,
  operandType,
  operandsOf,
  prims,
  sameOperand,
  successorsOf,
  terminatorOperands,
} from "../ir/index.ts";
import { counterThatCovers, entryOf } from "./covering-loops.ts";

export const dropExpectations: Pass = {
  name: "drop-expectations",
  run: (module) => mapFunctions(module, dropIn),
};

const isExpectation = (instr: Instr): instr is PrimInstr => instr.kind === "prim" && instr.prim === "expect-element";

function dropIn(func: Func): Func {
  if (!func.blocks.some(({ instrs }) => instrs.some(isExpectation))) return func;
  const definitions = new Map<ValueId, Instr>();
  for (const { instrs } of func.blocks) for (const instr of instrs) definitions.set(instr.result, instr);
  const filled = filledArrays(func);
  let changed = false;
  const blocks = func.blocks.map((block, b) => {
    const isNeedless = (instr: Instr): boolean =>
      isExpectation(instr) && (isChecked(func, block, instr, definitions) || isFilled(filled, instr, b));
    const instrs = block.instrs.filter((instr) => !isNeedless(instr));
    if (instrs.length === block.instrs.length) return block;
    changed = true;
    return { ...block, instrs };
  });
  return changed ? { ...func, blocks } : func;
}

const checks: ReadonlySet<PrimName> = new Set<PrimName>(["expect-number", "expect-array", "expect-float64"]);

/** Whether the element is read and checked next, if it is there. */
function isChecked(
  func: Func,
  { terminator }: Block,
  { args: [array, key] }: PrimInstr,
  definitions: ReadonlyMap<ValueId, Instr>,
): boolean {
  if (array === undefined || key === undefined || terminator.kind !== "branch") return false;
  const prim = (operand: Operand | undefined): PrimInstr | undefined => {
    const instr = operand?.kind === "value" ? definitions.get(operand.id) : undefined;
    return instr?.kind === "prim" ? instr : undefined;
  };
  const compared = prim(terminator.condition);
  const [below, length] = compared?.prim === "lt" ? compared.args : [];
  if (below === undefined || !sameOperand(below, key)) return false;
  const limit = prim(length);
  const [of, property] = limit?.prim === "load" ? limit.args : [];
  if (of === undefined || !sameOperand(of, array) || property?.kind !== "const" || property.value !== "length")
    return false;
  const { target, args } = terminator.then;
  const { params, instrs } = func.blocks[target] as Block;
  const isKey = (operand: Operand | undefined): boolean =>
    operand !== undefined &&
    (sameOperand(operand, key) ||
      params.some((id, k) => operand.kind === "value" && operand.id === id && sameOperand(args[k] as Operand, key)));
  const read = new Set<ValueId>();
  for (const instr of instrs) {
    if (instr.kind !== "prim") return false;
    const [first, second] = instr.args;
    if (checks.has(instr.prim) && first?.kind === "value" && read.has(first.id)) return true;
    if (instr.prim === "load" && first !== undefined && sameOperand(first, array) && isKey(second))
      read.add(instr.result);
    // Whatever else happens may be an exception, which would come instead.
    else if (prims[instr.prim].effect !== "pure" && instr.prim !== "load" && !instr.prim.startsWith("expect-"))
      return false;
  }
  return false;
}

/** The blocks where all elements of an array are there. */
type Filled = ReadonlyMap<ValueId, (block: number) => boolean>;

const isFilled = (filled: Filled, { args: [array] }: PrimInstr, block: number): boolean =>
  array?.kind === "value" && filled.get(array.id)?.(block) === true;

/** What neither passes an array on nor changes how long it is. */
const keeping: ReadonlySet<PrimName> = new Set<PrimName>([
  "get",
  "load",
  "set",
  "length",
  "array-length",
  "expect-element",
  "expect-slot",
  "expect-numbers",
]);

function filledArrays(func: Func): Filled {
  const loops = naturalLoops(func);
  const idom = immediateDominators(func);
  const filled = new Map<ValueId, (block: number) => boolean>();
  func.blocks.forEach(({ instrs }, made) => {
    for (const instr of instrs) {
      if (instr.kind !== "prim" || instr.prim !== "array-new") continue;
      const loop = loopThatFills(func, instr, loops.list, loops.of, idom);
      if (loop === undefined) continue;
      const entry = entryOf(func, loop);
      if (!dominates(idom, made as BlockId, entry as BlockId) || loop.blocks.includes(made as BlockId)) continue;
      const escapes = escapesOf(func, instr.result);
      const mayHaveEscaped = reachableFrom(func, escapes);
      filled.set(
        instr.result,
        (block) =>
          dominates(idom, entry as BlockId, block as BlockId) &&
          !loop.blocks.includes(block as BlockId) &&
          !mayHaveEscaped.has(block),
      );
    }
  });
  return filled;
}

/** The loop that stores a number in each element of an array, where nothing else stores anything. */
function loopThatFills(
  func: Func,
  { result, args: [length] }: PrimInstr,
  list: readonly Loop[],
  of: readonly number[],
  idom: readonly BlockId[],
): Loop | undefined {
  const stores = func.blocks.flatMap(({ instrs }, b) =>
    instrs.flatMap((instr) => {
      const [array] = operandsOf(instr);
      const isStore = instr.kind === "prim" && instr.prim === "set" && array?.kind === "value" && array.id === result;
      return isStore ? [{ store: instr, b }] : [];
    }),
  );
  const [first, ...others] = stores;
  if (first === undefined || others.length > 0 || length === undefined) return undefined;
  const { store, b } = first;
  const [, key, stored] = store.args;
  const loop = list[of[b] as number];
  if (loop === undefined || stored === undefined || !dominates(idom, b as BlockId, loop.latch)) return undefined;
  const counter = counterThatCovers(func, loop, length);
  const isStored = isNumber(operandType(stored, (id) => func.values[id]?.type));
  return key?.kind === "value" && key.id === counter && isStored ? loop : undefined;
}

/** The blocks where an array is passed on. */
function escapesOf(func: Func, array: ValueId): readonly number[] {
  const isArray = (operand: Operand): boolean => operand.kind === "value" && operand.id === array;
  return func.blocks.flatMap(({ instrs, terminator }, b) => {
    const isPassed = instrs.some((instr) => {
      const operands = operandsOf(instr);
      const own = instr.kind === "prim" && keeping.has(instr.prim) ? operands.slice(1) : operands;
      return own.some(isArray);
    });
    return isPassed || terminatorOperands(terminator).some(isArray) ? [b] : [];
  });
}

function reachableFrom(func: Func, blocks: readonly number[]): ReadonlySet<number> {
  const reached = new Set<number>();
  const work = [...blocks];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (reached.has(b)) continue;
    reached.add(b);
    work.push(...successorsOf((func.blocks[b] as Block).terminator));
  }
  return reached;
}
