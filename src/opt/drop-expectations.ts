// Expectations that others make needless.
//
// **Requires** closed code without alphas.
// **Guarantees** results are the same, and a run is given up wherever it was. Running it twice changes nothing more.
//
// **How** `expect-anyway x` is not needed where nothing was expected of `x`, or where that was said before.
// `expect-element a, k` says that element k is there, unless k is beyond the end. It is not needed
// - before a branch that leads to a read of this element only if k is below the length: what is read is checked there, and
//   nothing that others could see happens in between;
// - of an array made here that a loop has filled from its beginning to its end with numbers.
// `expect-numbers a` is not needed of an argument that was looked at before (who writes to arguments does not run such code), nor
// of an array of zeros in which only numbers are stored.
//
// **Example** `expect-element %x, %k; branch lt %k, %n, bb1(%k), bb2; bb1(%i): %v = load %x, %i; expect-number %v` → without.

import type { Block, BlockId, Func, Instr, Operand, Pass, PrimInstr, PrimName, ValueId } from "../ir/index.ts";
import {
  dominates,
  immediateDominators,
  isNumber,
  mapFunctions,
  operandType,
  operandsOf,
  prims,
  sameOperand,
  terminatorOperands,
} from "../ir/index.ts";
import { filledArrays, type Filled } from "./filled-arrays.ts";

export const dropExpectations: Pass = {
  name: "drop-expectations",
  run: (module) => mapFunctions(module, dropIn),
};

const isPrim = (instr: Instr, name: PrimName): instr is PrimInstr => instr.kind === "prim" && instr.prim === name;

function dropIn(func: Func): Func {
  const isExpectation = (instr: Instr): boolean =>
    isPrim(instr, "expect-anyway") || isPrim(instr, "expect-element") || isPrim(instr, "expect-numbers");
  if (!func.blocks.some(({ instrs }) => instrs.some(isExpectation))) return func;
  const definitions = new Map<ValueId, Instr>();
  for (const { instrs } of func.blocks) for (const instr of instrs) definitions.set(instr.result, instr);
  const filled = filledArrays(func);
  const numbers = needlessLooks(func, definitions);
  let changed = false;
  const blocks = func.blocks.map((block, b) => {
    const said = new Set<ValueId>();
    const isSaid = (operand: Operand | undefined): boolean => {
      if (operand?.kind !== "value" || said.has(operand.id)) return true;
      said.add(operand.id);
      const checked = definitions.get(operand.id);
      return checked?.kind !== "prim" || !checks.has(checked.prim);
    };
    const isNeedless = (instr: Instr): boolean =>
      numbers.has(instr) ||
      (isPrim(instr, "expect-anyway") && isSaid(instr.args[0])) ||
      (isPrim(instr, "expect-element") && (isChecked(func, block, instr, definitions) || isFilled(filled, instr, b)));
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
    const isRead = first?.kind === "value" && read.has(first.id);
    if (instr.prim === "expect-anyway" && isRead) return true;
    if (checks.has(instr.prim) && isRead) read.add(instr.result);
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

/** What neither passes an array on nor stores in it. */
const reading: ReadonlySet<PrimName> = new Set<PrimName>([
  "get",
  "load",
  "length",
  "array-length",
  "expect-slot",
  "expect-anyway",
]);

/** The `expect-numbers` that are not needed; their results are not used. */
function needlessLooks(func: Func, definitions: ReadonlyMap<ValueId, Instr>): ReadonlySet<Instr> {
  const looks = func.blocks.flatMap(({ instrs }, b) =>
    instrs.flatMap((instr) => (isPrim(instr, "expect-numbers") ? [{ instr, b }] : [])),
  );
  const isUsed = new Set<ValueId>();
  const isNumeric = (operand: Operand): boolean => isNumber(operandType(operand, (id) => func.values[id]?.type));
  /** Arrays that may hold something else. */
  const doubtful = new Set<ValueId>();
  const use = (operand: Operand, into: Set<ValueId>): void => {
    if (operand.kind === "value") into.add(operand.id);
  };
  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs) {
      const [first, ...rest] = operandsOf(instr);
      operandsOf(instr).forEach((operand) => use(operand, isUsed));
      const prim = instr.kind === "prim" ? instr.prim : null;
      const keeps = prim === "set" ? isNumeric(rest[1] as Operand) : prim !== null && reading.has(prim);
      if (!keeps && prim !== "expect-numbers" && first !== undefined) use(first, doubtful);
      for (const operand of rest) use(operand, doubtful);
    }
    for (const operand of terminatorOperands(terminator)) {
      use(operand, isUsed);
      if (terminator.kind !== "return") use(operand, doubtful);
    }
  }
  const idom = immediateDominators(func);
  const params = new Set(func.blocks[0]?.params);
  const needless = new Set<Instr>();
  looks.forEach(({ instr, b }, k) => {
    const [array] = instr.args;
    if (array?.kind !== "value" || isUsed.has(instr.result)) return;
    const made = definitions.get(array.id);
    const isZeros = made?.kind === "prim" && made.prim === "array-zeros" && !doubtful.has(array.id);
    const isAgain = looks
      .slice(0, k)
      .some(
        (other) =>
          sameOperand(other.instr.args[0] as Operand, array) && dominates(idom, other.b as BlockId, b as BlockId),
      );
    if (isZeros || (params.has(array.id) && isAgain)) needless.add(instr);
  });
  return needless;
}
