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

import type { Block, Func, Instr, Operand, Pass, PrimInstr, PrimName, ValueId } from "../ir/index.ts";
import { mapFunctions, prims, sameOperand } from "../ir/index.ts";
import { filledArrays, type Filled } from "./filled-arrays.ts";

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

const isFilled = (filled: ReadonlyMap<ValueId, Filled>, { args: [array] }: PrimInstr, block: number): boolean =>
  array?.kind === "value" && filled.get(array.id)?.isFull(block) === true;
